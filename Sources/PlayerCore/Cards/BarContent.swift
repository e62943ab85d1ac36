/// What the transport bar and its panels show.
struct BarContent {
    let scene: Scene

    /// Nearer than this to the newest position, a live stream is at its edge: players keep some segments in reserve.
    private static let edge = MediaTime(nanoseconds: 12_000_000_000)
    /// The most marks of one kind that are drawn.
    private static let mostMarks = 500

    var bar: BarCard {
        let snapshot = scene.published.snapshot
        var bar = BarCard()
        bar.title = scene.metadata?.title ?? ""
        let chapters = snapshot.chapters
        bar.chapter = chapters.current.map { chapters.chapters[$0].title } ?? ""
        bar.isPlaying = scene.status == .playing
        bar.isFullscreen = snapshot.window.state == .fullscreen
        bar.isLive = snapshot.live.isLive
        bar.buttons = buttons(bar)
        let display = snapshot.segments.display
        bar.position = Self.seconds(display.display(scene.position))
        guard let line = BarLine(scene) else {
            bar.length = bar.isLive ? nil : scene.facts.duration.map { Self.seconds(display.display($0)) }
            bar.isAtEdge = bar.isLive
            if bar.isLive { bar.position = 0 }
            return bar
        }
        if line.isLive, let edge = snapshot.live.edge {
            bar.isAtEdge = edge - scene.position <= Self.edge
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

    private func buttons(_ bar: BarCard) -> [BarButton] {
        let snapshot = scene.published.snapshot
        let tracks = scene.facts.tracks
        return BarButton.allCases.filter { button in
            switch button {
            case .playPause, .information, .fullscreen: true
            case .live: bar.isLive
            case .chapters: !PanelRows(scene: scene).chapters.isEmpty
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
        let chapter = scene.published.timeline.index(at: media).map { chapters[$0].title } ?? ""
        guard line.isLive else {
            return HintCard(
                share: share, seconds: Self.seconds(line.displayed(at: share)), chapter: chapter,
                pictureURI: scene.published.previews.hint, awaitsPicture: scene.published.previews.awaitsHint)
        }
        let behind = snapshot.live.edge.map { Self.seconds($0 - media) } ?? 0
        return HintCard(share: share, seconds: max(0, behind), isBehind: true, chapter: chapter)
    }

    /// - Parameter row: the row that must be visible; nil: the current one.
    func panel(_ panel: Panel, row: Int?) -> Card? {
        guard panel != .information else { return .information(information) }
        let rows = PanelRows(scene: scene).rows(panel)
        guard !rows.isEmpty else { return nil }
        return .list(ListCard(panel, rows: rows, middle: row ?? rows.firstIndex(where: \.isCurrent) ?? 0))
    }

    private var information: InformationCard {
        let metadata = scene.metadata
        var card = InformationCard(title: metadata?.title ?? "")
        card.subtitle = metadata?.subtitle ?? metadata?.artists.first ?? metadata?.album
        var facts = [metadata?.genres.prefix(3).joined(separator: ", "), metadata?.contentRating, metadata?.date]
            .compactMap(\.self)
        if let duration = scene.facts.duration { facts.append(ClockTime.text(Self.seconds(duration))) }
        card.facts = facts.filter { !$0.isEmpty }.joined(separator: " · ")
        card.summary = metadata?.summary ?? metadata?.comments.first
        card.artworkURI = metadata?.artworkURI
        card.technical = technical
        return card
    }

    private var technical: String {
        let tracks = scene.facts.tracks
        func codec(_ tracks: [MediaTrack], _ selected: UInt32?) -> String? {
            (tracks.first { $0.id == selected } ?? tracks.first)?.codec
        }
        return [
            scene.facts.findings?.container.container, codec(tracks.video, tracks.selectedVideo),
            codec(tracks.audio, tracks.selectedAudio),
        ].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
    }

    private static func seconds(_ time: MediaTime) -> Int64 { time.nanoseconds / 1_000_000_000 }
}
