@testable import PlayerCore

extension MediaTime {
    /// What does not fit is as far away as can be.
    static func seconds(_ seconds: Double) -> MediaTime {
        MediaTime(nanoseconds: Int64(exactly: (seconds * 1e9).rounded(.towardZero)) ?? (seconds < 0 ? .min : .max))
    }
}

extension MonotonicTime {
    static func seconds(_ seconds: Double) -> MonotonicTime { MonotonicTime(nanoseconds: Int64(seconds * 1e9)) }
}

/// What a player may wait for.
enum Timer: Hashable { case preload, reanchor, chapter, segment, sleep, cards, announcement }

/// A player with an engine without sound (``FakePipelines``), on a clock that tests move.
final class FakeEngine {
    private(set) var player: Player
    private var pipelines = FakePipelines()
    var now: MonotonicTime { pipelines.now }
    var media: [String: FakeMedia] {
        get { pipelines.media }
        set { pipelines.media = newValue }
    }
    /// How long it takes until an item is ready, by URI.
    var preparing: [String: MediaTime] {
        get { pipelines.preparing }
        set { pipelines.preparing = newValue }
    }
    /// Seeks and rate changes are left for ``landSeek()`` and ``failSeek()``.
    var holdsSeeks: Bool {
        get { pipelines.holdsSeeks }
        set { pipelines.holdsSeeks = newValue }
    }
    /// Cuts are left to the player.
    var refusesCuts: Bool {
        get { pipelines.refusesCuts }
        set { pipelines.refusesCuts = newValue }
    }
    /// What follows a cut is not ready.
    var holdsCuts: Bool {
        get { pipelines.holdsCuts }
        set { pipelines.holdsCuts = newValue }
    }
    /// Nothing gets ready until this is set back and ``settle()`` is called.
    var holdsPreparing: Bool {
        get { pipelines.holdsPreparing }
        set { pipelines.holdsPreparing = newValue }
    }

    /// Cards are drawn only when this is set back.
    var holdsCards: Bool {
        get { pipelines.holdsCards }
        set {
            pipelines.holdsCards = newValue
            hearPipelines()
            settle()
        }
    }

    private(set) var effects: [EngineEffect] = []
    private(set) var notices: [PlayerNotice] = []
    private(set) var logLines: [String] = []
    private var events: [PlayerEvent] = []
    private(set) var wake: MonotonicTime?
    /// What the player waits for, by what it is.
    var timers: [Timer: MonotonicTime] {
        let (features, scene) = (player.features, player.scene)
        return [
            .preload: scene.playback.upcoming.preloadsAt, .reanchor: scene.playback.run.reanchorsAt,
            .chapter: features.chapters.wakesAt(scene),
            .segment: [features.segments.wakesAt(scene), scene.playback.editChange(now: now)].compactMap(\.self).min(),
            .sleep: features.sleepTimer.wakesAt(scene), .cards: features.cards.wakesAt(scene),
            .announcement: features.announcement.wakesAt(scene),
        ].compactMapValues(\.self)
    }
    private(set) var fetchedImages: [ImageSource] = []
    /// Sees everything that the player publishes.
    var observe: ((PlayerSnapshot, [PlayerNotice]) -> Void)?
    /// Pictures stay on their way.
    var holdsImages = false
    /// What reading entries ahead finds under a URI, where it is not what playing them finds.
    var files: [String: ItemFindings] = [:]
    private(set) var readAhead: [String] = []
    /// Answers when the titles of the queue are to be read.
    var readsTitles = false
    /// The batches of entries whose titles were to be read.
    private(set) var readTitles: [[String]] = []
    /// The replaced queue in the journal.
    private(set) var keptQueue: FormerQueue?
    private(set) var readChapters: [String] = []
    private(set) var chapterOrigins: [String?] = []
    /// What items hold that are read as lists; all others hold none.
    var lists: [String: ListAnswer] = [:]
    private(set) var readLists: [String] = []
    /// Addresses and the headers that go with requests to them.
    private(set) var addedHeaders: [(uri: String, headers: [String: String])] = []
    /// What lists of an interstitial's assets hold.
    var assets: [String: [String]] = [:]
    /// Lists stay unread until ``answerLists()``.
    var holdsLists = false
    private var heldLists: [(id: ItemID, uri: String)] = []
    /// Entries that are read ahead stay unread.
    var holdsReading = false
    /// What files of chapters hold.
    var chapterFiles: [String: [Chapter]] = [:]
    /// Where items were left, by URI.
    var memory: [String: Recollection] = [:]
    /// What was played, by URI.
    var history: [String: HistoryEntry] = [:]
    /// The styles of subtitles in the journal.
    var styles: [String: SubtitleStyle] = [:]
    /// The tracks that were chosen for items in the journal.
    var itemTracks: [String: ItemTracks] = [:]
    /// The delays of the sound in the journal.
    var audioDelays: [String: MediaTime] = [:]
    var choices: [String: SeriesChoice] = [:]
    private(set) var saved: [StoredSession] = []
    private(set) var records: [PlaybackRecord] = []
    private(set) var windowEffects: [WindowEffect] = []
    private(set) var exportEffects: [ExportEffect] = []
    private(set) var pictureEffects: [PictureEffect] = []
    var muted: [Generation: [TimeRange]] { pipelines.muted }
    /// By how many quarters pictures are turned by hand.
    var turns: [Generation: Int] { pipelines.turns }
    var heldSeeks: [FakePipelines.HeldSeek] { pipelines.heldSeeks }

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
    var currentGeneration: Generation? { pipelines.currentGeneration }
    var preloadGeneration: Generation? { pipelines.preloadGeneration }
    var preloadStart: MediaTime? { pipelines.preloadRequest?.start }
    var preloaded: String? { pipelines.preloadRequest?.uri }

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

    @discardableResult
    func send(_ command: PlayerCommand.Tracks) -> Result<CommandReply, CommandRefusal> { send(.tracks(command)) }

    func tell(_ event: EngineEvent) { tell(.engine(event)) }

    func tell(_ event: PlayerEvent) {
        take(player.handle(event, now: now))
        settle()
    }

    /// Lets time pass; timers fire and items end when their moment comes.
    func advance(_ seconds: Double) {
        let target = now + .seconds(seconds)
        var steps = 0
        while let moment = [wake, pipelines.nextMoment].compactMap(\.self).min(), moment <= target {
            steps += 1
            precondition(steps < 10_000, "The player is woken for ever: \(effects.suffix(6))")
            pipelines.reach(moment)
            if pipelines.nextMoment.map({ $0 <= moment }) ?? false {
                pipelines.happen()
                hearPipelines()
            } else {
                take(player.handle(.wake, now: now))
            }
            settle()
        }
        pipelines.reach(target)
    }

    func landSeek() {
        pipelines.landSeek()
        hearPipelines()
        settle()
    }

    /// Answers the lists that were held, in order.
    func answerLists() {
        events += heldLists.map { .reading(.listRead($0.id, $0.uri, lists[$0.uri] ?? .noList)) }
        heldLists = []
        settle()
    }

    func failSeek() {
        pipelines.failSeek()
        hearPipelines()
        settle()
    }

    /// Carries on until nothing more happens by itself.
    func settle() {
        var steps = 0
        while true {
            steps += 1
            precondition(steps < 10_000, "The player spins: \(effects.suffix(6))")
            if !events.isEmpty {
                take(player.handle(events.removeFirst(), now: now))
            } else if pipelines.step() {
                hearPipelines()
            } else {
                return
            }
        }
    }

    /// What the pipelines told comes after everything that was told before.
    private func hearPipelines() { events += pipelines.takeEvents().map { .engine($0) } }

    private func take(_ outcome: PlayerOutcome) {
        wake = outcome.wake
        effects += outcome.effects.compactMap { if case .engine(let effect) = $0 { effect } else { nil } }
        notices += outcome.notices
        logLines += outcome.logLines
        for effect in outcome.effects { carryOut(effect) }
        observe?(player.snapshot(), outcome.notices)
    }

    private func carryOut(_ effect: PlayerEffect) {
        switch effect {
        case .engine(let effect):
            pipelines.perform(effect)
            hearPipelines()
        case .reading(let effect): carryOut(effect)
        case .window(let effect): windowEffects.append(effect)
        case .library(let effect): carryOut(effect)
        case .export(let effect): exportEffects.append(effect)
        case .pictures(let effect): pictureEffects.append(effect)
        }
    }

    private func carryOut(_ effect: ReadingEffect) {
        switch effect {
        case .fetchImage(let source, _):
            fetchedImages.append(source)
            let uri = "file:///cache/\(fetchedImages.count).jpg"
            if !holdsImages { events.append(.reading(.imageFetched(source, uri))) }
        case .readAhead(let id, let uri):
            readAhead.append(uri)
            if !holdsReading { events.append(.reading(.itemRead(id, uri, files[uri] ?? media[uri]?.findings))) }
        case .readTitles(let items):
            readTitles.append(items.map(\.description.uri))
            let read = items.map { item in
                let uri = item.description.uri
                return ReadEntry(id: item.id, uri: uri, findings: files[uri] ?? media[uri]?.findings)
            }
            if readsTitles { events.append(.reading(.titlesRead(read))) }
        case .readList(let id, let uri, _):
            readLists.append(uri)
            if holdsLists {
                heldLists.append((id, uri))
            } else {
                events.append(.reading(.listRead(id, uri, lists[uri] ?? .noList)))
            }
        case .addHeaders(let headers, let uri): addedHeaders.append((uri, headers))
        case .readAssets(let uri, _):
            readLists.append(uri)
            events.append(.reading(.assetsRead(uri, assets[uri] ?? [])))
        case .readChapters(let uri, let origin):
            chapterOrigins.append(origin)
            readChapters.append(uri)
            let problem = chapterFiles[uri] == nil ? "the chapters are ignored: there is no such file" : nil
            events.append(.reading(.chaptersRead(uri, chapterFiles[uri] ?? [], problem: problem)))
        }
    }

    private func carryOut(_ effect: LibraryEffect) {
        switch effect {
        case .save(let session): saved.append(session)
        case .record(let record): records.append(record)
        case .recallQueue(let generation, let items):
            let known = items.map { ($0, history[$0.description.uri]) }
            let place = Continuation.place(in: known).map { item, entry in
                Continuation(
                    item: item.id, recollection: entry?.resume.map { Recollection(resume: $0, absence: .zero) })
            }
            events.append(.library(.queueRecalled(generation, place)))
        case .keepQueue(let queue): keptQueue = queue
        case .dropQueue: keptQueue = nil
        case .recall(let generation, let uri, _):
            recallTracks(of: uri, generation)
            events.append(.library(.recalled(generation, memory[uri])))
            recallSettings(of: uri, generation)
        case .recallSettings(let generation, let uri, _):
            recallTracks(of: uri, generation)
            events.append(.library(.recalled(generation, nil)))
            recallSettings(of: uri, generation)
        case .recallChoice(let generation, let series):
            events.append(.library(.choiceRecalled(generation, choices[series])))
        case .choose(let choice, let series): choices[series] = choice
        }
    }

    private func recallTracks(of uri: String, _ generation: Generation) {
        if let tracks = itemTracks[uri] { events.append(.library(.tracksRecalled(generation, tracks))) }
    }

    private func recallSettings(of uri: String, _ generation: Generation) {
        if let style = styles[uri] { events.append(.library(.subtitlesRecalled(generation, style))) }
        if let delay = audioDelays[uri] { events.append(.library(.audioDelayRecalled(generation, delay))) }
    }
}

extension [EngineEffect] {
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
