/// The rows of the lists of an item.
struct PanelRows {
    let scene: Scene

    /// The rows of a panel; empty if it is not a list or there is nothing to choose.
    func rows(_ panel: Panel) -> [ListCard.Row] {
        switch panel {
        case .chapters: chapterRows
        case .audio: tracks(scene.facts.tracks.audio, selected: scene.facts.tracks.selectedAudio)
        case .subtitles:
            tracks(scene.facts.tracks.subtitles, selected: scene.facts.tracks.selectedSubtitles ?? UInt32.max) + [
                ListCard.Row(
                    title: text(.off), isCurrent: scene.facts.tracks.selectedSubtitles == nil)
            ]
        case .information: []
        }
    }

    /// The indices of the chapters in the list of all chapters.
    var chapters: [Int] {
        let chapters = scene.published.snapshot.chapters.chapters
        return chapters.indices.filter { !chapters[$0].isHidden }
    }

    /// The ids of the subtitles; nil turns them off.
    var subtitles: [UInt32?] { scene.facts.tracks.subtitles.map(\.id) + [nil] }

    /// The index of the row that is current; nil: none.
    func current(_ panel: Panel) -> Int? { rows(panel).firstIndex(where: \.isCurrent) }

    private func text(_ word: Words.Word) -> String { Words.text(word, scene.settings.language) }

    private var chapterRows: [ListCard.Row] {
        let snapshot = scene.published.snapshot.chapters
        let display = scene.published.snapshot.segments.display
        return chapters.enumerated().map { number, index in
            let chapter = snapshot.chapters[index]
            return ListCard.Row(
                title: chapter.title.isEmpty ? "\(text(.chapter)) \(number + 1)" : chapter.title,
                detail: ClockTime.text(display.display(chapter.start).nanoseconds / 1_000_000_000),
                isCurrent: index == snapshot.current, pictureURI: chapter.image.flatMap { snapshot.images[$0] })
        }
    }

    private func tracks(_ tracks: [MediaTrack], selected: UInt32?) -> [ListCard.Row] {
        tracks.enumerated().map { number, track in
            let language = track.language == "und" ? "" : track.language
            let title = track.title ?? ""
            let name = title.isEmpty ? "\(text(.track)) \(number + 1)" : title
            return ListCard.Row(title: name, detail: language, isCurrent: track.id == selected)
        }
    }
}
