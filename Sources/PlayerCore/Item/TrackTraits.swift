/// The purpose of a track according to its file or its name.
public struct TrackTraits: OptionSet, Hashable, Sendable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Plays when no track is chosen.
    public static let isDefault = TrackTraits(rawValue: 1 << 0)
    /// Only what must be understood in any case: signs, and speech in a language that is foreign to the film.
    public static let forced = TrackTraits(rawValue: 1 << 1)
    /// Subtitles that also describe sounds and speakers.
    public static let hearingImpaired = TrackTraits(rawValue: 1 << 2)
    /// Sound with a description of the picture.
    public static let descriptive = TrackTraits(rawValue: 1 << 3)
    /// A commentary on the film.
    public static let commentary = TrackTraits(rawValue: 1 << 4)
    /// In the original language of the film.
    public static let original = TrackTraits(rawValue: 1 << 5)
    /// A separate file beside the item, or one that a client added.
    public static let external = TrackTraits(rawValue: 1 << 6)
    /// A file beside the item that has exactly its name: `Film.srt` beside `Film.mkv`.
    public static let namesake = TrackTraits(rawValue: 1 << 7)

    /// The names under which clients see the traits of a track inside the item.
    public static let names: [(name: String, trait: TrackTraits)] = [
        ("default", .isDefault), ("forced", .forced), ("hearing-impaired", .hearingImpaired),
        ("descriptive", .descriptive), ("commentary", .commentary), ("original", .original),
    ]

    /// The traits of tracks that are played only if no other track fits.
    public static let special: TrackTraits = [.hearingImpaired, .descriptive, .commentary]
}
