internal import GLibLoop
internal import PlayerCore

/// Finds items of the queue by words in their title, artists, album, the artists of the album, file name, and the two folders
/// that it is in, which tell of most music before its tags are read. Case and accents do not matter.
struct QueueSearch {
    private let words: [String]

    /// - Parameter text: words between spaces, and phrases in double quotes, all of which must occur.
    init(_ text: String) {
        let parts = Self.folded(text).split(separator: "\"", omittingEmptySubsequences: false)
        words = parts.indices.flatMap { index in
            index.isMultiple(of: 2) ? parts[index].split(whereSeparator: \.isWhitespace) : [parts[index]]
        }.filter { !$0.isEmpty }.map(String.init)
    }

    /// The indices of the items that contain all words, ascending.
    func indices(in snapshot: PlayerSnapshot) -> [Int] {
        snapshot.items.indices.filter { matches(snapshot.items[$0], snapshot) }
    }

    private func matches(_ item: QueueItem, _ snapshot: PlayerSnapshot) -> Bool {
        let metadata = snapshot.metadata(of: item)
        var names = FileURI.readable(item.description.uri).split(separator: "/").suffix(3).map(String.init)
        // All names end in it: "mp3" would find everything.
        if let file = names.popLast() { names.append(Self.withoutEnding(file)) }
        let texts = [metadata.title, metadata.album, metadata.series].compactMap(\.self) + names
        let text = Self.folded((texts + metadata.artists + metadata.albumArtists).joined(separator: "\n"))
        return words.allSatisfy { text.contains($0) }
    }

    private static func withoutEnding(_ name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex,
            (2...6).contains(name.distance(from: dot, to: name.endIndex))
        else { return name }
        return String(name[..<dot])
    }

    /// Letters that are no letter with an accent for Unicode, and are typed like one.
    private static let plain: [Unicode.Scalar: String] = [
        "ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ß": "ss", "ı": "i", "ħ": "h",
        "ŧ": "t",
    ]

    /// Without case and accents.
    static func folded(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in UnicodeText.normalized(text.uppercased().lowercased(), isComposed: false).unicodeScalars
        where scalar.properties.generalCategory != .nonspacingMark {
            if let plain = plain[scalar] {
                scalars.append(contentsOf: plain.unicodeScalars)
            } else {
                scalars.append(scalar)
            }
        }
        return String(scalars)
    }
}
