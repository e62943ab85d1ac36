// How subtitles are shown.
extension Playback {
    /// Sets the delay for this item, and for items without their own.
    ///
    /// One that nobody can see would only put the next item's subtitles in the wrong place.
    mutating func setSubtitleDelay(_ delay: MediaTime) -> Result<CommandReply, CommandRefusal> {
        guard SubtitleStyle.delays.contains(delay) else {
            return .failure(.invalid("Subtitles are delayed by ten minutes at most, either way."))
        }
        // A delay of an earlier item can be taken back anywhere.
        if facts.isPrepared, facts.tracks.subtitles.isEmpty, delay != .zero {
            return .failure(.notPossible("This item has no subtitles."))
        }
        return choose { $0.delay = delay }
    }

    /// Sets the size for this item, and for items without their own.
    mutating func setSubtitleScale(_ scale: Double) -> Result<CommandReply, CommandRefusal> {
        guard SubtitleStyle.scales.contains(scale) else {
            return .failure(.invalid("The size of subtitles goes from 0.25 to 4; 1 is the usual one."))
        }
        return choose { $0.scale = scale }
    }

    private mutating func choose(_ change: (inout SubtitleStyle) -> Void) -> Result<CommandReply, CommandRefusal> {
        var style = styles.current
        change(&style)
        styles.choose(style, for: current?.id)
        perform(.styleSubtitles(style))
        return .success(.done)
    }

    /// Takes over the style that was chosen for an item earlier, unless another one was chosen meanwhile.
    mutating func recallSubtitles(_ generation: Generation, _ style: SubtitleStyle) {
        guard let id = itemID(of: generation), let style = style.checked else { return }
        styles.recall(style, for: id)
    }

    /// Applies the style of the current item.
    mutating func settleSubtitles() {
        if styles.follow(current?.id, next: preload?.id) { perform(.styleSubtitles(styles.current)) }
    }
}
