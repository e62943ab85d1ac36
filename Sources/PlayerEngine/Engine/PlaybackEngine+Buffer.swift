internal import GLibLoop
internal import Gst
internal import PlayerCore

/// How far the current item is loaded.
extension PlaybackEngine {
    func watchBuffer(_ isAsked: Bool) {
        bufferTimer = nil
        guard isAsked else { return }
        if let current, current.phase == .ready, running == nil, let position = current.bufferedPosition {
            tell(.buffered(current.generation, position))
        }
        bufferTimer = LoopSource.timer(on: MediaActor.loop, at: MonotonicClock.microseconds + 500_000) { [weak self] in
            MediaActor.assumeIsolated { self?.watchBuffer(true) }
        }
    }
}
