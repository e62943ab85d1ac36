// What was chosen for a series, chosen again for its next episode: languages and the speed.
extension Player {
    /// Has the choices for the series of the current item and of the prepared one looked up once it is known, and follows
    /// them where there are such tracks.
    mutating func settleChoices() {
        guard settings.hasJournal, settings.keepsHistory else { return }
        if let generation, let item = queue.current {
            let series = series(of: item, facts, kind: contentKind)
            if series != facts.series {
                facts.series = series
                if let series { perform(.library(.recallChoice(generation, series: series))) }
            }
            if !facts.isRateChosen, facts.isChoiceKnown || (series == nil && startedAt != nil) {
                facts.isRateChosen = true
                takeRecalledRate()
            }
            var facts = facts
            if let choice = facts.choice { follow(choice, generation, &facts) }
            self.facts = facts
        }
        if let preload, preload.id != queue.current?.id, let item = queue.index(of: preload.id).map({ queue.items[$0] })
        {
            var facts = preload.facts
            let metadata = ItemMetadata(item.description, findings: facts.findings, tags: facts.tags, isLive: false)
            let kind = ContentKind(
                uri: item.description.uri, metadata: metadata, hasVideo: facts.hasVideo, hasChapters: false,
                duration: facts.duration)
            let series = series(of: item, facts, kind: kind)
            if series != facts.series {
                facts.series = series
                if let series { perform(.library(.recallChoice(preload.generation, series: series))) }
            }
            if let choice = facts.choice { follow(choice, preload.generation, &facts) }
            self.preload?.facts = facts
        }
    }

    /// What was chosen for the series of an item that is about to be heard.
    mutating func choiceRecalled(_ generation: Generation, _ choice: SeriesChoice?) {
        change(generation) { facts in
            facts.choice = choice
            facts.isChoiceKnown = true
        }
    }

    /// The speed of the series; one without goes back to what held before any series had its own.
    private mutating func takeRecalledRate() {
        guard let wanted = facts.choice?.rate, settings.rates.contains(wanted) else { return leaveRecalledRate() }
        guard wanted != rate else { return }
        rateBeforeSeries = rateBeforeSeries ?? rate
        rate = wanted
    }

    private mutating func leaveRecalledRate() {
        guard let before = rateBeforeSeries else { return }
        rateBeforeSeries = nil
        rate = before
    }

    private mutating func follow(_ choice: SeriesChoice, _ generation: Generation, _ facts: inout ItemFacts) {
        if !facts.isAudioChosen, let language = choice.audioLanguage,
            let track = Self.track(language, facts.tracks.audio)
        {
            facts.isAudioChosen = true
            if track.id != facts.tracks.selectedAudio, !isPlaying(language, facts) {
                perform(.selectAudio(generation, track.id))
            }
        }
        guard !facts.areSubtitlesChosen, facts.isPrepared else { return }
        switch choice.subtitles {
        case .off:
            facts.areSubtitlesChosen = true
            if facts.tracks.selectedSubtitles != nil { perform(.selectSubtitles(generation, nil)) }
        case .language(let language):
            guard let track = Self.track(language, facts.tracks.subtitles) else { return }
            facts.areSubtitlesChosen = true
            if track.id != facts.tracks.selectedSubtitles { perform(.selectSubtitles(generation, track.id)) }
        case nil: break
        }
    }

    /// Whether the sound that plays is in a language already: of several tracks the default one stays.
    private func isPlaying(_ language: String, _ facts: ItemFacts) -> Bool {
        facts.tracks.audio.contains {
            $0.id == facts.tracks.selectedAudio && LanguageMatching.isSame($0.language, language)
        }
    }

    private static func track(_ language: String, _ tracks: [MediaTrack]) -> MediaTrack? {
        LanguageMatching.best(of: tracks.map(\.language), for: [language]).flatMap { best in
            tracks.first { $0.language == best }
        }
    }

    /// Remembers what somebody chose just now for the series of the current item.
    mutating func rememberChoice(_ change: (inout SeriesChoice) -> Void) {
        guard settings.hasJournal, settings.keepsHistory, generation != nil, let series = facts.series else { return }
        var choice = facts.choice ?? SeriesChoice()
        change(&choice)
        facts.choice = choice
        perform(.library(.choose(choice, series: series)))
    }

    /// What an item belongs to: the show or podcast that it names, or the series in its file's name; nil for music.
    private func series(of item: QueueItem, _ facts: ItemFacts, kind: ContentKind) -> String? {
        let metadata = ItemMetadata(
            item.description, findings: facts.findings, tags: facts.tags, isLive: facts.isLive)
        let isEpisode = metadata.season != nil || metadata.episode != nil || kind == .speech
        if isEpisode, let album = metadata.album?.lowercased(), album.contains(where: { !$0.isWhitespace }) {
            return album
        }
        return facts.findings?.series
    }
}
