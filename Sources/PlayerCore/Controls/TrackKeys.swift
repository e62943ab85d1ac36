/// What keys in the window do to the tracks of the current item. The keys are those of mpv.
struct TrackKeys {
    let tracks: TrackSet
    let style: SubtitleStyle
    var audioDelay = MediaTime.zero

    /// How much one press changes.
    private static let delayStep = MediaTime(nanoseconds: 100_000_000)
    private static let scaleStep = 0.1

    /// Returns the command of a key by the name of its keysym; nil if the key has none.
    func command(of key: String) -> PlayerCommand.Tracks? {
        switch key {
        case "z": delayed(by: .zero - Self.delayStep)
        case "Z", "x": delayed(by: Self.delayStep)
        case "G": scaled(by: Self.scaleStep)
        case "F": scaled(by: -Self.scaleStep)
        case "j": nextSubtitles.map { .selectSubtitles($0) }
        case "J": previousSubtitles.map { .selectSubtitles($0) }
        case "numbersign": nextAudio.map { .selectAudio($0) }
        default: nil
        }
    }

    /// Why a key that chooses among tracks, or moves subtitles, does nothing; nil: it does something, or is no such key.
    func refusal(of key: String) -> Refused? {
        guard command(of: key) == nil else { return nil }
        switch key {
        case "z", "Z", "x", "j", "J": return .noSubtitles
        case "numbersign": return .noOtherAudio
        default: return nil
        }
    }

    /// Returns the command of a key that is pressed together with Ctrl; nil if it has none.
    func command(ofControl key: String) -> PlayerCommand.Tracks? {
        guard !tracks.audio.isEmpty else { return nil }
        return switch key {
        // On most keyboards, plus is reached with Shift; nobody has to press it.
        case "plus", "equal", "KP_Add": .setAudioDelay(audioDelay + Self.delayStep)
        case "minus", "KP_Subtract": .setAudioDelay(audioDelay - Self.delayStep)
        default: nil
        }
    }

    /// Nil if there are no subtitles, as for the keys that choose some.
    private func delayed(by step: MediaTime) -> PlayerCommand.Tracks? {
        tracks.subtitles.isEmpty ? nil : .setSubtitleDelay(style.delay + step)
    }

    /// To a whole tenth, so that as many presses lead back to where they began.
    private func scaled(by step: Double) -> PlayerCommand.Tracks {
        let scale = ((style.scale + step) * 10).rounded() / 10
        return .setSubtitleScale(min(max(scale, SubtitleStyle.scales.lowerBound), SubtitleStyle.scales.upperBound))
    }

    /// The ids of the subtitles, and nil for none: what `j` goes through.
    private var subtitles: [UInt32?] { tracks.subtitles.map(\.id) + [nil] }

    private var nextSubtitles: UInt32?? { neighbour(of: tracks.selectedSubtitles, in: subtitles, 1) }
    private var previousSubtitles: UInt32?? { neighbour(of: tracks.selectedSubtitles, in: subtitles, -1) }
    private var nextAudio: UInt32? {
        neighbour(of: tracks.selectedAudio, in: tracks.audio.map { Optional($0.id) }, 1) ?? nil
    }

    /// Nil if there is nothing to choose from.
    private func neighbour(of selected: UInt32?, in ids: [UInt32?], _ step: Int) -> UInt32?? {
        guard ids.count > 1 else { return nil }
        let index = ids.firstIndex(of: selected) ?? ids.count - 1
        return ids[(index + step + ids.count) % ids.count]
    }
}
