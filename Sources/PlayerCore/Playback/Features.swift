/// The features of the player. To add one, add a property here, and a line in one of the two lists.
struct Features: Sendable {
    var nowPlaying = NowPlaying()
    var trimming = Trimming()
    var chapters: Chapters
    var trackChoices = TrackChoices()
    var loudness: Loudness
    var devices = Devices()
    var suspension = Suspension()
    var segments: Segments
    var proposals = Proposals()
    var timedMetadata = TimedMetadata()
    var live = Live()
    var waits = Waits()
    var actions = Actions()
    var interstitials = Interstitials()
    var sleepTimer = SleepTiming()
    var stillWatching = StillWatching()
    var resume = Resume()
    var controls = Controls()
    var previews = Previews()
    var frameSteps = FrameSteps()
    var rotation = Rotation()
    var window = Window()
    var cards = Cards()
    var announcement = Announcement()
    var reading = ReadingAhead()
    var journal = SessionJournal()
    var exports = Exports()

    /// The features that decide, in the order in which they follow.
    static let deciding = [
        FeatureSlot { $1(&$0.nowPlaying) }, FeatureSlot { $1(&$0.trimming) }, FeatureSlot { $1(&$0.chapters) },
        FeatureSlot { $1(&$0.trackChoices) }, FeatureSlot { $1(&$0.loudness) }, FeatureSlot { $1(&$0.devices) },
        FeatureSlot { $1(&$0.suspension) },
        FeatureSlot { $1(&$0.segments) }, FeatureSlot { $1(&$0.proposals) },
        FeatureSlot { $1(&$0.timedMetadata) }, FeatureSlot { $1(&$0.live) }, FeatureSlot { $1(&$0.waits) },
        FeatureSlot { $1(&$0.interstitials) },
        FeatureSlot { $1(&$0.actions) }, FeatureSlot { $1(&$0.sleepTimer) },
        FeatureSlot { $1(&$0.stillWatching) }, FeatureSlot { $1(&$0.resume) }, FeatureSlot { $1(&$0.frameSteps) },
        FeatureSlot { $1(&$0.window) }, FeatureSlot { $1(&$0.rotation) },
        FeatureSlot { $1(&$0.controls) }, FeatureSlot { $1(&$0.previews) },
    ]
    /// The features that show or record the result, once.
    static let telling = [
        FeatureSlot { $1(&$0.cards) }, FeatureSlot { $1(&$0.announcement) }, FeatureSlot { $1(&$0.reading) },
        FeatureSlot { $1(&$0.journal) }, FeatureSlot { $1(&$0.exports) },
    ]
    static let all = deciding + telling

    init(_ settings: PlayerSettings) {
        chapters = Chapters(settings)
        loudness = Loudness(settings)
        segments = Segments(settings)
    }
}

/// The calls that the player makes to any feature.
///
/// Each feature is accessed in place: a key path would copy the whole feature for every access.
struct FeatureSlot: Sendable {
    /// Runs a closure on one of the features.
    typealias Access<Part> = @Sendable (inout Features, (inout Part) -> Void) -> Void

    /// Nil if the feature does not listen.
    private(set) var hearPlayback: (@Sendable (inout Features, PlaybackEvent, Scene, inout Requests) -> Void)?
    private(set) var hear: (@Sendable (inout Features, PlayerEvent, Scene, inout Requests) -> Void)?
    let follow: @Sendable (inout Features, Scene, inout Requests) -> Void
    let wakesAt: @Sendable (inout Features, Scene) -> MonotonicTime?
    let describe: @Sendable (inout Features, inout Published) -> Void

    init<Part: Feature>(_ access: @escaping Access<Part>) { self.init(following: access) }

    init<Part: ListeningFeature>(_ access: @escaping Access<Part>) {
        self.init(following: access)
        hearPlayback = { features, event, scene, requests in access(&features) { $0.hear(event, scene, &requests) } }
        hear = { features, event, scene, requests in access(&features) { $0.hear(event, scene, &requests) } }
    }

    private init<Part: Feature>(following access: @escaping Access<Part>) {
        follow = { features, scene, requests in access(&features) { $0.follow(scene, &requests) } }
        wakesAt = { features, scene in
            var moment: MonotonicTime?
            access(&features) { moment = $0.wakesAt(scene) }
            return moment
        }
        describe = { features, published in access(&features) { $0.describe(into: &published) } }
    }
}
