internal import Gst
internal import PlayerCore

/// The display size of the video, and what is drawn over it.
extension PlaybackEngine {
    func scalePicture(width: Int, height: Int) {
        pictureSize = (width, height)
        output?.scalePicture(width: width, height: height)
        cards.windowChanged(width: width, height: height)
        artwork.windowChanged(width: width, height: height)
        redrawStanding()
    }

    /// Has the cards drawn over the picture that is in the window.
    func connectCards() {
        cards.onFoot = { [lines] in lines.raise(above: $0) }
        cards.onCover = { [weak artwork] in artwork?.cover(with: $0) }
        artwork.onChange = { [weak cards] in cards?.coverChanged($0) }
        cards.onPresent = { [weak self] in self?.cardsPresented() }
    }

    /// Redraws the present frame with other cards. For network items this is not worth another download.
    private func cardsPresented() { if current?.isNetwork == false { redrawStanding() } }

    /// Decodes the present frame again while playback is paused, since no new frame would show the changes.
    func redrawStanding() {
        guard let output, !output.isPlaying, let current, onAir === current, current.branches[.video] != nil,
            current.isSeekable
        else { return }
        isRedrawOwed = !output.isSettled || running != nil
        if !isRedrawOwed { refill() }
    }

    /// Redraws after the frame that was on its way has arrived.
    func redrawIfOwed() { if isRedrawOwed { redrawStanding() } }
}
