internal import GLibLoop
internal import Gst
internal import PlayerCore

/// What follows when a call into GStreamer does not return: see ``TimedCalls``.
extension PlaybackEngine {
    /// Moves an item that was taken off the air to a position behind its gates. If its last data is stuck in a device
    /// that does not respond, it is opened again.
    func bringBack(_ item: ItemPipeline, to position: MediaTime) {
        let isOutputHung = output?.isHung ?? false
        if !isOutputHung { item.reposition(to: position) }
        guard isOutputHung || item.isHung else { return }
        // Reported later, when everything is opened again.
        output?.giveUp()
        if item === continuation {
            retireContinuation()
        } else {
            openAgain(item, playing: item.currentChoice, at: position)
        }
    }

    /// Handles a flush of an item that does not return, because its disk or a device hangs.
    func hung(_ item: ItemPipeline) {
        // In a seek, a demuxer waits for a server that sends nothing. Then no device hangs.
        let isLost = PlaybackFault(.sourceInterrupted, "The server of \(item.uri) does not respond.")
        if item.isNetwork, reconnects(item, after: isLost) { return }
        if air.carries(item) { outputHung() } else { failed(item, Faults.noAnswer(item.uri)) }
    }

    /// Handles a call to a device, or a disk behind it, that does not return: everything is opened again, and the
    /// hanging parts are abandoned.
    func outputHung() {
        guard let output else { return }
        log(.warning, "the sound server, the display or a disk does not respond; everything is opened again")
        let position = currentPosition
        let wasOnAir = air.item
        air.leave()
        output.abandon()
        self.output = nil
        sinks.forget()
        guard let current else { return }
        makeOutput()
        follow(.madeAfterHang)
        if let next, wasOnAir === next {
            self.next = makeAgain(next, at: next.request.start, attempt: 0)
            next.retire()
            self.next?.open(patience: patience(next))
        }
        guard wasOnAir != nil else { return }
        let start = position ?? current.seeking.start
        tell(.anchored(current.generation, .standing(at: start)))
        openAgain(current, playing: current.currentChoice, at: start)
    }
}
