internal import GLibLoop
internal import PlayerCore
internal import PlayerService

/// Sorts the items of the queue. What is not known of an item comes last; equal items keep their order.
struct QueueSorting {
    private let field: QueueField

    init(_ field: QueueField) { self.field = field }

    private struct Key {
        var id: ItemID
        /// Compared one after the other; nil comes last.
        var parts: [[UInt8]?]
    }

    /// The ids of all items, sorted.
    func ids(of snapshot: PlayerSnapshot) -> [ItemID] {
        var keys = snapshot.items.map { Key(id: $0.id, parts: parts(snapshot.metadata(of: $0), $0.description.uri)) }
        // The sort of the standard library is stable.
        keys.sort { Self.isOrdered($0.parts, $1.parts) }
        return keys.map(\.id)
    }

    /// How many files have a place that may change when they are read: mediad has not read them yet, and nothing else says
    /// what they are sorted by.
    func unread(in snapshot: PlayerSnapshot) -> Int {
        snapshot.items.count { item in
            guard item.id != snapshot.current?.id, FileURI.path(of: item.description.uri) != nil,
                !snapshot.memory.knows(item)
            else { return false }
            let fields = item.description.details?.fields
            return switch field {
            case .title: fields?.title == nil
            case .artist: fields?.artist == nil
            case .album: fields?.album == nil
            case .track: true
            case .date: fields?.date == nil
            }
        }
    }

    private func parts(_ item: ItemMetadata, _ uri: String) -> [[UInt8]?] {
        // Many albums have the same name: they are told apart by their artist, or by their folder.
        let album = [Self.text(item.album), Self.text(item.albumArtists.first ?? Self.folder(of: uri))]
        let title = Self.text(item.title)
        let (disc, track) = (Self.number(item.discNumber ?? 1), Self.number(item.trackNumber))
        return switch field {
        case .title: [title]
        case .artist: [Self.text(item.albumArtists.first ?? item.artists.first)] + album + [disc, track, title]
        case .album: album + [disc, track, title]
        case .track: [disc, track, title]
        case .date: [item.date.map { Array($0.utf8) }] + album + [disc, track, title]
        }
    }

    private static func folder(of uri: String) -> String? {
        uri.lastIndex(of: "/").map { FileURI.readable(String(uri[..<$0])) }
    }

    private static func isOrdered(_ left: [[UInt8]?], _ right: [[UInt8]?]) -> Bool {
        for (left, right) in zip(left, right) where left != right {
            guard let left else { return false }
            guard let right else { return true }
            return left.lexicographicallyPrecedes(right)
        }
        return false
    }

    private static func text(_ text: String?) -> [UInt8]? {
        text.flatMap { $0.isEmpty ? nil : UnicodeText.collationKey(ofFileName: QueueSearch.folded($0)) }
    }

    /// Bytes that are ordered as the numbers are; nil if there is no number above zero.
    private static func number(_ number: Int32?) -> [UInt8]? {
        guard let number, number > 0 else { return nil }
        return withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}
