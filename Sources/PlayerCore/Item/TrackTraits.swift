/// What a track is for, as its file or its name says it.
public struct TrackTraits: OptionSet, Hashable, Sendable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// To be played where nobody chooses.
    public static let isDefault = TrackTraits(rawValue: 1 << 0)
    /// Only what has to be understood in any case: signs, and speech in a language that is foreign to the film.
    public static let forced = TrackTraits(rawValue: 1 << 1)
    /// Subtitles that tell sounds and speakers too.
    public static let hearingImpaired = TrackTraits(rawValue: 1 << 2)
    /// Sound in which somebody describes the picture.
    public static let descriptive = TrackTraits(rawValue: 1 << 3)
    /// Somebody talks about the film.
    public static let commentary = TrackTraits(rawValue: 1 << 4)
    /// In the language of the film.
    public static let original = TrackTraits(rawValue: 1 << 5)
    /// A file of its own beside the item, or one that a client added.
    public static let external = TrackTraits(rawValue: 1 << 6)

    /// What a track is not unless it says so: it is played only where nothing else serves.
    public static let special: TrackTraits = [.hearingImpaired, .descriptive, .commentary]
}
