// The style of subtitles: of the present item, and of items without their own.
extension Playback {
    /// Sets the delay for this item, and for items without their own.
    mutating func setSubtitleDelay(_ delay: MediaTime) -> Result<CommandReply, CommandRefusal> {
        guard SubtitleStyle.delays.contains(delay) else {
            return .failure(.invalid("Subtitles are delayed by ten minutes at most, either way."))
        }
        subtitles.delay = delay
        styleChosen()
        return .success(.done)
    }

    /// Sets the size for this item, and for items without their own.
    mutating func setSubtitleScale(_ scale: Double) -> Result<CommandReply, CommandRefusal> {
        guard SubtitleStyle.scales.contains(scale) else {
            return .failure(.invalid("The size of subtitles goes from 0.25 to 4; 1 is the usual one."))
        }
        subtitles.scale = scale
        styleChosen()
        return .success(.done)
    }

    private mutating func styleChosen() {
        usualSubtitles = subtitles
        if let id = current?.id { ownSubtitles[id] = subtitles }
        perform(.styleSubtitles(subtitles))
    }

    /// Takes over the style that was chosen for an item earlier, unless another one was chosen meanwhile.
    mutating func recallSubtitles(_ generation: Generation, _ style: SubtitleStyle) {
        guard let id = itemID(of: generation), ownSubtitles[id] == nil, let style = style.checked else { return }
        ownSubtitles[id] = style
    }

    /// Applies the style of the current item.
    mutating func settleSubtitles() {
        if ownSubtitles.count > 1 {
            let kept = [current?.id, preload?.id]
            ownSubtitles = ownSubtitles.filter { kept.contains($0.key) }
        }
        let style = current.flatMap { ownSubtitles[$0.id] } ?? usualSubtitles
        guard style != subtitles else { return }
        subtitles = style
        perform(.styleSubtitles(style))
    }
}
