internal import Gst
internal import PlayerCore

/// Items that consist of several files. All pipelines of such an item count in its time (``TimeShift``). The next part is
/// opened shortly before its turn, as what follows a cut is, and joined like that.
extension PlaybackEngine {
    /// How long before its turn the next part is opened: enough for a disk to spin up.
    private static let leadOfPart = MediaTime(nanoseconds: 15_000_000_000)

    /// Opens the part after the one that plays when its turn is near.
    func prepareNextPart(of item: ItemPipeline) {
        timers[.nextPart] = nil
        guard let start = item.nextPart, air.carries(item), !seeks.isRunning, let here = currentPosition else { return }
        let left = (start - here).seconds / item.edits.rate - Self.leadOfPart.seconds
        guard left > 0 else { return openContinuation(of: item, at: start) }
        // While playback is paused, the timer finds that it is as far away as before.
        set(.nextPart, after: Int64(min(left, 86_400) * 1e6) + 1_000)
    }

    /// A part cannot be played: the one after it follows instead, if there is one.
    func leaveOutPart(_ failed: ItemPipeline, _ reason: String) {
        log(.warning, "\(failed.uri) is left out of \(failed.request.uri): \(reason)")
        if air.carries(failed) { takeBack(failed) }
        let next = failed.nextPart
        retireContinuation()
        guard let current else { return }
        current.follow(byPartAt: next)
        prepareContinuation()
        lookAtEnd()
    }

    /// A part that was sought, or that the item was to begin with, cannot be played: the one after it does instead. Returns
    /// whether there is one. A server that cannot be reached has none.
    func beginsWithNextPart(_ item: ItemPipeline, _ fault: PlaybackFault) -> Bool {
        guard item === current, !air.carries(item), let next = item.nextPart, fault.code != .sourceUnreachable else {
            return false
        }
        log(.warning, "\(item.uri) is left out of \(item.request.uri): \(fault.message)")
        tell(.anchored(item.generation, .standing(at: next)))
        openAgain(item, playing: nil, at: next)
        return true
    }
}

extension ItemPipeline {
    /// Where the part after this one begins, if that is what follows.
    var nextPart: MediaTime? { edits.cut != nil ? nil : edits.place?.next }

    /// Where the item goes on in another pipeline: behind its cut, or in its next part.
    var startBehind: MediaTime? { edits.cut == nil ? nextPart : edits.cut?.end }

    /// The cuts that are left there.
    var cutsBehind: [Cut] { edits.cut == nil ? edits.cuts : Array(edits.cuts.dropFirst()) }
}
