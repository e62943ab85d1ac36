internal import GLibLoop
internal import Gst
internal import PlayerCore

// The journal, and what an item waits for before it is heard.
extension PlaybackEngine {
    /// Has the journal do something; what it looks up is told before the item is heard, if that takes no longer than
    /// reading a file may.
    func perform(_ effect: LibraryEffect) {
        switch effect {
        case .recall(let generation, _): wait(for: .recollection, generation)
        case .recallChoice(let generation, _): wait(for: .choice, generation)
        case .save, .record, .choose: break
        }
        library(effect) { [weak self] answer in
            MediaActor.post {
                guard let self else { return }
                switch answer {
                case .recollection(let generation, let recollection):
                    self.tell(.recalled(generation, recollection))
                    self.stopWaiting(for: .recollection, generation)
                case .choice(let generation, let choice):
                    self.tell(.choiceRecalled(generation, choice))
                    self.stopWaiting(for: .choice, generation)
                }
            }
        }
    }

    /// A file is read in a few milliseconds, mostly before it could be heard; a slow disk does not hold it for long.
    func wait(for what: Awaited, _ generation: Generation) {
        guard let current, current.generation == generation, !hasStarted else { return }
        awaited.insert(what)
        guard patienceTimer == nil else { return }
        let deadline = MonotonicClock.microseconds + 500_000
        patienceTimer = LoopSource.timer(on: MediaActor.loop, at: deadline) { [weak self] in
            MediaActor.assumeIsolated { self?.stopWaiting() }
        }
    }

    func stopWaiting(for what: Awaited, _ generation: Generation) {
        guard current?.generation == generation, awaited.remove(what) != nil, awaited.isEmpty else { return }
        stopWaiting()
    }

    func stopWaiting() {
        patienceTimer = nil
        awaited = []
        startCurrentIfWanted()
    }
}
