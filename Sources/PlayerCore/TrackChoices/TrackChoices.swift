/// Applies the choices made for a series to its next episode: languages and the rate.
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

    private var known: [Generation: Known] = [:]
    /// The rate before a series applied its own.
    private var rateBefore: Double?
    /// The kind of the item without a series that the present rate was chosen for.
    private var kindOfRate: ContentKind?
    /// What was chosen while the current item was not open.
    private var beforeOpening: (item: ItemID, choice: SeriesChoice)?
    /// The item of the restored session, whose rate is its own, until anything plays.
    private var restored: ItemID?

    /// Remembers a user's choice for the series of the current item.
    mutating func hear(_ event: PlaybackEvent, _ scene: Scene, _ requests: inout Requests) {
        if case .restored = event { restored = scene.mainItem?.id }
        guard case .chose(let new) = event, isWanted(scene) else { return }
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
            if other != generation, choice.hasLanguages { prefer(choice, other, scene, &requests) }
        }
        requests.perform(.library(.choose(choice, series: series)))
    }

    /// The choices for the series of an item that is about to be heard.
    mutating func hear(_ event: PlayerEvent, _ scene: Scene, _ requests: inout Requests) {
        guard case .library(.choiceRecalled(let generation, let choice)) = event, scene.itemID(of: generation) != nil
        else { return }
        known[generation, default: Known()].choice = choice
        known[generation]?.isAnswered = true
        if let of = known[generation], let series = of.series, !of.early.isEmpty {
            if of.early.rate != nil { known[generation]?.isRateChosen = true }
            known[generation]?.early = SeriesChoice()
            choose(of.early, series, generation, scene, &requests)
        }
        guard let choice = known[generation]?.choice, choice.hasLanguages else { return }
        prefer(choice, generation, scene, &requests)
    }

    private func prefer(
        _ choice: SeriesChoice, _ generation: Generation, _ scene: Scene, _ requests: inout Requests
    ) {
        let wishes = TrackWishes(preferences: scene.settings.tracks, series: choice)
        requests.perform(.engine(.preferTracks(generation, wishes)))
    }

    /// Has the choices looked up for the series of the current item and of the preload, once the series is known.
    mutating func follow(_ scene: Scene, _ requests: inout Requests) {
        guard isWanted(scene) else { return }
        for generation in known.keys where scene.itemID(of: generation) == nil { known[generation] = nil }
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
        guard let (generation, item, facts) = scene.preload else { return }
        let metadata = Self.metadata(of: item, facts)
        let kind = ContentKind(
            of: item.description, metadata: metadata, facts: facts, hasChapters: false, books: scene.settings.books)
        ask(for: series(of: item, metadata, facts, kind: kind), generation, &requests)
    }

    func describe(into published: inout Published) {}

    /// A repeat of the item plays with the present choices.
    private mutating func repeatChoice(_ generation: Generation, _ scene: Scene, _ requests: inout Requests) {
        guard known[generation] == nil, let current = scene.generation, let now = known[current], now.isAnswered else {
            return
        }
        known[generation] = now
        guard let choice = now.choice, choice.hasLanguages else { return }
        prefer(choice, generation, scene, &requests)
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
