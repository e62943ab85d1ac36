/// Chapters of the current item: the list, the current chapter, and steps between chapters.
struct Chapters: CommandedFeature, ListeningFeature {
    /// The inputs of the list, which is rebuilt when any of them changes.
    private struct Source: Hashable, Sendable {
        var item: ItemID?
        var details: MediaDetails?
        var findings: ItemFindings?
        var duration: MediaTime?
        /// The chapters of the file that the description names.
        var named: [Chapter] = []
        var preferredLanguages: [String] = []
    }

    /// A chapter file that a description names.
    private struct Named: Sendable {
        var item: ItemID
        var uri: String
        var chapters: [Chapter] = []
        var isAnswered = false
        var problem: String?
    }

    /// The current chapter as last announced to clients.
    private struct LastSent: Hashable, Sendable {
        var item: ItemID?
        var index: Int?
        var start: MediaTime?
        var title = ""
    }

    private var preferredLanguages: [String]
    /// The chapter file that the current item's description names, with its chapters once it is read.
    private var named: Named?
    private var source = Source()
    private var snapshot = ChapterSnapshot()
    private var timeline = ChapterTimeline([])
    private var lastSent = LastSent()
    private var steps = (isByChapter: false, hasAhead: false)

    init(_ settings: PlayerSettings) {
        preferredLanguages = settings.preferredLanguages
        snapshot.preferredLanguages = preferredLanguages
    }

    mutating func handle(
        _ command: PlayerCommand.Chapters, _ scene: Scene, _ requests: inout Requests
    ) -> Result<CommandReply, CommandRefusal> {
        switch command {
        case .goTo(let index): goTo(Int(index), scene, &requests)
        case .goToMarker(let group, let index): goTo(Int(index), of: group, scene, &requests)
        case .next: goToNext(scene, &requests)
        case .previous: goToPrevious(scene, &requests)
        case .setPreferredLanguages(let languages): setPreferredLanguages(languages)
        case .setMarkers(let title, let markers): setMarkers(title, markers, scene, &requests)
        }
    }

    mutating func hear(_ event: PlaybackEvent, _ scene: Scene, _ requests: inout Requests) {
        guard case .configured(let old) = event, old.preferredLanguages != scene.settings.preferredLanguages else {
            return
        }
        preferredLanguages = scene.settings.preferredLanguages
    }

    mutating func hear(_ event: PlayerEvent, _ scene: Scene, _ requests: inout Requests) {
        guard case .reading(.chaptersRead(let uri, let found, let problem)) = event, named?.uri == uri else { return }
        named?.chapters = found
        named?.problem = problem
        named?.isAnswered = true
    }

    /// Rebuilds the list when its inputs changed, then derives the current chapter.
    mutating func follow(_ scene: Scene, _ requests: inout Requests) {
        readNamedChapters(scene, &requests)
        let source = Source(
            item: scene.item?.id, details: scene.item?.description.details,
            findings: scene.facts.findings ?? scene.item.flatMap { scene.memory.item($0) }?.findings,
            duration: scene.facts.duration, named: named?.chapters ?? [], preferredLanguages: preferredLanguages)
        if source != self.source { makeChapters(from: source) }
        snapshot.loading = loading(scene)
        noteCurrent(scene, &requests)
        steps.isByChapter = stepsByChapter(scene)
        let current = snapshot.current.map { snapshot.chapters[$0].start }
        steps.hasAhead =
            steps.isByChapter && next(after: current ?? MediaTime(nanoseconds: -1), scene) != nil
    }

    /// While the position moves: when the current chapter changes.
    func wakesAt(_ scene: Scene) -> MonotonicTime? {
        timeline.change(after: scene.position).flatMap { scene.moment(of: $0) }
    }

    func describe(into published: inout Published) {
        let images = published.snapshot.chapters.images
        published.snapshot.chapters = snapshot
        published.snapshot.chapters.images = images
        published.timeline = timeline
        published.stepsByChapter = steps.isByChapter
        published.hasChapterAhead = steps.hasAhead
    }

    // MARK: The list

    /// Has the chapter file that a description names read, once each time the item becomes current.
    private mutating func readNamedChapters(_ scene: Scene, _ requests: inout Requests) {
        guard let item = scene.item,
            let uri = item.description.details?.fields.chaptersURI ?? scene.facts.findings?.sidecar?.chaptersURI
        else {
            named = nil
            return
        }
        guard named?.item != item.id || named?.uri != uri else { return }
        named = Named(item: item.id, uri: uri)
        let isDescribed = item.description.details?.fields.chaptersURI != nil
        requests.perform(
            .reading(.readChapters(uri, namedBy: isDescribed ? item.description.list : item.description.uri)))
    }

    /// The loading state. A read failure is reported only if no other source has chapters.
    private func loading(_ scene: Scene) -> ChapterLoading {
        guard scene.item != nil else { return .none }
        if let named, !named.isAnswered { return .loading }
        if snapshot.chapters.isEmpty,
            let problem = named?.problem ?? scene.facts.findings?.chapterProblem ?? scene.fault?.message
        {
            return .failed(problem)
        }
        if scene.facts.findings != nil || scene.facts.isLive || !snapshot.chapters.isEmpty { return .loaded }
        return scene.generation == nil ? .none : .loading
    }

    private mutating func makeChapters(from source: Source) {
        var made = ChapterSnapshot()
        let fields = source.details?.fields
        // The chapters of the file are the other tracks.
        let findings = FileTrack(fields) == nil ? source.findings : nil
        made.list = ChapterList(
            ChapterPrecedence.chapters(
                description: fields, findings: findings, named: source.named, duration: source.duration))
        made.chapters = made.list.bestMatching(source.preferredLanguages)
        made.language = made.list.language(for: source.preferredLanguages)
        made.preferredLanguages = source.preferredLanguages
        var titles: Set<String> = [""]
        for group in fields?.markers ?? source.findings?.sidecar?.markers ?? [] {
            guard titles.insert(group.title).inserted else { continue }
            let markers = ChapterList(ChapterPrecedence.resolved(group.markers, duration: source.duration))
            made.groups.append(
                MarkerGroup(title: group.title, markers: markers.bestMatching(source.preferredLanguages)))
        }
        self.source = source
        made.current = snapshot.current
        made.revision = snapshot.revision
        made.loading = snapshot.loading
        guard made != snapshot else { return }
        made.revision += 1
        snapshot = made
        timeline = ChapterTimeline(made.chapters)
    }

    /// Announces another chapter, the chapter of another item, or a changed title, exactly once.
    ///
    /// While a new item is opened, its chapters are not yet known. Nothing is announced until then; otherwise every
    /// item change would cause two chapter changes.
    private mutating func noteCurrent(_ scene: Scene, _ requests: inout Requests) {
        let index = timeline.index(at: scene.position)
        snapshot.current = index
        let chapter = index.map { snapshot.chapters[$0] }
        let new = LastSent(item: scene.item?.id, index: index, start: chapter?.start, title: chapter?.title ?? "")
        let isOpening = scene.generation != nil && scene.facts.findings == nil && !scene.facts.isPrepared
        guard !isOpening || new.item == lastSent.item else { return }
        let old = lastSent
        lastSent = new
        guard index != old.index || (index != nil && new != old) else { return }
        requests.notify(.chapters(.changed(index, title: new.title)))
    }

    // MARK: Steps between chapters

    /// Whether MPRIS Next or Previous lead to a chapter from here.
    func canStep(_ direction: Direction, _ scene: Scene) -> Bool {
        switch direction {
        case .forward: next(after: scene.position, scene) != nil
        case .backward: previous(scene) != nil
        }
    }

    /// Seeks to the start of a chapter, hidden or not.
    private func goTo(
        _ index: Int, _ scene: Scene, _ requests: inout Requests
    ) -> Result<CommandReply, CommandRefusal> {
        let count = snapshot.chapters.count
        guard index < count else {
            guard count > 0 else { return .failure(Self.noChapters) }
            return .failure(.notFound("There is no chapter \(index); the last one is \(count - 1), counted from 0."))
        }
        guard isPlayed(snapshot.chapters[index], scene) else {
            return .failure(
                .notPossible("Chapter \(index), counted from 0, is outside the in and out points."))
        }
        return seek(to: snapshot.chapters[index], scene, &requests)
    }

    /// Seeks to the start of a marker of a group, hidden or not.
    private func goTo(
        _ index: Int, of group: String, _ scene: Scene, _ requests: inout Requests
    ) -> Result<CommandReply, CommandRefusal> {
        if group.isEmpty { return goTo(index, scene, &requests) }
        guard let markers = snapshot.markers(of: group) else {
            return .failure(.notFound("This item has no group of markers called '\(group.prefix(80))'."))
        }
        guard index < markers.count else {
            return .failure(
                .notFound("There is no marker \(index); the last one is \(markers.count - 1), counted from 0."))
        }
        guard isPlayed(markers[index], scene) else {
            return .failure(.notPossible("Marker \(index), counted from 0, is outside the in and out points."))
        }
        return seek(to: markers[index], scene, &requests)
    }

    /// Seeks to the start of the next chapter.
    private func goToNext(_ scene: Scene, _ requests: inout Requests) -> Result<CommandReply, CommandRefusal> {
        guard !snapshot.chapters.isEmpty else { return .failure(Self.noChapters) }
        guard let next = next(after: scene.position, scene) else {
            return .failure(
                .notPossible(
                    scene.canStepForward
                        ? "This is the last chapter: Next goes to the next item."
                        : "This is the last chapter, and no item follows. Previous goes back."))
        }
        return seek(to: snapshot.chapters[next], scene, &requests)
    }

    /// Seeks to the start of the current chapter if it has played past the threshold, otherwise to the start of the
    /// chapter before it.
    private func goToPrevious(_ scene: Scene, _ requests: inout Requests) -> Result<CommandReply, CommandRefusal> {
        guard !snapshot.chapters.isEmpty else { return .failure(Self.noChapters) }
        guard let target = previous(scene) ?? snapshot.current else {
            return .failure(.notPossible("There is no chapter before this position."))
        }
        return seek(to: snapshot.chapters[target], scene, &requests)
    }

    /// Whether a part of the chapter lies between the item's in and out points.
    private func isPlayed(_ chapter: LocalizedChapter, _ scene: Scene) -> Bool {
        let points = scene.range.points
        if let out = points.outPoint, chapter.start >= out { return false }
        guard let start = points.inPoint, chapter.start < start else { return true }
        return chapter.end > start
    }

    /// The next chapter after a position; nil if no part of it is played.
    private func next(after position: MediaTime, _ scene: Scene) -> Int? {
        timeline.next(after: position).flatMap { isPlayed(snapshot.chapters[$0], scene) ? $0 : nil }
    }

    /// The target of a step backward; nil at or before the beginning of the first chapter.
    private func previous(_ scene: Scene) -> Int? {
        guard let current = snapshot.current else { return nil }
        let start = snapshot.chapters[current].start
        let heard = scene.position - max(start, scene.range.points.inPoint ?? start)
        if heard > scene.settings.chapterThreshold { return current }
        return timeline.last(before: start).flatMap { isPlayed(snapshot.chapters[$0], scene) ? $0 : nil }
    }

    private func seek(
        to chapter: LocalizedChapter, _ scene: Scene, _ requests: inout Requests
    ) -> Result<CommandReply, CommandRefusal> {
        let start = chapter.start
        // Containers round the start of a chapter, and the picture that covers a position begins before it. Without
        // the extra millisecond the last picture of the previous chapter would be shown.
        let isOnAPicture = scene.facts.hasVideo && start > .zero
        let target = isOnAPicture ? start + MediaTime(nanoseconds: 1_000_000) : start
        if let refusal = scene.seekRefusal(to: target) { return .failure(refusal) }
        requests.seek(to: min(target, scene.facts.duration ?? target), .person)
        return .success(.done)
    }

    private static var noChapters: CommandRefusal { .notPossible("This item has no chapters.") }

    /// Whether MPRIS Next and Previous move by chapter here.
    private func stepsByChapter(_ scene: Scene) -> Bool {
        guard scene.generation != nil, !snapshot.chapters.isEmpty, scene.facts.canSeek else { return false }
        return switch scene.settings.stepping {
        // The files of a book were items, too, if it were not one.
        case .queue: scene.mainItem?.description.parts.isEmpty == false
        case .chapters: true
        case .auto: scene.items.count == 1
        }
    }

    // MARK: Languages and markers

    /// Publishes the chapters again, in the language that matches best.
    private mutating func setPreferredLanguages(_ languages: [String]) -> Result<CommandReply, CommandRefusal> {
        guard languages.count <= DescriptionLimits.languages else {
            return .failure(
                .invalid("There are \(languages.count) languages; the maximum is \(DescriptionLimits.languages)."))
        }
        for language in languages where !LanguageMatching.isTag(language) {
            return .failure(.invalid("'\(language.prefix(40))' is not a language tag; write en or fr-CH."))
        }
        preferredLanguages = languages
        return .success(.done)
    }

    /// Changes the current item's description, so that the queue stores and returns the markers.
    private func setMarkers(
        _ title: String, _ markers: [Chapter], _ scene: Scene, _ requests: inout Requests
    ) -> Result<CommandReply, CommandRefusal> {
        guard let item = scene.item else { return .failure(.notPossible("The queue is empty; add an item first.")) }
        var fields = item.description.details?.fields ?? MediaDetails.Fields()
        var groups = (fields.markers ?? scene.facts.findings?.sidecar?.markers ?? []).filter { $0.title != title }
        if !markers.isEmpty {
            guard groups.count < DescriptionLimits.groups else {
                return .failure(
                    .notPossible(
                        "The item already has \(groups.count) groups of markers; empty one to remove it."))
            }
            let group = MarkerGroupDescription(title: title, markers: markers)
            groups.insert(group, at: title.isEmpty ? 0 : groups.endIndex)
        }
        fields.markers = groups
        requests.describe(item, fields)
        return .success(.done)
    }
}
