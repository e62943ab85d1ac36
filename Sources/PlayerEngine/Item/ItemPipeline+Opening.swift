internal import GLibLoop
internal import Gst
internal import PlayerCore

/// How far an item is on the way to its start.
struct ItemOpening {
    /// Whether ``ItemPipeline/open(patience:)`` was not called yet.
    var isClosed = true
    /// Whether it takes the place of another pipeline of the same item.
    var isAgain = false
    /// Whether GStreamer has opened the source. Before that it is unknown whether the source is live.
    var isStarted = false
    /// Whether a seek to the start is running before the item is ready.
    var isPositioning = false
    /// Whether the item did not reach its start.
    var hasMissedStart = false
    /// Whether tags have changed on the way to the start.
    var hasUntoldTags = false
}

/// From the check of the source to its first sample.
extension ItemPipeline {
    /// Checks the source and starts reading; events report the progress. Nothing waits for a disk: the check and the
    /// opening happen outside the loop.
    ///
    /// One in ten attempts to open a broken file leaves decodebin neither ready nor failed, without a message on the bus
    /// (measured with GStreamer 1.22): hence ``Event/stuck``.
    ///
    /// - Parameter patience: the number of seconds without a stream after which the item is stuck.
    func open(patience: Int64) {
        opening.isClosed = false
        surroundings.door.look(at: uri, knowing: supply.file, insists: request.insists) { [weak self] answer in
            guard let self, self.phase == .opening else { return }
            switch answer {
            case .success(let pass):
                self.watch.mark = pass.mark
                if let growing = pass.growing, self.edits.place == nil { self.follow(growing.source, growing.look) }
                self.start(patience)
            case .failure(let fault): self.fail(fault)
            }
        }
    }

    private func start(_ patience: Int64) {
        source.leaveOut(decoders: attempts.decoders.tried)
        look(after: 100_000, until: MonotonicClock.microseconds + patience * 1_000_000)
        OffLoop.setState(pipeline, .paused) { change in self.started(change) }
    }

    /// Looks at the source after a number of microseconds, and then more and more seldom.
    private func look(after pause: Int64, until end: Int64) {
        let moment = MonotonicClock.microseconds + pause
        watch.timer = LoopSource.timer(on: MediaActor.loop, at: min(moment, end)) { [weak self] in
            MediaActor.assumeIsolated {
                guard let self, self.phase == .opening else { return }
                if moment >= end || self.source.hasGivenUp {
                    return self.waitsForSamples() ? () : self.owner(self, .stuck)
                }
                self.look(after: 2 * pause, until: end)
            }
        }
    }

    /// Whether the item waits for the first sample of its file, which is being written: a recorder writes its first samples
    /// seconds after its header.
    func waitsForSamples() -> Bool {
        if supply.isEmpty { return true }
        guard let growth = supply.growth, growth.isGrowing || growth.hasGrown && growth.mayGrow else { return false }
        let now = MonotonicClock.microseconds
        let since = supply.emptySince ?? now
        guard now - since < Self.longestEmptiness else { return false }
        (supply.emptySince, supply.isEmpty) = (since, true)
        watch.timer = LoopSource.timer(on: MediaActor.loop, at: now + Self.emptyPause) { [weak self] in
            MediaActor.assumeIsolated {
                guard let self, !self.isRetired else { return }
                self.owner(self, .empty)
            }
        }
        return true
    }

    /// How long a file without samples is opened again and again, and how long each opening waits for the next, in
    /// microseconds.
    private static let (longestEmptiness, emptyPause): (Int64, Int64) = (30_000_000, 500_000)
}
