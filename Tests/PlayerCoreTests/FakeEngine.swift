import PlayerCore

extension MediaTime {
    static func seconds(_ seconds: Double) -> MediaTime { MediaTime(nanoseconds: Int64(seconds * 1e9)) }
}

extension MonotonicTime {
    static func seconds(_ seconds: Double) -> MonotonicTime { MonotonicTime(nanoseconds: Int64(seconds * 1e9)) }
}

/// What the fake engine finds under a URI.
struct FakeMedia {
    var duration: MediaTime? = .seconds(100)
    var isSeekable = true
    var isLive = false
    var fault: PlaybackFault?
    /// The fault comes after the start instead of before it.
    var failsLate = false
    var tags = MediaTags()
    var tracks = TrackSet()
    /// Told together with the tags.
    var findings: ItemFindings?
    var hasVideo = false
    var aspect: AspectRatio?

    static let broken = FakeMedia(fault: PlaybackFault(.decoderFailed, "It is broken. Try another file."))
    static let live = FakeMedia(duration: nil, isLive: true)
}

/// A player and an engine without sound: it answers each effect as the real one would, on a clock that tests move.
final class FakeEngine {
    private struct Pipeline {
        var generation: Generation
        var request: ItemRequest
        var media: FakeMedia
        var anchor: PositionAnchor
        var isPrepared = false
        var isStarted = false
        var cuts: [Cut] = []
    }

    private(set) var player: Player
    private(set) var now = MonotonicTime.seconds(1000)
    var media: [String: FakeMedia] = [:]
    /// Seeks and rate changes are left for ``landSeek()`` and ``failSeek()``.
    var holdsSeeks = false
    /// Cuts are left to the player.
    var refusesCuts = false
    /// What follows a cut is not ready.
    var holdsCuts = false
    /// Nothing gets ready until this is set back and ``settle()`` is called.
    var holdsPreparing = false

    private(set) var effects: [PlayerEffect] = []
    private(set) var notices: [PlayerNotice] = []
    private(set) var remarks: [String] = []
    private var events: [EngineEvent] = []
    private var current: Pipeline?
    private var preload: Pipeline?
    private var isPlaying = false
    private(set) var timers: [TimerID: MonotonicTime] = [:]
    private(set) var fetchedImages: [ImageSource] = []
    /// Sees everything that the player publishes.
    var observe: ((PlayerSnapshot, [PlayerNotice]) -> Void)?
    /// Pictures stay on their way.
    var holdsImages = false
    /// What reading entries ahead finds under a URI, where it is not what playing them finds.
    var files: [String: ItemFindings] = [:]
    private(set) var readAhead: [String] = []
    /// Entries that are read ahead stay unread.
    var holdsReading = false
    /// What files of chapters hold.
    var chapterFiles: [String: [Chapter]] = [:]
    /// Where items were left, by URI.
    var memory: [String: Recollection] = [:]
    var choices: [String: SeriesChoice] = [:]
    private(set) var saved: [StoredSession] = []
    private(set) var records: [PlaybackRecord] = []
    private(set) var windowEffects: [WindowEffect] = []
    private(set) var muted: [Generation: [TimeRange]] = [:]
    private(set) var heldSeeks: [(Generation, SeekID, MediaTime, Double?)] = []

    init(_ uris: [String] = [], settings: PlayerSettings = PlayerSettings(), seed: UInt64 = 1) {
        player = Player(firstID: 1, seed: seed, settings: settings)
        if !uris.isEmpty { send(.insert(uris.map { MediaDescription(uri: $0) }, at: 0)) }
        forget()
    }

    var snapshot: PlayerSnapshot { player.snapshot() }
    var status: PlayerSnapshot.Status { snapshot.status }
    var playing: String? { snapshot.current?.description.uri }
    var position: Double { position(in: snapshot) }
    func position(in snapshot: PlayerSnapshot) -> Double {
        snapshot.position.position(at: now, duration: snapshot.current?.duration).seconds
    }
    func id(_ index: Int) -> ItemID { snapshot.items[index].id }
    var currentGeneration: Generation? { current?.generation }
    var preloadGeneration: Generation? { preload?.generation }
    var preloadStart: MediaTime? { preload?.request.start }
    var preloaded: String? { preload?.request.uri }

    /// Forgets effects and notices so far.
    func forget() {
        effects = []
        notices = []
    }

    @discardableResult
    func send(_ command: PlayerCommand, from origin: CommandOrigin = .person) -> Result<CommandReply, CommandRefusal> {
        let (result, outcome) = player.handle(command, from: origin, now: now)
        take(outcome)
        settle()
        return result
    }

    func tell(_ event: EngineEvent) {
        take(player.handle(event, now: now))
        settle()
    }

    /// Lets time pass; timers fire and items end when their moment comes.
    func advance(_ seconds: Double) {
        let target = now + .seconds(seconds)
        while true {
            let timer = timers.min { $0.value < $1.value }
            let end = endMoment
            let cut = cutMoment
            let moment = [timer?.value, end, cut].compactMap { $0 }.min()
            guard let moment, moment <= target else { break }
            now = max(now, moment)
            if let cut, cut <= moment {
                passCut()
            } else if let end, end <= moment {
                finishItem()
            } else if let timer {
                fire(timer.key)
            }
            settle()
        }
        now = target
    }

    func landSeek() {
        guard !heldSeeks.isEmpty else { return }
        let (generation, id, target, rate) = heldSeeks.removeFirst()
        land(generation, id, target, rate)
        settle()
    }

    func failSeek() {
        guard !heldSeeks.isEmpty else { return }
        let (generation, id, _, _) = heldSeeks.removeFirst()
        tell(.seekFailed(generation, id, "no"))
    }

    /// Carries on until nothing more happens by itself.
    func settle() {
        var steps = 0
        while true {
            steps += 1
            precondition(steps < 10_000, "The player spins: \(effects.suffix(6))")
            if !events.isEmpty {
                take(player.handle(events.removeFirst(), now: now))
            } else if !holdsPreparing, let pipeline = current, !pipeline.isPrepared {
                current?.isPrepared = true
                prepare(pipeline)
            } else if !holdsPreparing, let pipeline = preload, !pipeline.isPrepared {
                preload?.isPrepared = true
                prepare(pipeline)
            } else if isPlaying, let pipeline = current, pipeline.isPrepared, !pipeline.isStarted {
                current?.isStarted = true
                start(pipeline)
            } else {
                return
            }
        }
    }

    private func fire(_ timer: TimerID) {
        timers[timer] = nil
        take(player.handle(.timerFired(timer), now: now))
    }

    private func prepare(_ pipeline: Pipeline) {
        if let fault = pipeline.media.fault, !pipeline.media.failsLate {
            events.append(.failed(pipeline.generation, fault))
            return
        }
        let media = pipeline.media
        if media.tags != MediaTags() { events.append(.tagsChanged(pipeline.generation, media.tags)) }
        if let findings = media.findings { events.append(.findingsRead(pipeline.generation, findings)) }
        if media.tracks != TrackSet() { events.append(.tracksChanged(pipeline.generation, media.tracks)) }
        events.append(
            .prepared(
                pipeline.generation,
                PreparedItem(
                    duration: media.duration, isSeekable: media.isSeekable, isLive: media.isLive,
                    hasVideo: media.hasVideo, aspect: media.aspect)))
    }

    private func start(_ pipeline: Pipeline) {
        if let fault = pipeline.media.fault, !pipeline.media.failsLate, events.isEmpty {
            events.append(.failed(pipeline.generation, fault))
            return
        }
        let anchor = PositionAnchor(position: pipeline.anchor.position, moment: now, rate: rate(of: pipeline))
        current?.anchor = anchor
        events.append(.started(pipeline.generation, anchor))
        if let fault = pipeline.media.fault { events.append(.failed(pipeline.generation, fault)) }
    }

    private func rate(of pipeline: Pipeline) -> Double {
        pipeline.media.isSeekable && !pipeline.media.isLive ? pipeline.request.rate : 1
    }

    private var endMoment: MonotonicTime? { current?.media.duration.flatMap(moment) }

    private var cutMoment: MonotonicTime? {
        current?.cuts.first.flatMap { holdsCuts || refusesCuts && $0.end != nil ? nil : moment($0.start) }
    }

    private func moment(_ position: MediaTime) -> MonotonicTime? {
        guard let current, current.anchor.rate > 0 else { return nil }
        let left = (position - current.anchor.position).seconds / current.anchor.rate
        return current.anchor.moment + .seconds(max(0, left))
    }

    private func passCut() {
        guard let pipeline = current, let cut = pipeline.cuts.first else { return }
        guard let end = cut.end else { return finishItem() }
        let anchor = PositionAnchor(position: end, moment: now, rate: pipeline.anchor.rate)
        current?.anchor = anchor
        current?.cuts.removeFirst()
        take(player.handle(.cutPassed(pipeline.generation, anchor), now: now))
    }

    private func finishItem() {
        guard let ended = current else { return }
        current?.cuts = []
        current?.anchor = .standing(at: ended.media.duration ?? .zero)
        if var next = preload, next.isPrepared, !next.request.isHeld {
            preload = nil
            next.isStarted = true
            next.anchor = PositionAnchor(position: next.request.start, moment: now, rate: rate(of: next))
            current = next
            take(player.handle(.started(next.generation, next.anchor), now: now))
        } else {
            take(player.handle(.ended(ended.generation), now: now))
        }
    }

    private func land(_ generation: Generation, _ id: SeekID, _ target: MediaTime, _ rate: Double?) {
        guard generation == current?.generation, let pipeline = current else { return }
        if let rate {
            current?.request.rate = rate
            preload?.request.rate = rate
        }
        let heard = isPlaying && pipeline.isStarted
        let anchor = PositionAnchor(
            position: min(target, pipeline.media.duration ?? target), moment: now,
            rate: heard ? (rate ?? pipeline.request.rate) : 0)
        current?.anchor = anchor
        events.append(.seekLanded(generation, id, anchor))
    }

    private func take(_ outcome: PlayerOutcome) {
        effects += outcome.effects
        notices += outcome.notices
        remarks += outcome.remarks
        for effect in outcome.effects { carryOut(effect) }
        observe?(player.snapshot(), outcome.notices)
    }

    private func carryOut(_ effect: PlayerEffect) {
        switch effect {
        case .prepare(let generation, let request):
            if let preload, preload.generation == generation {
                current = preload
                self.preload = nil
            } else {
                current = pipeline(generation, request)
            }
            heldSeeks = []
        case .fetchImage(let source):
            fetchedImages.append(source)
            if !holdsImages { events.append(.imageFetched(source, "file:///cache/\(fetchedImages.count).jpg")) }
        case .readAhead(let id, let uri):
            readAhead.append(uri)
            if !holdsReading { events.append(.itemRead(id, uri, files[uri] ?? media[uri]?.findings)) }
        case .readChapters(let uri): events.append(.chaptersRead(uri, chapterFiles[uri] ?? []))
        case .preload(let generation, let request): preload = pipeline(generation, request)
        case .dropPreload: preload = nil
        case .release:
            current = nil
            isPlaying = false
            heldSeeks = []
        case .setPlaying(let isPlaying):
            self.isPlaying = isPlaying
            guard let pipeline = current, pipeline.isStarted else { break }
            let anchor = PositionAnchor(
                position: pipeline.anchor.position(at: now, duration: pipeline.media.duration), moment: now,
                rate: isPlaying ? rate(of: pipeline) : 0)
            current?.anchor = anchor
            events.append(.anchored(pipeline.generation, anchor))
        case .seek(let generation, let id, let target, _, let cuts): seek(generation, id, target, nil, cuts)
        case .setRate(let generation, let id, let rate, let target, let cuts): seek(generation, id, target, rate, cuts)
        case .arm(let timer, let moment): timers[timer] = moment
        case .disarm(let timer): timers[timer] = nil
        case .cut(let generation, let cuts): cut(generation, cuts)
        case .blank(let generation, let sound, _): muted[generation] = sound
        case .library(let effect): carryOut(effect)
        case .window(let effect): windowEffects.append(effect)
        case .scalePicture, .redrawPicture, .showCards, .showArtwork: break
        case .setVolume, .selectAudio, .selectSubtitles, .addSubtitles, .preferTracks: break
        }
    }

    private func carryOut(_ effect: LibraryEffect) {
        switch effect {
        case .save(let session): saved.append(session)
        case .record(let record): records.append(record)
        case .recall(let generation, let uri): events.append(.recalled(generation, memory[uri]))
        case .recallChoice(let generation, let series): events.append(.choiceRecalled(generation, choices[series]))
        case .choose(let choice, let series): choices[series] = choice
        }
    }

    private func cut(_ generation: Generation, _ cuts: [Cut]) {
        if current?.generation == generation { current?.cuts = cuts }
        if preload?.generation == generation { preload?.cuts = cuts }
        if refusesCuts, cuts.first?.end != nil { events.append(.cutFailed(generation)) }
    }

    private func seek(_ generation: Generation, _ id: SeekID, _ target: MediaTime, _ rate: Double?, _ cuts: [Cut]) {
        cut(generation, cuts)
        if holdsSeeks { heldSeeks.append((generation, id, target, rate)) } else { land(generation, id, target, rate) }
    }

    private func pipeline(_ generation: Generation, _ request: ItemRequest) -> Pipeline {
        Pipeline(
            generation: generation, request: request, media: media[request.uri] ?? FakeMedia(),
            anchor: .standing(at: request.start))
    }
}

extension [PlayerEffect] {
    /// The URIs that were prepared, in order.
    var prepared: [String] {
        compactMap { effect in if case .prepare(_, let request) = effect { request.uri } else { nil } }
    }
    var preloads: [String] {
        compactMap { effect in if case .preload(_, let request) = effect { request.uri } else { nil } }
    }
    var seeks: [Double] {
        compactMap { effect in if case .seek(_, _, let target, _, _) = effect { target.seconds } else { nil } }
    }
    var accuracies: [SeekAccuracy] {
        compactMap { effect in if case .seek(_, _, _, let accuracy, _) = effect { accuracy } else { nil } }
    }
}

extension [PlayerNotice] {
    var seeked: [Double] {
        compactMap { notice in if case .seeked(let position) = notice { position.seconds } else { nil } }
    }
    var failedItems: [ItemID] {
        compactMap { notice in if case .itemFailed(let id, _) = notice { id } else { nil } }
    }
}

/// A description with a start and other details.
func described(_ uri: String, _ change: (inout MediaDetails.Fields) -> Void) -> MediaDescription {
    var fields = MediaDetails.Fields()
    change(&fields)
    return MediaDescription(uri: uri, details: MediaDetails(fields))
}
