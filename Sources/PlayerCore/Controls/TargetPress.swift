/// What a press on a part of the cards means.
struct TargetPress {
    let scene: Scene
    /// The open tab of the list of chapters.
    var tab = 0

    /// How far the buttons beside the pause jump.
    private static let jump = MediaTime(nanoseconds: 10_000_000_000)

    /// Returns the command of a target; nil: it has none, such as a button that opens a panel.
    ///
    /// - Parameter panel: the open panel.
    func command(of target: CardTarget, panel: Panel?) -> PlayerCommand? {
        let window = scene.published.snapshot.window
        switch target {
        case .offer: return .segments(.takeOffer)
        case .undo: return .segments(.unskip)
        case .accept: return .proposals(.accept)
        case .decline: return WindowKeys(scene: scene).decline
        case .stop: return .proposals(.stop)
        case .goOn: return .play
        case .action(let id): return .actions(.invoke(id))
        case .picture(.playPause), .bar(.playPause): return .playPause
        case .picture(.restore): return .window(.stopPictureInPicture)
        case .picture(.close): return .window(.closePictureInPicture)
        case .bar(.live): return .live(.goLive)
        case .bar(.pictureInPicture): return .window(.togglePictureInPicture)
        case .bar(.fullscreen): return .window(.setFullscreen(window.state != .fullscreen))
        case .row(let index): return panel.flatMap { command(ofRow: index, $0) }
        case .bar(.previous): return .previous
        case .bar(.back): return .seek(by: .zero - Self.jump)
        case .bar(.forward): return .seek(by: Self.jump)
        case .bar(.next): return .next
        case .bar(.mute): return .setMuted(!scene.isMuted)
        case .bar(.queue), .bar(.chapters), .bar(.audio), .bar(.subtitles), .bar(.information), .line, .volume, .tab,
            .scroll:
            return nil
        }
    }

    /// The panel that a button opens and closes.
    static func panel(of target: CardTarget) -> Panel? {
        switch target {
        case .bar(.queue): .queue
        case .bar(.chapters): .chapters
        case .bar(.audio): .audio
        case .bar(.subtitles): .subtitles
        case .bar(.information): .information
        default: nil
        }
    }

    /// The button that opens and closes a panel; nil: only a key does.
    static func button(of panel: Panel) -> BarButton? {
        switch panel {
        case .queue: .queue
        case .chapters: .chapters
        case .audio: .audio
        case .subtitles: .subtitles
        case .information: .information
        case .keys: nil
        }
    }

    /// The rows are those of ``PanelRows``.
    private func command(ofRow row: Int, _ panel: Panel) -> PlayerCommand? {
        let rows = PanelRows(scene: scene, tab: tab)
        switch panel {
        case .queue: return QueueRows(scene: scene).command(at: row)
        case .chapters:
            guard let tab = rows.openTab, tab.indices.indices.contains(row) else { return nil }
            let index = UInt32(clamping: tab.indices[row])
            return .chapters(tab.group.isEmpty ? .goTo(index) : .goToMarker(tab.group, index))
        case .audio:
            let tracks = scene.facts.tracks.audio
            return tracks.indices.contains(row) ? .tracks(.selectAudio(tracks[row].id)) : nil
        case .subtitles:
            let ids = rows.subtitles
            return ids.indices.contains(row) ? .tracks(.selectSubtitles(ids[row])) : nil
        case .information, .keys: return nil
        }
    }
}
