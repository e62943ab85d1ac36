internal import GLibLoop
internal import Glibc
internal import MediaExport
internal import Synchronization

/// Carries out picture tasks one after the other, in a process that stays for a few seconds, because opening an item
/// again takes longer than a picture.
final class PictureLane: Sendable {
    private struct State: ~Copyable {
        /// Not in use at this moment.
        var process: PictureProcess?
        var closing: LoopSource?
        var number: UInt64 = 0
        var isClosed = false
    }

    /// How long a process without tasks stays, in microseconds.
    private static let linger: Int64 = 5_000_000

    let queue: WorkQueue
    private let command: [String]
    private let limits: PictureProcess.Limits
    private let load: MachineLoad.Source
    private let state = Mutex(State())

    /// - Parameters:
    ///   - label: of the thread.
    ///   - command: the worker and its arguments.
    ///   - load: tells how busy the machine is.
    init(label: String, command: [String], limits: PictureProcess.Limits, load: @escaping MachineLoad.Source) {
        (self.limits, self.load) = (limits, load)
        queue = WorkQueue(label: label, width: 1, patience: 90, limit: 4)
        self.command = command
    }

    /// Carries out a task. Blocks until it is done, for as long as ``PictureProcess`` allows.
    func perform(
        _ uri: String, _ content: PictureTask.Content, into path: String, isStopping: () -> Bool,
        complain: (String) -> Void
    ) -> PictureProcess.Outcome {
        let outcome = attempt(uri, content, into: path, isStopping: isStopping, complain: complain)
        // Earlier tasks used most of that time: a new process has all of it.
        guard case .exhausted = outcome else { return outcome }
        unlink(path)
        return attempt(uri, content, into: path, isStopping: isStopping, complain: complain)
    }

    private func attempt(
        _ uri: String, _ content: PictureTask.Content, into path: String, isStopping: () -> Bool,
        complain: (String) -> Void
    ) -> PictureProcess.Outcome {
        var process: PictureProcess
        let number: UInt64
        switch take() {
        case .closed: return .stopped
        case .none(let next):
            number = next
            do throws(Child.StartFailure) { process = try PictureProcess(command) } catch {
                return .lost("could not be started (\(error.reason))")
            }
        case .some(let running, let next):
            number = next
            process = running
        }
        let outcome = process.perform(
            PictureTask(number: number, uri: uri, content: content, path: path), limits: limits, load: load,
            isStopping: { isStopping() || state.withLock { $0.isClosed } }, complain: complain)
        switch outcome {
        case .made where process.tasks < PictureProcess.mostTasks,
            .refused where process.tasks < PictureProcess.mostTasks:
            putBack(process)
        case .made, .refused, .stopped, .lost, .slow, .exhausted: _ = process.end()
        }
        return outcome
    }

    private enum Taken: ~Copyable {
        case closed
        case none(UInt64)
        case some(PictureProcess, UInt64)
    }

    private func take() -> Taken {
        state.withLock { state in
            state.closing = nil
            guard !state.isClosed else { return .closed }
            state.number += 1
            guard let process = state.process.take() else { return .none(state.number) }
            return .some(process, state.number)
        }
    }

    private func putBack(_ process: consuming PictureProcess) {
        let closing = LoopSource.timer(on: MediaActor.loop, at: MonotonicClock.microseconds + Self.linger) {
            [weak self] in SideThread.run("pictures") { [weak self] in self?.endIdle() }
        }
        var process = Optional(process)
        state.withLock { state in
            state.process = process.take()
            state.closing = closing
        }
        if state.withLock({ $0.isClosed }) { endIdle() }
    }

    private func endIdle() {
        var process = state.withLock { state in
            state.closing = nil
            return state.process.take()
        }
        _ = process?.end()
    }

    /// Ends the process, and carries out nothing more.
    func close() {
        state.withLock { $0.isClosed = true }
        SideThread.run("pictures") { [self] in endIdle() }
    }
}
