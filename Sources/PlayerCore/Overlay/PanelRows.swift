/// The rows of the lists of an item.
struct PanelRows {
    let scene: Scene
    /// The index of the open tab.
    var tab = 0

    /// The chapters of the item, or a group of its markers.
    struct Tab: Hashable, Sendable {
        let title: String
        /// The title of the group; empty: the chapters.
        let group: String
        /// The indices of what is shown in the list of all.
        let indices: [Int]
    }

    /// How many rows a panel has; 0 if it is not a list or there is nothing to choose.
    func count(_ panel: Panel) -> Int {
        switch panel {
        case .queue: QueueRows(scene: scene).count
        case .chapters: marks.count
        case .audio: scene.facts.tracks.audio.count
        case .subtitles: subtitles.count
        case .information, .keys: 0
        }
    }

    /// The rows of a panel; empty if it is not a list or there is nothing to choose.
    private func rows(_ panel: Panel) -> [ListCard.Row] {
        switch panel {
        case .queue: []
        case .chapters: chapterRows
        case .audio: tracks(scene.facts.tracks.audio, selected: scene.facts.tracks.selectedAudio)
        case .subtitles:
            tracks(scene.facts.tracks.subtitles, selected: scene.facts.tracks.selectedSubtitles ?? UInt32.max) + [
                ListCard.Row(
                    title: text(.off), isCurrent: scene.facts.tracks.selectedSubtitles == nil)
            ]
        case .information, .keys: []
        }
    }

    /// A chapter or a marker of the open tab.
    struct Mark: Hashable, Sendable {
        let title: String
        let start: MediaTime
        let end: MediaTime
        let image: ImageSource?
    }

    /// The chapters, if there are any, and the groups of markers.
    var tabs: [Tab] {
        // They are those of the film; an interstitial has none.
        guard scene.interlude == nil else { return [] }
        let snapshot = scene.published.snapshot.chapters
        func visible(_ list: [LocalizedChapter]) -> [Int] { list.indices.filter { !list[$0].isHidden } }
        let chapters = Tab(title: text(.chapters), group: "", indices: visible(snapshot.chapters))
        let groups = snapshot.groups.map { Tab(title: $0.title, group: $0.title, indices: visible($0.markers)) }
        return ([chapters] + groups).filter { !$0.indices.isEmpty }
    }

    /// The open tab; nil: there is none.
    var openTab: Tab? {
        let tabs = tabs
        return tabs.indices.contains(tab) ? tabs[tab] : tabs.first
    }

    /// What the open tab lists.
    var marks: [Mark] {
        guard let tab = openTab, let all = scene.published.snapshot.chapters.markers(of: tab.group) else { return [] }
        return tab.indices.map { index in
            let mark = all[index]
            return Mark(title: mark.title, start: mark.start, end: mark.end, image: mark.image)
        }
    }

    /// The ids of the subtitles; nil turns them off.
    var subtitles: [UInt32?] { scene.facts.tracks.subtitles.map(\.id) + [nil] }

    /// The index of the row that is current; nil: none.
    func current(_ panel: Panel) -> Int? {
        panel == .queue ? QueueRows(scene: scene).current : rows(panel).firstIndex(where: \.isCurrent)
    }

    /// The open list; nil if there is nothing to choose.
    ///
    /// - Parameter row: the index of the row that must be visible; nil: the current one.
    func card(_ panel: Panel, row: Int?) -> ListCard? {
        let count = count(panel)
        guard count > 0 else { return nil }
        let middle = min(max(0, row ?? current(panel) ?? 0), count - 1)
        if panel == .queue {
            let (first, rows) = QueueRows(scene: scene).rows(around: middle)
            return ListCard(panel, rows: rows, first: first, count: count, middle: middle)
        }
        guard panel == .chapters else { return ListCard(panel, rows: rows(panel), middle: middle) }
        return ListCard(
            panel, rows: rows(panel), middle: middle, tabs: tabs.map(\.title), tab: tab, awaitsPictures: hasPictures)
    }

    private func text(_ word: Words.Word) -> String { Words.text(word, scene.settings.language) }

    private var chapterRows: [ListCard.Row] {
        let snapshot = scene.published.snapshot.chapters
        let display = scene.published.snapshot.segments.display
        let tab = openTab
        let moments = scene.published.previews.moments
        return marks.enumerated().map { number, mark in
            let isCurrent = tab?.group == "" && tab?.indices[number] == snapshot.current
            return ListCard.Row(
                title: mark.title.isEmpty ? "\(text(.chapter)) \(number + 1)" : mark.title,
                detail: ClockTime.text(display.display(mark.start).nanoseconds / 1_000_000_000),
                isCurrent: isCurrent, pictureURI: mark.image.flatMap { snapshot.images[$0] } ?? moments[mark.start])
        }
    }

    /// Whether the rows of the open tab have pictures, or may still get some.
    var hasPictures: Bool {
        guard let item = scene.item else { return false }
        return marks.contains { $0.image != nil }
            || (scene.facts.hasVideo && PictureSource.isPossible(item.description.uri)
                && !scene.published.previews.isUnusable)
    }

    private func tracks(_ tracks: [MediaTrack], selected: UInt32?) -> [ListCard.Row] {
        tracks.enumerated().map { number, track in
            let label = TrackLabel(
                track: track, number: number + 1, language: scene.settings.language, item: scene.item?.description.uri)
            return ListCard.Row(title: label.text, detail: label.detail, isCurrent: track.id == selected)
        }
    }
}
