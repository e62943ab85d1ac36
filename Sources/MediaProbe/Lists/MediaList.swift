public import PlayerCore

/// What a list of media holds.
public struct MediaList: Hashable, Sendable {
    /// Entries that are taken; a list of more is cut.
    public static let mostEntries = 100_000
    /// Bytes of a list. Feeds with whole articles in them have tens of megabytes.
    public static let largest = 32 << 20
    /// UTF-8 bytes of a title or another text.
    static let longestText = 16 << 10
    /// Bytes of an entry's address.
    static let longestAddress = 32 << 10

    /// What the list calls itself.
    public internal(set) var title: String?
    /// In the order in which they are to be played.
    public internal(set) var entries: [ListEntry] = []
    /// How many entries were left out, and why the first of them was, in a clause.
    public internal(set) var left = 0
    public internal(set) var reason: String?
    /// Whether it has more entries than are taken.
    public internal(set) var isCut = false

    /// Whether it takes another entry.
    var hasRoom: Bool { entries.count < Self.mostEntries }

    /// Takes an entry; the first that is too many is noted.
    mutating func add(_ entry: ListEntry) {
        if hasRoom { entries.append(entry) } else { isCut = true }
    }

    /// An entry is left out.
    mutating func leaveOut(_ why: String) {
        left += 1
        reason = reason ?? why
    }
}

extension MediaDetails.Fields {
    /// The description of an entry; one without any field has no details, so that long lists stay small.
    func described(_ uri: String) -> MediaDescription {
        MediaDescription(uri: uri, details: self == MediaDetails.Fields() ? nil : MediaDetails(self))
    }
}
