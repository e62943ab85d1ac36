/// The features of the player. Adding one adds a property here, and a line in one of the two lists.
struct Features: Sendable {
    var nowPlaying = NowPlaying()
    var trimming = Trimming()
    var chapters: Chapters
    var trackChoices = TrackChoices()
    var segments: Segments
    var proposals = Proposals()
    var sleepTimer = Sleep()
    var stillWatching = StillWatching()
    var resume = Resume()
    var window = Window()
    var cards = Cards()
    var announcement = Announcement()
    var reading = ReadingAhead()
    var journal = SessionJournal()
    var exports = Exports()

    /// Those that decide, in the order in which they follow.
    static let deciding = [
        FeatureSlot(\.nowPlaying), FeatureSlot(\.trimming), FeatureSlot(\.chapters), FeatureSlot(\.trackChoices),
        FeatureSlot(\.segments), FeatureSlot(\.proposals), FeatureSlot(\.sleepTimer), FeatureSlot(\.stillWatching),
        FeatureSlot(\.resume), FeatureSlot(\.window),
    ]
    /// Those that show or write down what came of it, once.
    static let telling = [
        FeatureSlot(\.cards), FeatureSlot(\.announcement), FeatureSlot(\.reading), FeatureSlot(\.journal),
        FeatureSlot(\.exports),
    ]
    static let all = deciding + telling

    init(_ settings: PlayerSettings) {
        chapters = Chapters(settings)
        segments = Segments(settings)
    }
}

/// What the player does with any feature.
struct FeatureSlot: Sendable {
    /// Nil where nothing is heard.
    let hearPlayback: (@Sendable (inout Features, PlaybackEvent, Scene, inout Requests) -> Void)?
    let hear: (@Sendable (inout Features, PlayerEvent, Scene, inout Requests) -> Void)?
    let follow: @Sendable (inout Features, Scene, inout Requests) -> Void
    let wakesAt: @Sendable (inout Features, Scene) -> MonotonicTime?
    let describe: @Sendable (inout Features, inout Published) -> Void

    init<Part: Feature>(_ part: any WritableKeyPath<Features, Part> & Sendable) {
        hearPlayback = nil
        hear = nil
        follow = { $0[keyPath: part].follow($1, &$2) }
        wakesAt = { $0[keyPath: part].wakesAt($1) }
        describe = { $0[keyPath: part].describe(into: &$1) }
    }

    init<Part: ListeningFeature>(_ part: any WritableKeyPath<Features, Part> & Sendable) {
        hearPlayback = { $0[keyPath: part].hear($1, $2, &$3) }
        hear = { $0[keyPath: part].hear($1, $2, &$3) }
        follow = { $0[keyPath: part].follow($1, &$2) }
        wakesAt = { $0[keyPath: part].wakesAt($1) }
        describe = { $0[keyPath: part].describe(into: &$1) }
    }
}
