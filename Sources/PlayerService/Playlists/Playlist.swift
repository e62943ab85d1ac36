/// A playlist in one of the configured folders.
public struct Playlist: Hashable, Sendable {
    /// The last part of the object path: letters and digits, the same for the same file.
    public var id: String
    public var uri: String
    public var name: String
    /// The collation key of the name, compared byte by byte.
    public var key: [UInt8]
    /// The `file:` URI of a picture; empty if there is none.
    public var icon: String
    /// Seconds since 1970.
    public var created: Double
    /// Seconds since 1970.
    public var modified: Double
    /// Seconds since 1970; nil: never.
    public var lastPlayed: Double?

    public init(
        id: String, uri: String, name: String, key: [UInt8], icon: String = "", created: Double, modified: Double,
        lastPlayed: Double? = nil
    ) {
        self.id = id
        self.uri = uri
        self.name = name
        self.key = key
        self.icon = icon
        self.created = created
        self.modified = modified
        self.lastPlayed = lastPlayed
    }

    /// The orders of playlists (MPRIS 2.2, Playlist_Ordering), in the order of `Orderings`.
    enum Ordering: String, CaseIterable {
        case alphabetical = "Alphabetical"
        case created = "CreationDate"
        case modified = "ModifiedDate"
        case played = "LastPlayDate"

        /// Sorts playlists, the earliest first; equal ones by name.
        func sorted(_ playlists: [Playlist]) -> [Playlist] {
            playlists.sorted { left, right in
                let (first, second) = (date(of: left), date(of: right))
                if first != second { return first < second }
                if left.key != right.key { return left.key.lexicographicallyPrecedes(right.key) }
                return left.id < right.id
            }
        }

        private func date(of playlist: Playlist) -> Double {
            switch self {
            case .alphabetical: 0
            case .created: playlist.created
            case .modified: playlist.modified
            // Playlists that were never played come first.
            case .played: playlist.lastPlayed ?? -.infinity
            }
        }
    }
}
