internal import GLibLoop
internal import PlayerCore

/// Finds items of the queue by words in their title, artists, album, file name, and the two folders that it is in, which
/// tell of most music before its tags are read. Case and accents do not matter.
struct QueueSearch {
    private let words: [String]

    /// - Parameter text: words between spaces, all of which must occur.
    init(_ text: String) { words = Self.folded(text).split(whereSeparator: \.isWhitespace).map(String.init) }

    /// The indices of the items that contain all words, ascending.
    func indices(in snapshot: PlayerSnapshot) -> [Int] {
        snapshot.items.indices.filter { matches(snapshot.items[$0], snapshot) }
    }

    private func matches(_ item: QueueItem, _ snapshot: PlayerSnapshot) -> Bool {
        let metadata = snapshot.metadata(of: item)
        let names = FileURI.readable(item.description.uri).split(separator: "/").suffix(3).map(String.init)
        let texts = [metadata.title, metadata.album, metadata.series].compactMap(\.self) + names + metadata.artists
        let text = Self.folded(texts.joined(separator: "\n"))
        return words.allSatisfy { text.contains($0) }
    }

    /// Without case and accents.
    static func folded(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in UnicodeText.normalized(text.uppercased().lowercased(), isComposed: false).unicodeScalars
        where scalar.properties.generalCategory != .nonspacingMark {
            scalars.append(scalar)
        }
        return String(scalars)
    }
}
