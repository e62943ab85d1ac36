/// What keys in the window mean for playback.
struct WindowKeys {
    let scene: Scene

    /// Returns the command of a key; nil: it has none.
    func command(of press: KeyPress) -> PlayerCommand? {
        let window = scene.published.snapshot.window
        let tracks = TrackKeys(tracks: scene.facts.tracks, style: scene.subtitles, audioDelay: scene.audioDelay)
        if press.modifiers.contains(.control) {
            return tracks.command(ofControl: press.name).map(PlayerCommand.tracks)
        }
        switch press.name {
        case "space", "XF86AudioPlay", "XF86AudioPause": return .playPause
        case "Left": return .seek(by: Self.step(press.modifiers.contains(.shift) ? -60 : -5))
        case "Right": return .seek(by: Self.step(press.modifiers.contains(.shift) ? 60 : 5))
        case "Up", "0": return .setVolume(scene.volume(changedBy: 0.05))
        case "Down", "9": return .setVolume(scene.volume(changedBy: -0.05))
        case "m": return .setMuted(!scene.isMuted)
        case "bracketright": return .setRate(rate(times: 1.1))
        case "bracketleft": return .setRate(rate(times: 1 / 1.1))
        case "braceright": return .setRate(rate(times: 2))
        case "braceleft": return .setRate(rate(times: 0.5))
        case "BackSpace": return .setRate(1)
        case "q", "XF86AudioStop": return .quit
        case "Return", "KP_Enter":
            let snapshot = scene.published.snapshot
            if snapshot.proposal.isStillWatching { return .play }
            if isPresented { return .proposals(.accept) }
            // What nobody sees any more is not taken by a key that is pressed for something else.
            let isOffered = snapshot.segments.offer?.isProminent == true || snapshot.interstitial?.canSkip == true
            return isOffered ? .segments(.takeOffer) : nil
        case "Escape":
            if isPresented { return decline }
            if window.isActive { return .window(.stopPictureInPicture) }
            return window.state == .fullscreen ? .window(.setFullscreen(false)) : nil
        case "f", "F11": return .window(.setFullscreen(window.isActive || window.state != .fullscreen))
        case "p": return .window(.togglePictureInPicture)
        case "c", "Prior": return .chapters(.next)
        case "C", "Next": return .chapters(.previous)
        case "n", "greater", "XF86AudioNext": return .next
        case "N", "less", "XF86AudioPrev": return .previous
        case "period": return step(frames: 1)
        case "comma": return step(frames: -1)
        case "s": return .window(.screenshot)
        case "w": return .window(.setScaling(window.scaling.next))
        case "r": return .rotate((scene.published.snapshot.rotation + 90) % 360)
        case "u": return .segments(.unskip)
        default:
            return tracks.command(of: press.name).map(PlayerCommand.tracks)
        }
    }

    /// Declines the proposal for now. At the end of its item, the queue goes on without it; if nothing else follows, it waits
    /// for another day.
    var decline: PlayerCommand {
        let proposal = scene.published.snapshot.proposal
        guard proposal.isAtEnd else { return .proposals(.deferDecision) }
        let isNext = scene.next.map { $0.id == proposal.item?.id } ?? true
        return .proposals(isNext ? .stop : .reject)
    }

    /// What plays is paused first, as in mpv: the next press shows the next frame from there.
    private func step(frames: Int) -> PlayerCommand {
        scene.status == .playing && scene.facts.hasVideo ? .pause : .step(frames)
    }

    private var isPresented: Bool { scene.published.rules.proposed.isPresented }

    /// The rate after a key, within what is supported. A tenth up and a tenth down lead back to 1.
    private func rate(times factor: Double) -> Double {
        let rate = (scene.rate * factor * 1_000).rounded() / 1_000
        let rates = scene.settings.rates
        return min(max(abs(rate - 1) < 0.005 ? 1 : rate, rates.lowerBound), rates.upperBound)
    }

    private static func step(_ seconds: Int64) -> MediaTime { MediaTime(nanoseconds: seconds * 1_000_000_000) }
}

extension Scene {
    /// The volume after a step by key or wheel: no step makes it louder than the sound was recorded. The upper bound of
    /// the volume belongs to those who ask for it by number.
    func volume(changedBy step: Double) -> Double {
        step > 0 ? max(volume, min(1, volume + step)) : volume + step
    }
}
