internal import Gst
internal import PlayerCore

// The selection of an item's tracks.
extension PlaybackEngine {
    func selectAudio(_ generation: Generation, _ track: UInt32) {
        guard let item = item(of: generation), item.tracks.tracks.audio.contains(where: { $0.id == track }) else {
            return
        }
        item.noteChosenAudio(track)
        var choice = item.currentChoice
        choice.audio = track
        play(choice, of: item)
    }

    func selectSubtitles(_ generation: Generation, _ track: UInt32?) {
        guard let item = item(of: generation) else { return }
        item.noteChosenSubtitles()
        var choice = item.currentChoice
        choice.subtitles = track
        play(choice, of: item)
    }

    func preferTracks(_ generation: Generation, _ wishes: TrackWishes) {
        guard let item = item(of: generation) else { return }
        item.tracks.decision.wishes = wishes
        if !item.branches.isEmpty { tracksChanged(item) }
    }

    /// Handles new information about the item's tracks, which may change the selection.
    func tracksChanged(_ item: ItemPipeline) {
        let choice = item === current || !air.carries(item) ? item.takePreference() : nil
        showLines(of: item)
        if let choice { play(choice, of: item) }
    }

    /// Reports the facts of an item that were collected while it was prepared.
    func tellFacts(_ item: ItemPipeline) {
        tell(.tracksChanged(item.generation, item.tracks.tracks))
        tell(.tagsChanged(item.generation, item.folding.folded))
        if let timeline = item.streaming.timeline { tell(.timelineChanged(item.generation, timeline)) }
    }

    /// Sets the style of all subtitles.
    func styleSubtitles(_ style: SubtitleStyle) {
        screen.style = style
        screen.lines.apply(style)
        redrawStanding()
        for item in [current, next, continuation].compactMap({ $0 }) { item.subtitles.style = style }
    }

    /// The current item, or the one prepared beside it if it is not on the air.
    private func item(of generation: Generation) -> ItemPipeline? {
        if let current, current.generation == generation { return current }
        guard let next, next.generation == generation, !air.carries(next) else { return nil }
        return next
    }

    /// Switches to other tracks: immediately while they are heard, else by opening the item again.
    ///
    /// Decoded data that is not heard yet, or subtitles while paused, wait at the gates and sinks of the item. The
    /// selector does not forward flushes of an inactive pad, so that the thread of that pad would wait there forever,
    /// and a seek would wait for that thread.
    private func play(_ choice: TrackChoice, of item: ItemPipeline) {
        let before = item.currentChoice
        let isOnAir = item === current && air.carries(item)
        let hasOtherSound = choice.audio != before.audio
        // Most are drawn after decoding and buffering.
        let hasOtherLines =
            choice.subtitles != before.subtitles
            && (item.isDrawnEarly(choice.subtitles) || item.isDrawnEarly(before.subtitles))
        if hasOtherSound && !isOnAir || hasOtherLines && (!isOnAir || stands(item)) {
            return openAgain(item, playing: choice)
        }
        item.tracks.decision.hasChosen = item.tracks.decision.hasChosen || hasOtherSound || hasOtherLines
        let seeksAgain = isOnAir && hasOtherSound && canSeekAgain(item)
        if let audio = choice.audio, hasOtherSound {
            item.selectAudio(audio, flushing: stands(item) || seeksAgain || isOnAir && canRefill(item))
        }
        if choice.subtitles != before.subtitles { item.selectSubtitles(choice.subtitles) }
        showLines(of: item)
        guard isOnAir else { return }
        prepareContinuationAgain()
        if seeksAgain {
            seekAgain()
        } else if hasOtherSound || hasOtherLines {
            refill()
        }
    }

    /// Shows the selected subtitles over an item's video, and no others.
    func showLines(of item: ItemPipeline) {
        let others = [current, next].compactMap { $0?.generation }
        screen.lines.show(item.drawnSubtitles, over: item.generation, keeping: others)
        tell(.tracksChanged(item.generation, item.tracks.tracks))
        if item === current, air.carries(item) { redrawStanding() }
    }

    /// Whether decoded data waits at sinks that are paused or have not started, and can be decoded again at its
    /// position.
    private func stands(_ item: ItemPipeline) -> Bool {
        (output?.isPlaying != true || output?.isSettled != true) && !item.isLive && item.seeking.isAllowed
            && item.facts.isSeekable
    }

    /// Whether a seek is running in an item on the air that can be sent again. The change of tracks drops its data.
    private func canSeekAgain(_ item: ItemPipeline) -> Bool { seeks.isRunning && takesSeeks(item) }

    private func takesSeeks(_ item: ItemPipeline) -> Bool {
        item.phase == .ready && !item.isLive && !item.isLinked && item.seeking.isAllowed && item.facts.isSeekable
    }

    /// Whether ``refill()`` seeks in an item on the air.
    ///
    /// The thread of the old track may wait for room behind the selector, also while the output plays. Without a flush
    /// there, the flush of the seek would wait for that thread, and neither would end.
    private func canRefill(_ item: ItemPipeline) -> Bool {
        takesSeeks(item) && !seeks.isRunning && currentPosition != nil
    }

    /// Whether an item that failed after a change of tracks was opened again.
    ///
    /// GStreamer's subtitle overlay builds its renderer while data flows, and a flush at that time occasionally ends
    /// the stream as not negotiated (1.22). A file that is really damaged fails again.
    func recoversFromChoice(_ item: ItemPipeline, _ fault: PlaybackFault) -> Bool {
        guard fault.code == .containerBroken, item.tracks.decision.hasChosen, item.attempts.number == 0,
            item === current, air.carries(item),
            !item.isLive, item.seeking.isAllowed, item.facts.isSeekable
        else { return false }
        log(.info, "\(item.uri): opened again for the tracks chosen")
        item.attempts.number = 1
        openAgain(item, playing: item.currentChoice)
        return true
    }

    /// Opens an item again at its position, and continues with it when it is ready.
    ///
    /// - Parameter start: the position, if it is not the item's own.
    func openAgain(_ item: ItemPipeline, playing choice: TrackChoice?, at start: MediaTime? = nil) {
        var start = start ?? item.seeking.start
        if air.carries(item) {
            let sought = seeks
            start = leaveAir(resumingAt: currentPosition) ?? start
            seeks = sought
        }
        guard let made = makeAgain(item, at: start, attempt: item.attempts.number) else { return }
        made.tracks.decision.choice = choice
        made.edits.cuts = item.edits.cuts
        if item === current {
            current = made
            retireContinuation()
            if let sought = seeks.end() {
                // The new pipeline begins at the target of the seek.
                tell(.seekLanded(made.generation, sought.id, .standing(at: made.request.start)))
            }
        } else {
            next = made
        }
        item.retire()
        made.open(patience: patience(made))
        prepareContinuation()
    }

    func addSubtitles(_ generation: Generation, _ uri: String) {
        guard let current, current.generation == generation else { return }
        let track = current.addSubtitles(uri)
        guard !current.branches.isEmpty else { return }
        _ = current.tracks.refresh(from: current.branches, subtitles: current.subtitles.branch)
        // Without video there is nothing to show subtitles on.
        guard current.tracks.tracks.subtitles.contains(where: { $0.id == track }) else {
            return log(.warning, "\(uri): subtitles cannot be shown without video")
        }
        // Subtitles that were added explicitly are shown.
        selectSubtitles(generation, track)
    }

    /// The audio format of the current item; nil if it has no audio.
    var currentFormat: SoundFormat? { current?.branches[.audio].flatMap { SoundFormat(of: $0.entryPad) } }
}
