internal import Gst
internal import PlayerCore

// Which tracks of an item play.
extension PlaybackEngine {
    func selectAudio(_ generation: Generation, _ track: UInt32) {
        guard let item = item(of: generation), item.tracks.tracks.audio.contains(where: { $0.id == track }) else {
            return
        }
        item.noteChosen(audio: true)
        var choice = item.currentChoice
        choice.audio = track
        play(choice, of: item)
    }

    func selectSubtitles(_ generation: Generation, _ track: UInt32?) {
        guard let item = item(of: generation) else { return }
        item.noteChosen(subtitles: true)
        var choice = item.currentChoice
        choice.subtitles = track
        play(choice, of: item)
    }

    func preferTracks(_ generation: Generation, _ wishes: TrackWishes) {
        guard let item = item(of: generation) else { return }
        item.wishes = wishes
        if !item.branches.isEmpty { tracksChanged(item) }
    }

    /// More of the item's tracks is known: others may be those to play.
    func tracksChanged(_ item: ItemPipeline) {
        let choice = item === current || onAir !== item ? item.takePreference() : nil
        showLines(of: item)
        if let choice { play(choice, of: item) }
    }

    /// What was told of an item while it was prepared beside another one.
    func tellFacts(_ item: ItemPipeline) {
        tell(.tracksChanged(item.generation, item.tracks.tracks))
        tell(.tagsChanged(item.generation, item.folding.folded))
        if let timeline = item.streamTimeline { tell(.timelineChanged(item.generation, timeline)) }
    }

    /// How the subtitles of every item are shown.
    func styleSubtitles(_ style: SubtitleStyle) {
        self.style = style
        lines.apply(style)
        redrawStanding()
        for item in [current, next, continuation].compactMap({ $0 }) { item.style = style }
    }

    /// The current item, or the one prepared beside it while nobody hears it.
    private func item(of generation: Generation) -> ItemPipeline? {
        if let current, current.generation == generation { return current }
        guard let next, next.generation == generation, onAir !== next else { return nil }
        return next
    }

    /// Changes to other tracks: at once while they are heard, else by opening the item anew.
    ///
    /// What an item decoded that nobody hears yet, or lines of subtitles while it stands, waits at its gates and sinks. The
    /// selector keeps flushes of a pad that is not active any more to itself, so the thread that brought it would wait there
    /// for ever, and whoever seeks for that thread.
    private func play(_ choice: TrackChoice, of item: ItemPipeline) {
        let before = item.currentChoice
        let isOnAir = item === current && onAir === item
        let hasOtherSound = choice.audio != before.audio
        // Text is drawn behind everything that decodes.
        let hasOtherLines =
            choice.subtitles != before.subtitles
            && (item.isDrawnEarly(choice.subtitles) || item.isDrawnEarly(before.subtitles))
        if hasOtherSound && !isOnAir || hasOtherLines && (!isOnAir || stands(item)) {
            return openAgain(item, playing: choice)
        }
        item.hasChosen = item.hasChosen || hasOtherSound || hasOtherLines
        if let audio = choice.audio, hasOtherSound { item.selectAudio(audio, flushing: stands(item)) }
        if choice.subtitles != before.subtitles { item.selectSubtitles(choice.subtitles) }
        showLines(of: item)
        guard isOnAir else { return }
        prepareContinuationAgain()
        if hasOtherSound || hasOtherLines { refill() }
    }

    /// Draws the lines of another file that are chosen, and no others, over an item's pictures.
    func showLines(of item: ItemPipeline) {
        let others = [current, next].compactMap { $0?.generation }
        lines.show(item.script, over: item.generation, keeping: others)
        tell(.tracksChanged(item.generation, item.tracks.tracks))
        if item === current, onAir === item { redrawStanding() }
    }

    /// Whether what is decoded waits at sinks that stand, or do not play yet, and it can be decoded again where it stands.
    private func stands(_ item: ItemPipeline) -> Bool {
        (output?.isPlaying != true || output?.isSettled != true) && !item.isLive && item.allowsSeeking
            && item.facts.isSeekable
    }

    /// Whether an item that failed behind another choice of tracks was opened again with it.
    ///
    /// GStreamer's subtitle overlay builds its renderer while data is on its way, and a flush that meets it there now and
    /// then ends the stream as not negotiated (1.22). A file that really is damaged fails once more.
    func recoversFromChoice(_ item: ItemPipeline, _ fault: PlaybackFault) -> Bool {
        guard fault.code == .containerBroken, item.hasChosen, item.attempt == 0, item === current, onAir === item,
            !item.isLive, item.allowsSeeking, item.facts.isSeekable
        else { return false }
        log(.info, "\(item.request.uri): opened again for the tracks chosen")
        item.attempt = 1
        openAgain(item, playing: item.currentChoice)
        return true
    }

    /// Opens an item anew where it is, and goes on with it once it is ready.
    ///
    /// - Parameter start: where that is, if not where it says itself.
    func openAgain(_ item: ItemPipeline, playing choice: TrackChoice, at start: MediaTime? = nil) {
        var start = start ?? item.startOfNext
        if item === onAir {
            let sought = running
            start =
                leaveAir(resumingAt: currentPosition) ?? start
            running = sought
        }
        guard let made = makeAgain(item, at: start, attempt: item.attempt) else { return }
        made.choice = choice
        made.cuts = item.cuts
        if item === current {
            current = made
            retireContinuation()
            if let running {
                // It begins there.
                self.running = nil
                tell(.seekLanded(made.generation, running.id, .standing(at: made.request.start)))
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
        _ = current.tracks.refresh(from: current.branches, subtitles: current.subtitles)
        // On what would they be shown?
        guard current.tracks.tracks.subtitles.contains(where: { $0.id == track }) else {
            return log(.warning, "\(uri): there is no picture to show subtitles on")
        }
        // What was added by hand is what somebody wants to see.
        selectSubtitles(generation, track)
    }

    /// What the sound of the current item is made of; nil where there is none.
    var currentFormat: SoundFormat? { current?.branches[.audio].flatMap { SoundFormat(of: $0.entryPad) } }
}
