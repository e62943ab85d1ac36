// What was chosen for a series, chosen again for its next episode: languages and the speed.
extension Player {
    /// Has the choices for the series of the current item and of the prepared one looked up once it is known.
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
            self.preload?.facts = facts
        }
    }

    /// What was chosen for the series of an item that is about to be heard.
    mutating func choiceRecalled(_ generation: Generation, _ choice: SeriesChoice?) {
        change(generation) { facts in
            facts.choice = choice
            facts.isChoiceKnown = true
        }
        guard itemID(of: generation) != nil, let choice, choice.audioLanguage != nil || choice.subtitles != nil else {
            return
        }
        perform(.preferTracks(generation, choice))
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
