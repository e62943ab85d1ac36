import PlayerCore

/// What the fake engine finds under a URI.
struct FakeMedia {
    var duration: MediaTime? = .seconds(100)
    var isSeekable = true
    var isManifest = false
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

/// An engine without sound: it answers each effect as the real one would, on a clock that its owner moves.
///
/// What it owes to the real one is written down in `EngineContract`, and both are held to it.
struct FakePipelines {
    /// A seek that waits for its owner: of what, which, to where, and at which rate from then on.
    typealias HeldSeek = (generation: Generation, id: SeekID, target: MediaTime, rate: Double?)

    private struct Pipeline {
        var generation: Generation
        var request: ItemRequest
        var media: FakeMedia
        var anchor: PositionAnchor
        /// Not before this moment.
        var preparesAt: MonotonicTime
        var isPrepared = false
        var isStarted = false
        var end = End.ahead
        var cuts: [Cut] = []

        enum End {
            case ahead
            /// All of it was heard, and what follows is not ready yet.
            case waiting
            case told
        }

        var canSeek: Bool { media.isSeekable && !media.isLive }
        var rate: Double { canSeek ? request.rate : 1 }
    }

    private(set) var now = MonotonicTime.seconds(1000)
    var media: [String: FakeMedia] = [:]
    /// How long it takes until an item is ready, by URI.
    var preparing: [String: MediaTime] = [:]
    /// Seeks and rate changes are left for ``landSeek()`` and ``failSeek()``.
    var holdsSeeks = false
    /// Cuts are left to the player.
    var refusesCuts = false
    /// What follows a cut is not ready.
    var holdsCuts = false
    /// Nothing gets ready until this is set back.
    var holdsPreparing = false

    /// Cards are drawn only when this is set back.
    var holdsCards = false { didSet { placeCards() } }

    /// How many frames a decoder is ahead of what is shown.
    var framesAhead = 10
    private(set) var turns: [Generation: Int] = [:]
    private(set) var muted: [Generation: [TimeRange]] = [:]
    private(set) var heldSeeks: [HeldSeek] = []
    private var current: Pipeline?
    private var preload: Pipeline?
    private var isPlaying = false
    private var window = (width: 1_280, height: 720)
    private var cards: [Card] = []
    private var placed = CardAreas()
    private var events: [EngineEvent] = []

    var currentGeneration: Generation? { current?.generation }
    var preloadGeneration: Generation? { preload?.generation }
    var preloadRequest: ItemRequest? { preload?.request }

    /// What was told since the last time, in order.
    mutating func takeEvents() -> [EngineEvent] {
        defer { events = [] }
        return events
    }

    // MARK: Effects

    mutating func perform(_ effect: EngineEffect) {
        switch effect {
        case .prepare(let generation, let request): prepare(generation, request)
        case .preload(let generation, let request): preload = pipeline(generation, request)
        // If the item waited for it, `step` ends the item, unless another effect gives it something to play.
        case .dropPreload: preload = nil
        case .release, .rest:
            (current, preload) = (nil, nil)
            isPlaying = false
            heldSeeks = []
        case .setPlaying(let isPlaying): setPlaying(isPlaying)
        case .seek(let generation, let id, let target, _, let cuts): seek(generation, id, target, nil, cuts)
        case .setRate(let generation, let id, let rate, let target, let cuts): seek(generation, id, target, rate, cuts)
        case .cut(let generation, let cuts): cut(generation, cuts)
        case .blank(let generation, let sound, _): muted[generation] = sound
        case .findFrame(let generation, let frames): findFrame(generation, frames)
        case .turnPicture(let generation, let quarters): turns[generation] = quarters
        case .scalePicture(let width, let height):
            window = (width, height)
            placeCards()
        case .showCards(let drawing):
            cards = drawing.cards
            placeCards()
        case .disconnect, .connect, .redrawPicture, .showArtwork: break
        case .setVolume, .setGain, .chooseDevice, .watchDevices, .watchBuffer, .selectAudio, .selectSubtitles,
            .addSubtitles, .preferTracks, .styleSubtitles, .delaySound, .fillWindow:
            break
        }
    }

    private mutating func placeCards() {
        guard !holdsCards else { return }
        let areas = FakeCardLayout.areas(cards, width: window.width, height: window.height)
        guard areas != placed else { return }
        placed = areas
        events.append(.cardsPlaced(areas))
    }

    private mutating func prepare(_ generation: Generation, _ request: ItemRequest) {
        if let taken = preload, taken.generation == generation {
            current = taken
            if taken.isPrepared {
                events.append(.prepared(generation, facts(taken.media)))
                if taken.media.tracks != TrackSet() { events.append(.tracksChanged(generation, taken.media.tracks)) }
                if taken.media.tags != MediaTags() { events.append(.tagsChanged(generation, taken.media.tags)) }
            }
        } else {
            current = pipeline(generation, request)
        }
        preload = nil
        heldSeeks = []
    }

    private func pipeline(_ generation: Generation, _ request: ItemRequest) -> Pipeline {
        Pipeline(
            generation: generation, request: request, media: media[request.uri] ?? FakeMedia(),
            anchor: .standing(at: request.start), preparesAt: now + (preparing[request.uri] ?? .zero))
    }

    private mutating func setPlaying(_ isPlaying: Bool) {
        guard isPlaying != self.isPlaying else { return }
        self.isPlaying = isPlaying
        guard let pipeline = current, pipeline.isStarted else { return }
        let anchor = PositionAnchor(
            position: pipeline.anchor.position(at: now, duration: pipeline.media.duration), moment: now,
            rate: isPlaying ? pipeline.rate : 0)
        current?.anchor = anchor
        events.append(.anchored(pipeline.generation, anchor))
    }

    /// There is a frame every 40 ms. It knows the next ``framesAhead`` of them, and those since the last second.
    private mutating func findFrame(_ generation: Generation, _ frames: Int) {
        guard let pipeline = current, pipeline.generation == generation, pipeline.isStarted, !isPlaying else { return }
        let frame = MediaTime(nanoseconds: 40_000_000)
        let here = Int(pipeline.anchor.position.seconds / 0.04 + 0.001)
        let last = Int((pipeline.media.duration ?? .seconds(60)).seconds / 0.04) - 1
        let known = here / 25 * 25...min(last, here + framesAhead)
        let wanted = here + frames
        func time(_ number: Int) -> MediaTime { frame * Double(number) }
        if known.contains(wanted) {
            events.append(.frameFound(generation, time(wanted), left: nil))
        } else if wanted < known.lowerBound {
            let isFirst = known.lowerBound == 0
            let before = time(known.lowerBound) + MediaTime(nanoseconds: -1_000_000)
            events.append(.frameFound(generation, isFirst ? nil : before, left: wanted - known.lowerBound + 1))
        } else {
            let isLast = here == last
            events.append(
                .frameFound(
                    generation, isLast ? nil : time(known.upperBound),
                    left: known.upperBound == last ? nil : wanted - known.upperBound))
        }
    }

    private mutating func cut(_ generation: Generation, _ cuts: [Cut]) {
        if current?.generation == generation {
            let heardEnd = current?.end == .waiting ? current?.cuts.first?.start : nil
            current?.cuts = cuts
            // The rest was cut off, and is played after all.
            if let heardEnd, let pipeline = current {
                let anchor = PositionAnchor(position: heardEnd, moment: now, rate: pipeline.rate)
                current?.anchor = anchor
                current?.end = .ahead
                events.append(.anchored(generation, anchor))
            }
        }
        if preload?.generation == generation { preload?.cuts = cuts }
        if refusesCuts, cuts.first?.end != nil { events.append(.cutFailed(generation)) }
    }

    private mutating func seek(
        _ generation: Generation, _ id: SeekID, _ target: MediaTime, _ rate: Double?, _ cuts: [Cut]
    ) {
        guard let pipeline = current, pipeline.generation == generation else { return }
        guard pipeline.isPrepared else {
            events.append(.seekFailed(generation, id, "The item is not ready yet."))
            return
        }
        cut(generation, cuts)
        guard pipeline.canSeek else {
            events.append(.seekFailed(generation, id, "This item does not support seeking."))
            return
        }
        if holdsSeeks {
            heldSeeks.append((generation, id, target, rate))
        } else {
            land((generation, id, target, rate))
        }
    }

    /// Lands the seek that was held first.
    mutating func landSeek() { if !heldSeeks.isEmpty { land(heldSeeks.removeFirst()) } }

    /// The seek that was held first cannot be done.
    mutating func failSeek() {
        guard !heldSeeks.isEmpty else { return }
        let seek = heldSeeks.removeFirst()
        events.append(.seekFailed(seek.generation, seek.id, "no"))
    }

    private mutating func land(_ seek: HeldSeek) {
        guard let pipeline = current, pipeline.generation == seek.generation else { return }
        if let rate = seek.rate {
            current?.request.rate = rate
            preload?.request.rate = rate
        }
        let heard = isPlaying && pipeline.isStarted
        let anchor = PositionAnchor(
            position: min(seek.target, pipeline.media.duration ?? seek.target), moment: now,
            rate: heard ? (seek.rate ?? pipeline.request.rate) : 0)
        current?.anchor = anchor
        current?.end = .ahead
        events.append(.seekLanded(seek.generation, seek.id, anchor))
    }

    // MARK: What happens by itself

    /// Does the next thing that happens at this moment by itself.
    ///
    /// - Returns: false when there is none.
    mutating func step() -> Bool {
        if !holdsPreparing, let pipeline = current, isReady(pipeline) {
            current?.isPrepared = true
            if !tellPrepared(pipeline) { current = nil }
        } else if !holdsPreparing, let pipeline = preload, isReady(pipeline) {
            preload?.isPrepared = true
            if !tellPrepared(pipeline) { preload = nil }
        } else if preload == nil, current?.end == .waiting {
            endIfNothingFollows()
        } else if isPlaying, let pipeline = current, pipeline.isPrepared, !pipeline.isStarted {
            start(pipeline)
        } else if isPlaying, current?.end == .waiting, let next = preload, next.isPrepared {
            join(next)
        } else {
            return false
        }
        return true
    }

    /// When something happens by itself next, from now on.
    var nextMoment: MonotonicTime? {
        let preparations = holdsPreparing ? [] : [current, preload].compactMap { $0 }.filter { !$0.isPrepared }
        return ([cutMoment, endMoment] + preparations.map(\.preparesAt)).compactMap(\.self).min()
    }

    /// Moves the clock there; what happens until then is left out.
    mutating func reach(_ moment: MonotonicTime) { now = max(now, moment) }

    /// What happens at ``nextMoment``, once the clock is there; ``step()`` does the rest.
    mutating func happen() {
        if let cut = cutMoment, cut <= now {
            passCut()
        } else if let end = endMoment, end <= now {
            finishItem()
        }
    }

    private func isReady(_ pipeline: Pipeline) -> Bool { !pipeline.isPrepared && pipeline.preparesAt <= now }

    private func facts(_ media: FakeMedia) -> PreparedItem {
        PreparedItem(
            duration: media.duration, isSeekable: media.isSeekable, isLive: media.isLive, isManifest: media.isManifest,
            hasVideo: media.hasVideo, aspect: media.aspect)
    }

    /// - Returns: whether it can be played.
    private mutating func tellPrepared(_ pipeline: Pipeline) -> Bool {
        let (generation, media) = (pipeline.generation, pipeline.media)
        if let fault = media.fault, !media.failsLate {
            events.append(.failed(generation, fault))
            return false
        }
        if media.tags != MediaTags() { events.append(.tagsChanged(generation, media.tags)) }
        if let findings = media.findings { events.append(.findingsRead(generation, findings)) }
        if media.tracks != TrackSet() { events.append(.tracksChanged(generation, media.tracks)) }
        events.append(.prepared(generation, facts(media)))
        return true
    }

    private mutating func start(_ pipeline: Pipeline) {
        let anchor = PositionAnchor(position: pipeline.anchor.position, moment: now, rate: pipeline.rate)
        current?.isStarted = true
        current?.anchor = anchor
        events.append(.started(pipeline.generation, anchor))
        guard let fault = pipeline.media.fault else { return }
        current = nil
        events.append(.failed(pipeline.generation, fault))
    }

    private var endMoment: MonotonicTime? {
        current?.end == .ahead ? current?.media.duration.flatMap(moment) : nil
    }

    private var cutMoment: MonotonicTime? {
        guard current?.end == .ahead, let cut = current?.cuts.first else { return nil }
        return holdsCuts || refusesCuts && cut.end != nil ? nil : moment(cut.start)
    }

    private func moment(_ position: MediaTime) -> MonotonicTime? {
        guard let current, current.anchor.rate > 0 else { return nil }
        let left = (position - current.anchor.position).seconds / current.anchor.rate
        return current.anchor.moment + .seconds(max(0, left))
    }

    private mutating func passCut() {
        guard let pipeline = current, let cut = pipeline.cuts.first else { return }
        guard let end = cut.end else { return finishItem() }
        let anchor = PositionAnchor(position: end, moment: now, rate: pipeline.anchor.rate)
        current?.anchor = anchor
        current?.cuts.removeFirst()
        events.append(.cutPassed(pipeline.generation, anchor))
    }

    private mutating func finishItem() {
        guard let ended = current else { return }
        let cutOff = ended.cuts.filter { $0.end == nil }
        current?.cuts = cutOff
        current?.anchor = .standing(at: cutOff.first?.start ?? ended.media.duration ?? .zero)
        current?.end = .waiting
        if let next = preload, next.isPrepared, !next.request.isHeld { join(next) } else { endIfNothingFollows() }
    }

    private mutating func join(_ next: Pipeline) {
        preload = nil
        current = next
        current?.isStarted = true
        let anchor = PositionAnchor(position: next.request.start, moment: now, rate: next.rate)
        current?.anchor = anchor
        events.append(.started(next.generation, anchor))
    }

    private mutating func endIfNothingFollows() {
        guard let ended = current, ended.end == .waiting, preload?.request.isHeld ?? true else { return }
        current?.end = .told
        events.append(.ended(ended.generation))
    }
}
