public import PlayerCore

/// The content of a list of media.
public struct MediaList: Hashable, Sendable {
    /// The maximum number of entries; a longer list is cut.
    public static let mostEntries = 100_000
    /// The maximum size of a list in bytes. Feeds with whole articles have tens of megabytes.
    public static let largest = 32 << 20
    /// The maximum length of a title or another text in UTF-8 bytes.
    static let longestText = 16 << 10
    /// The maximum length of an entry's address in bytes.
    static let longestAddress = 32 << 10

    /// The title of the list.
    public internal(set) var title: String?
    /// In playing order.
    public internal(set) var entries: [ListEntry] = []
    /// How many entries were left out, and why the first of them was, as a clause.
    public internal(set) var left = 0
    public internal(set) var reason: String?
    /// Whether it has more entries than the maximum.
    public internal(set) var isCut = false

    /// Whether it can take another entry.
    var hasRoom: Bool { entries.count < Self.mostEntries }

    /// Adds an entry, or notes that there are too many.
    ///
    /// - Parameter isEpisode: whether its title is that of an episode, and never that of a station.
    mutating func add(_ entry: ListEntry, isEpisode: Bool = false) {
        guard hasRoom else {
            isCut = true
            return
        }
        var entry = entry
        let isStream = !isEpisode && entry.duration == nil && entry.description.uri.hasPrefix("http")
        if isStream, var fields = entry.description.details?.fields, fields.title != nil {
            fields.namesStation = true
            entry.description.details = MediaDetails(fields)
        }
        entries.append(entry)
    }

    /// Notes an entry that is left out.
    mutating func leaveOut(_ why: String) {
        left += 1
        reason = reason ?? why
    }
}

extension MediaDetails.Fields {
    /// The description of an entry; without any field it has no details, so that long lists stay small.
    func described(_ uri: String) -> MediaDescription {
        MediaDescription(uri: uri, details: self == MediaDetails.Fields() ? nil : MediaDetails(self))
    }
}
