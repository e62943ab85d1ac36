internal import Gst
internal import PlayerCore

/// How large the picture is shown, and what is drawn over it.
extension PlaybackEngine {
    func scalePicture(width: Int, height: Int) {
        pictureSize = (width, height)
        output?.scalePicture(width: width, height: height)
        cards.windowChanged(width: width, height: height)
        artwork.windowChanged(width: width, height: height)
        redrawStanding()
    }

    /// Other cards are on the picture. Over a network a picture that stands is not worth fetching it again.
    func cardsPresented() { if current?.isNetwork == false { redrawStanding() } }

    /// While playback stands no picture comes that would show what changed: the one that shows is decoded once more.
    func redrawStanding() {
        guard let output, !output.isPlaying, let current, onAir === current, current.branches[.video] != nil,
            current.isSeekable
        else { return }
        isRedrawOwed = !output.isSettled || running != nil
        if !isRedrawOwed { refill() }
    }

    /// The picture that was on its way is there.
    func redrawIfOwed() { if isRedrawOwed { redrawStanding() } }
}
