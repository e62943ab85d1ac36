/// What the transport bar and its panels show.
struct BarContent {
    let scene: Scene

    /// Nearer than this to the newest position, a live stream is at its edge: players keep some segments in reserve.
    private static let edge = MediaTime(nanoseconds: 10_000_000_000)
    /// The most marks of one kind that are drawn.
    private static let mostMarks = 500

    var bar: BarCard {
        let snapshot = scene.published.snapshot
        var bar = BarCard()
        bar.title = title
        let chapters = snapshot.chapters
        bar.chapter = chapters.current.map { chapters.chapters[$0].title } ?? ""
        if let interlude = scene.interlude {
            let card = InterstitialCard(number: interlude.index + 1, count: interlude.interstitial.assets.count)
            (bar.title, bar.chapter) = (card.name(scene.settings.language), "")
        }
        bar.isPlaying = scene.status == .playing
        bar.isFullscreen = snapshot.window.state == .fullscreen
        bar.isLive = snapshot.live.isLive
        (bar.volume, bar.isMuted) = (scene.volume, scene.isMuted)
        bar.idle = idle
        bar.buttons = buttons(bar)
        let display = snapshot.segments.display
        bar.position = Self.seconds(display.display(scene.position))
        guard let line = BarLine(scene) else {
            bar.length = bar.isLive ? nil : scene.facts.duration.map { Self.seconds(display.display($0)) }
            // What cannot be sought is at its edge while it plays.
            bar.isAtEdge = bar.isLive && scene.status == .playing
            if bar.isLive { bar.position = 0 }
            return bar
        }
        if line.isLive, let edge = snapshot.live.edge {
            bar.isAtEdge = edge - scene.position < Self.edge
            bar.position = max(0, Self.seconds(edge - scene.position))
        } else {
            bar.length = Self.seconds(line.length)
        }
        bar.share = share(line)
        if let scrubbed = scene.published.controls.scrubbed, !line.isLive {
            bar.position = Self.seconds(line.displayed(at: scrubbed))
        }
        // In whole seconds, like the share.
        bar.buffered = scene.published.bufferedPosition.map { position in
            let whole = MediaTime(nanoseconds: Self.seconds(position) * 1_000_000_000)
            return min(1, max(0, line.share(of: whole)))
        }
        mark(&bar, line)
        return bar
    }

    /// The title; of an episode, behind its series and its place.
    private var title: String {
        guard let metadata = scene.metadata else { return "" }
        guard let series = metadata.series, !series.isEmpty, !metadata.title.hasPrefix(series) else {
            return metadata.title
        }
        return [series, EpisodePlace(metadata)?.text, metadata.title].compactMap(\.self).joined(separator: " · ")
    }

    /// In whole seconds while the position advances, so that the bar is drawn once a second.
    private func share(_ line: BarLine) -> Double {
        if let scrubbed = scene.published.controls.scrubbed { return scrubbed }
        var here = scene.position
        if scene.seekTarget == nil, !line.isLive, scene.isMoving {
            let display = scene.published.snapshot.segments.display
            let whole = MediaTime(nanoseconds: Self.seconds(display.display(here)) * 1_000_000_000)
            return min(1, max(0, line.share(ofDisplayed: whole)))
        }
        here = scene.seekTarget ?? here
        return min(1, max(0, line.share(of: here)))
    }

    private func mark(_ bar: inout BarCard, _ line: BarLine) {
        // What is known of the film says nothing about an interstitial.
        guard scene.interlude == nil else { return }
        let snapshot = scene.published.snapshot
        let inside = 0.001..<0.999
        bar.gaps = snapshot.chapters.chapters.lazy.filter { !$0.isHidden }.prefix(Self.mostMarks)
            .map { line.share(of: $0.start) }.filter(inside.contains)
        bar.segments = snapshot.segments.segments.lazy.filter { $0.kind != .interstitial && $0.kind != .blocked }
            .prefix(Self.mostMarks)
            .compactMap { BarCard.Stretch(line.share(of: $0.start), line.share(of: $0.end)) }
        bar.dots = snapshot.segments.display.marks.prefix(Self.mostMarks).map { line.share(ofDisplayed: $0) }
            .filter(inside.contains)
        guard snapshot.trim.isTrimming else { return }
        let (points, end) = (snapshot.trim.points, scene.facts.duration ?? .zero)
        bar.trimmed = BarCard.Stretch(
            line.share(of: points.inPoint ?? .zero), line.share(of: points.outPoint ?? end))
    }

    /// The buttons of what moves playback that lead nowhere now.
    private var idle: Set<BarButton> {
        var idle: Set<BarButton> = []
        if !scene.canStepBackward { idle.insert(.previous) }
        if !scene.canStepForward { idle.insert(.next) }
        if scene.notSeekable != nil { idle.formUnion([.back, .forward]) }
        if scene.isLinear { idle.insert(.forward) }
        return idle
    }

    private func buttons(_ bar: BarCard) -> [BarButton] {
        let snapshot = scene.published.snapshot
        let tracks = scene.facts.tracks
        return BarButton.allCases.filter { button in
            switch button {
            case .playPause, .mute, .information, .fullscreen: true
            case .live: bar.isLive
            // Those of what is not live stay where they are, so that nothing moves under the pointer.
            case .previous, .back, .forward, .next: !bar.isLive || !idle.contains(button)
            case .queue: PanelRows(scene: scene).count(.queue) > 1
            case .chapters: !PanelRows(scene: scene).tabs.isEmpty
            case .audio: tracks.audio.count > 1
            case .subtitles: !tracks.subtitles.isEmpty
            case .pictureInPicture: snapshot.window.whyNot == nil
            }
        }
    }

    // MARK: The pointer and the panels

    /// What is at a share of the line.
    func hint(at share: Double) -> HintCard? {
        guard let line = BarLine(scene) else { return nil }
        let snapshot = scene.published.snapshot
        let chapters = snapshot.chapters.chapters
        let media = line.media(at: share)
        let isFilm = scene.interlude == nil
        let chapter = isFilm ? scene.published.timeline.index(at: media).map { chapters[$0].title } ?? "" : ""
        guard line.isLive else {
            return HintCard(
                share: share, seconds: Self.seconds(line.displayed(at: share)), chapter: chapter,
                pictureURI: scene.published.previews.hint, awaitsPicture: scene.published.previews.awaitsHint)
        }
        let behind = snapshot.live.edge.map { Self.seconds($0 - media) } ?? 0
        return HintCard(share: share, seconds: max(0, behind), isBehind: true, chapter: chapter)
    }

    /// - Parameters:
    ///   - row: the row that must be visible; nil: the current one.
    ///   - tab: the open one of the list.
    func panel(_ panel: Panel, row: Int?, tab: Int) -> Card? {
        switch panel {
        case .information: return .information(InformationContent(scene: scene).card)
        case .keys: return .keys(KeysCard(scene.settings.language))
        case .queue:
            guard var list = PanelRows(scene: scene, tab: tab).card(panel, row: row) else { return nil }
            if case .row(let place)? = scene.published.controls.light?.target {
                list.note = QueueRows(scene: scene).note(at: place)
            }
            return .list(list)
        case .chapters, .audio, .subtitles:
            return PanelRows(scene: scene, tab: tab).card(panel, row: row).map(Card.list)
        }
    }

    private static func seconds(_ time: MediaTime) -> Int64 { time.nanoseconds / 1_000_000_000 }
}
