public import Gst
internal import PlayerCore

/// The display size of the video, and what is drawn over it.
extension PlaybackEngine {
    func scalePicture(width: Int, height: Int) {
        screen.size = (width, height)
        output?.scalePicture(width: width, height: height, fills: screen.isFilled)
        screen.cards.windowChanged(width: width, height: height)
        screen.artwork.windowChanged(width: width, height: height)
        redrawStanding()
    }

    /// Has the picture fill the window, or be seen whole.
    func fillWindow(_ fills: Bool) {
        screen.isFilled = fills
        guard let size = screen.size else { return }
        output?.scalePicture(width: size.width, height: size.height, fills: fills)
        redrawStanding()
    }

    /// Has the cards drawn over the picture that is in the window.
    func connectCards() {
        let (cards, artwork, lines) = (screen.cards, screen.artwork, screen.lines)
        cards.onFoot = { [lines] in lines.raise(above: $0) }
        cards.onCover = { [weak artwork] in artwork?.cover(with: $0) }
        artwork.onChange = { [weak cards] in cards?.coverChanged($0) }
        cards.onPlace = { [tell] in tell(.cardsPlaced($0)) }
        cards.onPresent = { [weak self] in self?.cardsPresented() }
    }

    /// Redraws the present frame with other cards. For network items this is not worth another download.
    private func cardsPresented() { if air.item == nil || current?.isNetwork == false { redrawStanding() } }

    /// Decodes the present frame again while playback is paused, since no new frame would show the changes. Without an
    /// item, at its end or while another one is opened, the last frame is shown again.
    func redrawStanding() {
        guard let linked = air.item else { return output?.showAgain() ?? () }
        guard let output, !output.isPlaying, let current, current.branches[.video] != nil,
            current.isSeekable
        else { return }
        guard linked === current else { return redrawBehindJoin(linked) }
        if picture.redraw(isThere: output.isSettled && !seeks.isRunning) { refill() }
    }

    /// Redraws near the end of an item to which another was joined already.
    private func redrawBehindJoin(_ joined: ItemPipeline) {
        guard let position = currentPosition else { return }
        takeBack(joined)
        refill(at: position)
    }

    // MARK: Frame by frame

    /// Answers a step that came while another frame was on its way to the window.
    func findHeldFrame() {
        guard output?.isSettled == true, !seeks.isRunning, let step = picture.takeStep() else { return }
        findFrame(step.generation, by: step.frames)
    }

    /// Looks for the frame that is so many frames after the one that is shown.
    func findFrame(_ generation: Generation, by frames: Int) {
        guard let current, current.generation == generation else { return }
        let lag = current.branches[.video]?.filters?.lag ?? 0
        func answer(_ nanoseconds: Int64?, left: Int? = nil) {
            let target = nanoseconds.map { MediaTime(nanoseconds: max(0, $0 - lag)) }
            tell(.frameFound(generation, target, left: left))
        }
        // A pause that ends only now may say that the output is settled, although a seek has flushed it again.
        let isOnItsWay = output?.isSettled == false || seeks.isRunning || output?.chains[.video]?.awaitsFrame == true
        if air.carries(current), output?.isPlaying == false, isOnItsWay {
            picture.hold(PausedPicture.Step(generation: generation, frames: frames))
            return
        }
        guard air.carries(current), let output, !output.isPlaying, let gate = current.branches[.video]?.gate,
            let shown = output.chains[.video]?.shownTime
        else { return answer(nil) }
        switch current.source.step(from: shown, by: frames) {
        case .frame(let time, let before):
            answer(start(of: time, behind: before, in: current))
        case .toward(let last, let before, let left):
            if last > shown + 1_000_000 {
                // At the end of the stream, the last one is the last.
                answer(start(of: last, behind: before, in: current), left: gate.isDrained ? nil : left)
            } else if gate.isDrained {
                answer(nil)
            } else {
                // The decoder was not given the next one yet. A seek a little behind its beginning leads there.
                let next = current.branches[.video]?.entryPad.frameDuration.map { last + $0 + 1_000_000 }
                answer(next, left: left - 1)
            }
        case .before(let first, let left):
            // Its time is known when it has been decoded. The seek leads into the last of the frames before.
            if first > 0 {
                answer(first - 4_000_000, left: left)
            } else {
                // There is nothing before the first frame.
                answer(shown > 1_000_000 ? 0 : nil)
            }
        case nil: answer(nil)
        }
    }

    /// Where a seek shows a frame, in nanoseconds.
    ///
    /// Where times are rounded, as in Matroska, the frame before may last beyond the beginning of this one, and would be
    /// shown.
    private func start(of frame: Int64, behind before: Int64?, in item: ItemPipeline) -> Int64 {
        let end = before.flatMap { time in item.branches[.video]?.entryPad.frameDuration.map { time + $0 } }
        return end.map { $0 > frame && $0 < frame + 1_000_000 ? $0 + 1 : frame } ?? frame
    }

    // MARK: Saving

    /// The frame in the window, upright and without what is drawn over it; nil: there is none.
    ///
    /// During playback, it may be the one that is shown next.
    public var still: StillPicture? { output?.chains[.video]?.still }

    // MARK: Turning

    /// Turns the picture of an item by hand.
    func turnPicture(_ generation: Generation, quarters: Int) {
        turn(generation) { item in
            item.picture.quarters = quarters
            return item.branches[.video]?.filters?.turner?.turn(by: quarters) ?? false
        }
    }

    /// Turns the picture of an item as its container says, where GStreamer has not read that.
    func turnPicture(_ generation: Generation, stored: PictureTurn) {
        turn(generation) { item in
            item.picture.stored = stored
            return item.branches[.video]?.filters?.turner?.take(stored: stored) ?? false
        }
    }

    /// Decodes again what waits, or is on its way to the window, turned another way.
    private func turn(_ generation: Generation, _ change: (ItemPipeline) -> Bool) {
        for item in [current, next, continuation].compactMap({ $0 }) where item.generation == generation && change(item)
        {
            if item === current, air.carries(item) {
                if seeks.isRunning { seekAgain() } else { refill() }
            } else if !air.carries(item) {
                item.reposition(to: item.seeking.start)
            }
        }
    }

    // MARK: Behind the last frame

    /// Whether the frame of another position is shown. Nothing continues behind it until playback does.
    var showsStandIn: Bool { output?.isPlaying == false && picture.shown(at: currentPosition) != nil }

    /// Shows the last frame if the sinks have found none at the position.
    ///
    /// - Returns: whether it is on its way.
    func showLastFrame() -> Bool {
        guard let output, !output.isPlaying, output.isSettled, !seeks.isRunning, let current, air.carries(current),
            current.isSeekable, let gate = current.branches[.video]?.gate, gate.isDrained, !gate.hasPassed,
            let position = currentPosition
        else { return false }
        let last = current.source.lastPicture.map { MediaTime(nanoseconds: $0) }
        guard picture.findsNone(at: position, last: last) else { return false }
        refill(at: position)
        return true
    }

    /// Decodes from the position again before playback continues, if the frame of another one is shown.
    func dropStandIn() {
        if picture.dropStandIn() { refill() }
    }
}
