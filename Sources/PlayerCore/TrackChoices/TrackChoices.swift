/// Applies the choices made for a series to its next episode, languages and the rate, and the tracks that were chosen for an
/// item to the item itself.
struct TrackChoices: ListeningFeature {
    /// What is known of an item with a pipeline.
    private struct Known: Sendable {
        /// The series, once it is known and its choices were requested.
        var series: String?
        /// The choices made for ``series``.
        var choice: SeriesChoice?
        /// Whether the journal replied, possibly without a choice.
        var isAnswered = false
        var isRateChosen = false
        /// What a person chose before the series was known.
        var early = SeriesChoice()
    }

    /// What a person chose for one item.
    private struct Own: Sendable {
        /// Its address: another one under the same id is another item.
        var uri: String
        var tracks = ItemTracks()
    }

    private var known: [Generation: Known] = [:]
    /// Of the current item and the preload.
    private var own: [ItemID: Own] = [:]
    /// The pipelines that know what was chosen for their item.
    private var told: Set<Generation> = []
    private var current: ItemID?
    /// The rate before a series applied its own.
    private var rateBefore: Double?
    /// The kind of the item without a series that the present rate was chosen for.
    private var kindOfRate: ContentKind?
    /// What was chosen while the current item was not open.
    private var beforeOpening: (item: ItemID, choice: SeriesChoice)?
    /// The item of the restored session, whose rate is its own, until anything plays.
    private var restored: ItemID?

    /// Remembers a user's choice for the current item and its series.
    mutating func hear(_ event: PlaybackEvent, _ scene: Scene, _ requests: inout Requests) {
        switch event {
        case .restored: restored = scene.mainItem?.id
        case .opened(_, let item), .openedAtStart(_, let item):
            guard own[item.id]?.uri != item.description.uri else { return }
            own[item.id] = Own(uri: item.description.uri)
        case .choseTracks(let new): choose(new, scene)
        case .chose(let new): choose(new, scene, &requests)
        default: break
        }
    }

    private mutating func choose(_ new: ItemTracks, _ scene: Scene) {
        guard isWanted(scene), let item = scene.item, !item.id.isOfInterstitial, let generation = scene.generation
        else { return }
        own[item.id, default: Own(uri: item.description.uri)].tracks.take(new)
        // This pipeline was asked for them already; a repeat of the item that is prepared was not.
        told = [generation]
    }

    private mutating func choose(_ new: SeriesChoice, _ scene: Scene, _ requests: inout Requests) {
        guard isWanted(scene) else { return }
        guard let generation = scene.generation else { return chooseBeforeOpening(new, scene) }
        guard let of = known[generation], let series = of.series, of.isAnswered else {
            if new.rate != nil { kindOfRate = scene.contentKind.ofSpeed }
            known[generation, default: Known()].early.take(new)
            return
        }
        choose(new, series, generation, scene, &requests)
    }

    private mutating func chooseBeforeOpening(_ new: SeriesChoice, _ scene: Scene) {
        guard let item = scene.mainItem?.id else { return }
        var choice = beforeOpening?.item == item ? beforeOpening?.choice ?? SeriesChoice() : SeriesChoice()
        choice.take(new)
        beforeOpening = (item, choice)
    }

    /// Remembers what a person chose, for all items of the series that are known.
    private mutating func choose(
        _ new: SeriesChoice, _ series: String, _ generation: Generation, _ scene: Scene, _ requests: inout Requests
    ) {
        var choice = known[generation]?.choice ?? SeriesChoice()
        choice.take(new)
        // A speed belongs to the series that it was chosen for: what follows begins at 1.
        if new.rate != nil { (kindOfRate, rateBefore) = (nil, rateBefore ?? 1) }
        for (other, of) in known where of.series == series {
            known[other]?.choice = choice
            if other != generation, choice.hasLanguages { prefer(other, scene, &requests) }
        }
        requests.perform(.library(.choose(choice, series: series)))
    }

    /// The choices for an item that is about to be heard, and for its series.
    mutating func hear(_ event: PlayerEvent, _ scene: Scene, _ requests: inout Requests) {
        switch event {
        case .library(.choiceRecalled(let generation, let choice)) where scene.itemID(of: generation) != nil:
            known[generation, default: Known()].choice = choice
            known[generation]?.isAnswered = true
            if let of = known[generation], let series = of.series, !of.early.isEmpty {
                if of.early.rate != nil { known[generation]?.isRateChosen = true }
                known[generation]?.early = SeriesChoice()
                choose(of.early, series, generation, scene, &requests)
            }
            if known[generation]?.choice?.hasLanguages == true { prefer(generation, scene, &requests) }
        case .library(.tracksRecalled(let generation, var tracks)):
            guard let id = scene.itemID(of: generation), let meanwhile = own[id]?.tracks else { return }
            tracks.take(meanwhile)
            own[id]?.tracks = tracks
            prefer(generation, scene, &requests)
        default: break
        }
    }

    private mutating func prefer(_ generation: Generation, _ scene: Scene, _ requests: inout Requests) {
        let tracks = scene.itemID(of: generation).flatMap { own[$0]?.tracks }
        told.insert(generation)
        let wishes = TrackWishes(
            preferences: scene.settings.tracks, series: known[generation]?.choice,
            item: tracks?.isEmpty == false ? tracks : nil)
        requests.perform(.engine(.preferTracks(generation, wishes)))
    }

    /// Has the choices looked up for the series of the current item and of the preload, once the series is known.
    mutating func follow(_ scene: Scene, _ requests: inout Requests) {
        guard isWanted(scene) else { return }
        for generation in known.keys where scene.itemID(of: generation) == nil { known[generation] = nil }
        followItem(scene)
        if let generation = scene.generation, let item = scene.item {
            if let chosen = beforeOpening {
                if chosen.item == item.id { known[generation, default: Known()].early.take(chosen.choice) }
                beforeOpening = nil
            }
            let facts = scene.facts
            // The shown metadata is the same, once it is the item's own.
            let own = scene.published.isOpened ? scene.metadata : nil
            let metadata = own ?? Self.metadata(of: item, facts)
            let series = series(of: item, metadata, facts, kind: scene.contentKind)
            ask(for: series, generation, &requests)
            let known = known[generation] ?? Known()
            // The kind of an item is known once it is prepared.
            let isDecided = known.choice?.rate != nil || kindOfRate == nil || facts.isPrepared
            if !known.isRateChosen, isDecided, known.isAnswered || (series == nil && scene.startedAt != nil) {
                self.known[generation, default: Known()].isRateChosen = true
                takeRate(known.choice?.rate, scene, &requests)
            }
        }
        if let (generation, isSame) = scene.preloadGeneration, isSame { repeatChoice(generation, scene, &requests) }
        tellOwn(scene, &requests)
        guard let (generation, item, facts) = scene.preload else { return }
        let metadata = Self.metadata(of: item, facts)
        let kind = ContentKind(
            of: item.description, metadata: metadata, facts: facts, hasChapters: false, books: scene.settings.books)
        ask(for: series(of: item, metadata, facts, kind: kind), generation, &requests)
    }

    func describe(into published: inout Published) {
        published.ownTracks = current.flatMap { own[$0]?.tracks }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Forgets what was chosen for items that were left: the journal knows it when they are opened again.
    private mutating func followItem(_ scene: Scene) {
        current = scene.item?.id
        let preload = scene.preloadGeneration.flatMap { scene.itemID(of: $0.generation) }
        let kept = [current, scene.mainItem?.id, preload]
        if own.keys.contains(where: { !kept.contains($0) }) { own = own.filter { kept.contains($0.key) } }
        if told.contains(where: { scene.itemID(of: $0) == nil }) {
            told = told.filter { scene.itemID(of: $0) != nil }
        }
    }

    /// Tells pipelines what was chosen for their item in an earlier one: it was stopped, or repeats.
    private mutating func tellOwn(_ scene: Scene, _ requests: inout Requests) {
        for generation in [scene.generation, scene.preloadGeneration?.generation].compactMap({ $0 })
        where !told.contains(generation) {
            guard let id = scene.itemID(of: generation), own[id]?.tracks.isEmpty == false else { continue }
            prefer(generation, scene, &requests)
        }
    }

    /// A repeat of the item plays with the present choices.
    private mutating func repeatChoice(_ generation: Generation, _ scene: Scene, _ requests: inout Requests) {
        guard known[generation] == nil, let current = scene.generation, let now = known[current], now.isAnswered else {
            return
        }
        known[generation] = now
        if now.choice?.hasLanguages == true { prefer(generation, scene, &requests) }
    }

    private func isWanted(_ scene: Scene) -> Bool { scene.settings.hasJournal && scene.settings.keepsHistory }

    private mutating func ask(for series: String?, _ generation: Generation, _ requests: inout Requests) {
        let before = known[generation] ?? Known()
        guard series != before.series else { return }
        // The file is read beside the start of its playback: a series that is known late has its speed, too.
        known[generation] = Known(
            series: series, isRateChosen: series == nil && before.isRateChosen, early: before.early)
        if let series { requests.perform(.library(.recallChoice(generation, series: series))) }
    }

    /// Applies the rate of the series; without one, restores the rate from before any series applied its own. One that was
    /// chosen for an item without a series, such as a song, stays with its kind, and no series takes it over.
    private mutating func takeRate(_ wanted: Double?, _ scene: Scene, _ requests: inout Requests) {
        guard let wanted, scene.settings.rates.contains(wanted) else {
            let kind = scene.contentKind.ofSpeed
            var rate = rateBefore ?? scene.rate
            rateBefore = nil
            let series = scene.generation.flatMap { known[$0] }?.series
            if let kindOfRate, kindOfRate != kind || series != nil {
                rate = 1
                self.kindOfRate = nil
            } else if kindOfRate == nil, rate != 1, series == nil {
                // A restored session has its rate, too, for the item that it was chosen for.
                if let restored, restored != scene.item?.id { rate = 1 } else { kindOfRate = kind }
            }
            restored = nil
            if rate != scene.rate { requests.setRate(rate) }
            return
        }
        // A restored session has the rate of its series already.
        (restored, kindOfRate) = (nil, nil)
        rateBefore = rateBefore ?? (wanted == scene.rate ? 1 : scene.rate)
        if wanted != scene.rate { requests.setRate(wanted) }
    }

    private static func metadata(of item: QueueItem, _ facts: ItemFacts) -> ItemMetadata {
        ItemMetadata(item.description, findings: facts.findings, tags: facts.tags, isLive: facts.isLive)
    }

    /// Returns the series of an item: the show or podcast that it names, or the series in its file's name; nil for
    /// music.
    private func series(
        of item: QueueItem, _ metadata: ItemMetadata, _ facts: ItemFacts, kind: ContentKind
    ) -> String? {
        let isEpisode = metadata.season != nil || metadata.episode != nil || kind == .speech
        // A series that only the name of the file tells has been remembered by this. The file is read later than its name.
        let uri = item.description.uri
        let named = FileURI.path(of: uri).flatMap { _ in MediaName(uri: uri)?.series.map(MediaName.key) }
        if let found = facts.findings?.series ?? named, metadata.album.map(MediaName.key) == found { return found }
        if isEpisode, let album = metadata.album?.lowercased(), album.contains(where: { !$0.isWhitespace }) {
            return album
        }
        return facts.findings?.series
    }
}
