internal import Foundation
internal import FoundationEssentials
internal import GLibLoop
internal import Glibc
internal import Gst
internal import Logging
internal import MediaExport
internal import PlayerCore
internal import PlayerEngine
internal import Synchronization

/// Runs exports: each in a process of its own, followed by a thread of its own. The player decides whose turn it is.
final class ExportHost: Sendable {
    /// How exports reach their items.
    struct Access: Sendable {
        var settings: ExportWorker.Settings
        var logins = HTTPLogins()
    }

    private struct State {
        var running: Set<UInt32> = []
        var stopping: Set<UInt32> = []
    }

    private let state = Mutex(State())
    private let logger: Logger
    private let ledger: ExportLedger?
    private let access: Mutex<Access>
    private let worker: ExportProcess
    private let tell: @Sendable (ExportEvent) -> Void

    /// - Parameters:
    ///   - ledger: nil where nothing can be kept, or somebody else keeps it.
    ///   - worker: what makes each file, on its own.
    ///   - tell: how an export goes; called on any thread, in order for each.
    init(
        access: Access, ledger: ExportLedger?, logger: Logger,
        worker: ExportProcess = ExportProcess(command: ["/proc/self/exe", "--export-worker"]),
        tell: @escaping @Sendable (ExportEvent) -> Void
    ) {
        self.tell = tell
        self.access = Mutex(access)
        self.ledger = ledger
        self.logger = logger
        self.worker = worker
    }

    /// Removes what exports of an earlier run left unfinished; before the first of this one.
    func clear() {
        ledger?.clear { [logger] path in
            logger.warning("an export was interrupted when mediad was killed: the unfinished \(path) is removed")
        }
    }

    /// For exports that begin from now on.
    func configure(_ access: Access) { self.access.withLock { $0 = access } }

    /// Looks whether such a file can be made; answers on another thread, as file systems may take their time.
    func check(_ order: ExportOrder, _ completion: @escaping @Sendable (String?) -> Void) {
        Thread.detachNewThread {
            if case .target(let name) = order.method {
                guard let ending = EncodingTarget.ending(of: name) else {
                    return completion(
                        "There is no preset '\(name)': see mediactl export --presets.")
                }
                guard ending.isEmpty || order.path.lowercased().hasSuffix("." + ending) else {
                    return completion("The preset \(name) writes .\(ending) files: use the extension .\(ending).")
                }
            }
            completion(RangeExporter.refusal(of: order))
        }
    }

    /// Carries out what the player wants; never waits.
    func perform(_ effect: ExportEffect) {
        switch effect {
        case .start(let number, let order):
            state.withLock { _ = $0.running.insert(number) }
            Thread.detachNewThread { [self] in
                tell(.started(number))
                run(number, order)
                state.withLock { state in
                    state.running.remove(number)
                    state.stopping.remove(number)
                }
                tell(.ended(number))
            }
        case .stop(let number):
            state.withLock { state in
                if state.running.contains(number) { state.stopping.insert(number) }
            }
        }
    }

    private func isStopping(_ number: UInt32) -> Bool { state.withLock { $0.stopping.contains(number) } }

    // MARK: One worker, on its thread

    private func run(_ number: UInt32, _ order: ExportOrder) {
        // A worker that ends while it is written to must not end mediad.
        var pipeSignal = sigset_t()
        sigemptyset(&pipeSignal)
        sigaddset(&pipeSignal, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &pipeSignal, nil)
        var job = ExportJob(order)
        defer { ledger?.remove(number) }
        let access = access.withLock { $0 }
        let task = ExportWorker.Task(
            order: order, address: access.logins.adding(to: order.uri), settings: access.settings)
        // What cannot be said in JSON is no order: the worker says no, and that is heard.
        let words = (try? JSONEncoder.byKey.encode(task)) ?? Data()
        do throws(Child.StartFailure) {
            let end = try worker.run(
                order: Array(words) + [UInt8(ascii: "\n")], isStopping: { isStopping(number) },
                line: { take($0, of: number, &job) })
            finish(number, end, job)
        } catch {
            report(.failed("The export process could not be started: \(error.reason). Try again."), of: number, &job)
        }
    }

    private func report(_ report: ExportReport, of number: UInt32, _ job: inout ExportJob) {
        job.take(report)
        tell(.reported(number, report))
    }

    private func take(_ line: [UInt8], of number: UInt32, _ job: inout ExportJob) {
        guard let report = try? JSONDecoder().decode(ExportReport.self, from: Data(line)) else {
            let words = String(decoding: line.prefix(500), as: UTF8.self)
            if !words.allSatisfy(\.isWhitespace) { logger.debug("export \(number): \(words)") }
            return
        }
        if case .writing(let path) = report { ledger?.add(number, path) }
        self.report(report, of: number, &job)
    }

    /// It is gone, whatever it said.
    private func finish(_ number: UInt32, _ end: Child.End, _ job: ExportJob) {
        var job = job
        if !job.hasEnded {
            let wasStopped = isStopping(number)
            // Made by it, and of no use to anybody.
            if let part = job.partPath { remove(part) }
            if !wasStopped { logger.warning("the export of \(job.order.path) \(end)") }
            job.lost(wasCancelled: wasStopped)
        }
        switch job.status {
        case .completed: logger.info("exported \(job.order.path)")
        case .failed: logger.warning("\(job.order.path) was not exported: \(job.error)")
        default: break
        }
    }

    /// Waits for it no longer than for a worker: its file system may be what hangs.
    private func remove(_ part: String) {
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            unlink(part)
            isDone.signal()
        }
        guard isDone.wait(timeout: .now() + .microseconds(Int(worker.limits.grace))) == .timedOut else { return }
        logger.warning("\(part) is unfinished and cannot be removed now: its file system does not respond")
    }
}
