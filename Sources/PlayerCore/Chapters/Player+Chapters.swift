// Chapters: which there are, which is current, and going from one to another.
extension Player {
    /// What the outside may read.
    var chapterSnapshot: ChapterSnapshot {
        var snapshot = chapters.published
        snapshot.images = images.compactMapValues(\.uri)
        return snapshot
    }

    /// Derives the list when what it is made from changed, then the current chapter, then the timer for the next.
    mutating func settleChapters(now: MonotonicTime) {
        settleNamedChapters()
        let source = ChapterState.Source(
            item: queue.current?.id, details: queue.current?.description.details,
            findings: facts.findings ?? queue.current.flatMap { memory.item($0) }?.findings,
            duration: facts.duration, named: chapters.named?.chapters ?? [], preferredLanguages: preferredLanguages)
        if source != chapters.source { makeChapters(from: source) }
        noteCurrentChapter(now: now)
        armChapterTimer(now: now)
    }

    /// Has the file of chapters read that a description names, once for each time the item becomes current.
    private mutating func settleNamedChapters() {
        guard let item = queue.current,
            let uri = item.description.details?.fields.chaptersURI ?? facts.findings?.sidecar?.chaptersURI
        else {
            chapters.named = nil
            return
        }
        guard chapters.named?.item != item.id || chapters.named?.uri != uri else { return }
        chapters.named = (item.id, uri, [])
        perform(.readChapters(uri))
    }

    private mutating func makeChapters(from source: ChapterState.Source) {
        var published = ChapterSnapshot()
        let fields = source.details?.fields
        published.list = ChapterList(
            ChapterPrecedence.chapters(
                description: fields, findings: source.findings, named: source.named, duration: source.duration))
        published.chapters = published.list.bestMatching(source.preferredLanguages)
        published.language = published.list.language(for: source.preferredLanguages)
        published.preferredLanguages = source.preferredLanguages
        var titles: Set<String> = [""]
        for group in fields?.markers ?? source.findings?.sidecar?.markers ?? [] {
            guard titles.insert(group.title).inserted else { continue }
            let markers = ChapterList(ChapterPrecedence.resolved(group.markers, duration: source.duration))
            published.groups.append(
                MarkerGroup(title: group.title, markers: markers.bestMatching(source.preferredLanguages)))
        }
        chapters.source = source
        published.current = chapters.published.current
        published.revision = chapters.published.revision
        guard published != chapters.published else { return }
        published.revision += 1
        chapters.published = published
        chapters.timeline = ChapterTimeline(published.chapters)
    }

    /// Tells of another chapter, another item's, or another title of it, exactly once.
    ///
    /// While a new item is opened its chapters are about to be known: until then nothing is told, or every change of items
    /// would be two changes of chapters.
    private mutating func noteCurrentChapter(now: MonotonicTime) {
        let index = chapters.timeline.index(at: position(at: now))
        chapters.published.current = index
        let chapter = index.map { chapters.published.chapters[$0] }
        let new = ChapterState.Told(
            item: queue.current?.id, index: index, start: chapter?.start, title: chapter?.title ?? "")
        let isOpening = generation != nil && facts.findings == nil && !facts.isPrepared
        guard !isOpening || new.item == chapters.told.item else { return }
        let old = chapters.told
        chapters.told = new
        guard index != old.index || (index != nil && new != old) else { return }
        notify(.chapterChanged(index, title: chapter?.title ?? ""))
        // Where an item begins is no change of chapters to somebody who watches.
        if new.item == old.item, startedAt != nil { cards.machine.chapterBegan(new.title, now: now) }
    }

    /// While the position moves, wakes up at the moment at which the current chapter changes, and never else.
    private mutating func armChapterTimer(now: MonotonicTime) {
        let moment = chapters.timeline.change(after: position(at: now)).flatMap { self.moment(of: $0) }
        guard moment != chapters.armed else { return }
        chapters.armed = moment
        if let moment { perform(.arm(.chapter, moment)) } else { perform(.disarm(.chapter)) }
    }

    /// When the position gets to a later one by itself; nil while it stands.
    func moment(of position: MediaTime) -> MonotonicTime? {
        let anchor = reportedPosition
        guard anchor.rate > 0, position <= anchor.limit ?? position else { return nil }
        let wait = Double((position - anchor.position).nanoseconds) / anchor.rate
        // Timers tick in microseconds; a moment too early would find that nothing has changed yet.
        guard let wait = Int64(exactly: (wait / 1_000).rounded(.up)), wait < .max / 2_000 else { return nil }
        return anchor.moment + MediaTime(nanoseconds: (wait + 1) * 1_000)
    }

    // MARK: What is read of the item

    /// What the container and the sidecars say; a start that a sidecar names counts while nothing was heard yet.
    mutating func findingsRead(_ generation: Generation, _ findings: ItemFindings, now: MonotonicTime) {
        guard let id = itemID(of: generation) else { return }
        // What is only proposed is in no queue yet.
        let uri = queue.index(of: id).map { queue.items[$0].description.uri } ?? preload?.request.uri ?? ""
        let scheme = uri.prefix(5).lowercased()
        change(generation) { facts in
            facts.findings = findings
            facts.isRemote = scheme == "http:" || scheme == "https"
            // What was told before the pipeline was ready is a memory.
            if facts.isPrepared { facts.duration = facts.believed(facts.duration) }
        }
        noteDuration(generation)
        guard let start = findings.sidecar?.start, start > .zero else { return }
        let isKnown = sidecarStarts.updateValue(start, forKey: id) == start
        guard !isKnown, generation == self.generation, self.start == .zero || resumeStarts[id] != nil,
            let item = queue.current
        else { return }
        moveStart(to: firstPosition(of: item), now: now)
    }

    /// Where an item starts when nobody says otherwise: as its description says, else where it was left, else as its
    /// sidecar says.
    func start(of item: QueueItem) -> MediaTime {
        max(
            .zero,
            item.description.details?.fields.start ?? resumeStarts[item.id] ?? sidecarStarts[item.id] ?? .zero)
    }

    // MARK: Going to chapters

    /// To the start of a chapter, hidden or not.
    mutating func goToChapter(_ index: Int, now: MonotonicTime) -> Result<CommandReply, CommandRefusal> {
        let count = chapters.published.chapters.count
        guard index < count else {
            guard count > 0 else { return .failure(Self.noChapters) }
            return .failure(.notFound("There is no chapter \(index); the last one is \(count - 1), counted from 0."))
        }
        guard isPlayed(chapters.published.chapters[index]) else {
            return .failure(
                .notPossible("Chapter \(index), counted from 0, is outside of the item's in and out point."))
        }
        return seekToChapter(index, now: now)
    }

    /// Whether any of a chapter lies between the item's in and out point.
    private func isPlayed(_ chapter: LocalizedChapter) -> Bool {
        if let out = segments.points.outPoint, chapter.start >= out { return false }
        guard let start = segments.points.inPoint, chapter.start < start else { return true }
        return chapter.end > start
    }

    /// The chapter that begins next after a position; nil where nothing of it is played.
    private func nextChapter(after position: MediaTime) -> Int? {
        chapters.timeline.next(after: position).flatMap { isPlayed(chapters.published.chapters[$0]) ? $0 : nil }
    }

    /// To the start of the chapter that begins next.
    mutating func goToNextChapter(now: MonotonicTime) -> Result<CommandReply, CommandRefusal> {
        guard !chapters.published.chapters.isEmpty else { return .failure(Self.noChapters) }
        guard let next = nextChapter(after: position(at: now)) else {
            return .failure(.notPossible("This is the last chapter."))
        }
        return seekToChapter(next, now: now)
    }

    /// To the start of this chapter when it is well under way, else to the start of the one before.
    mutating func goToPreviousChapter(now: MonotonicTime) -> Result<CommandReply, CommandRefusal> {
        guard !chapters.published.chapters.isEmpty else { return .failure(Self.noChapters) }
        guard let target = previousChapter(now: now) ?? chapters.published.current else {
            return .failure(.notPossible("There is no chapter before this position."))
        }
        return seekToChapter(target, now: now)
    }

    /// The chapter that going back leads to; nil at the beginning of the first, and before it.
    private func previousChapter(now: MonotonicTime) -> Int? {
        guard let current = chapters.published.current else { return nil }
        let start = chapters.published.chapters[current].start
        let heard = position(at: now) - max(start, segments.points.inPoint ?? start)
        if heard > settings.chapterThreshold { return current }
        return chapters.timeline.last(before: start).flatMap { isPlayed(chapters.published.chapters[$0]) ? $0 : nil }
    }

    private mutating func seekToChapter(_ index: Int, now: MonotonicTime) -> Result<CommandReply, CommandRefusal> {
        let start = chapters.published.chapters[index].start
        // Containers round a chapter's start, and the picture that covers a moment begins before it: without the
        // millisecond the last picture of the chapter before would be shown.
        let isOnAPicture = facts.hasVideo && start > .zero
        let target = isOnAPicture ? start + MediaTime(nanoseconds: 1_000_000) : start
        if let refusal = seekRefusal(to: target, now: now) { return .failure(refusal) }
        seekByUser(to: min(target, facts.duration ?? target), now: now)
        return .success(.done)
    }

    private static var noChapters: CommandRefusal { .notPossible("This item has no chapters.") }

    // MARK: Next and Previous of MPRIS

    /// Whether they move by chapter here.
    private var stepsByChapter: Bool {
        guard generation != nil, !chapters.published.chapters.isEmpty, facts.canSeek else { return false }
        return switch settings.stepping {
        case .queue: false
        case .chapters: true
        case .auto: queue.items.count == 1
        }
    }

    /// Whether Next leads anywhere: to the end of what is offered to be skipped, to a chapter, or to another item.
    var canStepForward: Bool {
        if takesOfferAsNext { return true }
        if hasChapterAhead { return !requiresLinearPlayback }
        return queue.hasNeighbour(.forward)
    }

    private var hasChapterAhead: Bool {
        guard stepsByChapter else { return false }
        let current = chapters.published.current.map { chapters.published.chapters[$0].start }
        return nextChapter(after: current ?? MediaTime(nanoseconds: -1)) != nil
    }

    /// MPRIS Next.
    mutating func stepForward(now: MonotonicTime) -> Result<CommandReply, CommandRefusal> {
        if takesOfferAsNext { return takeOffer(now: now) }
        if stepsByChapter, let next = nextChapter(after: position(at: now)) {
            return seekToChapter(next, now: now)
        }
        guard queue.hasNeighbour(.forward) else {
            return .failure(.notPossible("This is the last item of the queue; nothing comes after it."))
        }
        goNext(now: now)
        return .success(.done)
    }

    /// Whether Previous leads anywhere: to an item's or chapter's beginning, or to another item.
    var canStepBackward: Bool { queue.current != nil && (!facts.isLive || queue.hasNeighbour(.backward)) }

    /// MPRIS Previous.
    mutating func stepBackward(now: MonotonicTime) -> Result<CommandReply, CommandRefusal> {
        if undoesSkip(now: now) { return unskip(now: now) }
        if stepsByChapter, let previous = previousChapter(now: now) { return seekToChapter(previous, now: now) }
        guard canStepBackward else {
            return .failure(
                .notPossible("Nothing comes before this, and a live stream has no beginning to go back to."))
        }
        goPrevious(now: now)
        return .success(.done)
    }

    // MARK: Languages and markers

    /// Publishes the chapters anew in the language that serves best.
    mutating func setPreferredLanguages(_ languages: [String]) -> Result<CommandReply, CommandRefusal> {
        for language in languages where !LanguageMatching.isTag(language) {
            return .failure(.invalid("'\(language.prefix(40))' is no language tag; write them as in en or fr-CH."))
        }
        preferredLanguages = languages
        return .success(.done)
    }

    /// Changes the current item's description, so that the queue gives it back and nothing is lost.
    mutating func setMarkers(_ title: String, _ markers: [Chapter]) -> Result<CommandReply, CommandRefusal> {
        guard let item = queue.current else { return .failure(.notPossible("The queue is empty; add an item first.")) }
        var fields = item.description.details?.fields ?? MediaDetails.Fields()
        var groups = (fields.markers ?? facts.findings?.sidecar?.markers ?? []).filter { $0.title != title }
        if !markers.isEmpty {
            let group = MarkerGroupDescription(title: title, markers: markers)
            groups.insert(group, at: title.isEmpty ? 0 : groups.endIndex)
        }
        fields.markers = groups
        return setDescription(item.id, MediaDescription(uri: item.description.uri, details: MediaDetails(fields)))
    }
}
