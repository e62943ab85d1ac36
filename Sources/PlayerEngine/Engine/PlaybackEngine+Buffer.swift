internal import Gst
internal import PlayerCore

/// How far the current item is loaded.
extension PlaybackEngine {
    func watchBuffer(_ isAsked: Bool) {
        timers[.buffered] = nil
        guard isAsked else { return }
        if let current, current.phase == .ready, !seeks.isRunning, let position = current.bufferedPosition {
            tell(.buffered(current.generation, position))
        }
        set(.buffered, after: 500_000)
    }
}
