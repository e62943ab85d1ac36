internal import GLibLoop
internal import MediaExport
internal import Synchronization

/// Asks, while a worker reads a file, whether the file system still responds: the worker itself waits in the kernel if it
/// does not.
final class SourceWatch: Sendable {
    private struct State {
        var next: Int64
        var isAsking = false
        var silent: SilentMount?
    }

    /// The time between an answer and the next question, in microseconds.
    private static let pause: Int64 = 1_000_000

    private let mounts: MountCheck
    private let path: [UInt8]?
    private let state = Mutex(State(next: MonotonicClock.microseconds + pause))

    /// - Parameter path: nil for what is no file, which always responds.
    init(_ path: [UInt8]?, _ mounts: MountCheck) { (self.path, self.mounts) = (path, mounts) }

    /// The mount, once it does not respond. Asks if it is time to, and never waits: to be called several times a second.
    var silent: SilentMount? {
        guard let path else { return nil }
        let (silent, isDue) = state.withLock { state in
            let isDue = !state.isAsking && state.silent == nil && MonotonicClock.microseconds >= state.next
            if isDue { state.isAsking = true }
            return (state.silent, isDue)
        }
        if isDue { mounts.read(path, {}, then: { [self] in take($0) }) }
        return silent
    }

    private func take(_ answer: Result<Void, SilentMount>) {
        state.withLock { state in
            state.isAsking = false
            state.next = MonotonicClock.microseconds + Self.pause
            if case .failure(let mount) = answer { state.silent = mount }
        }
    }
}
