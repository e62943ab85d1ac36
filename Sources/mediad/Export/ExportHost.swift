internal import FoundationEssentials
internal import GLibLoop
internal import Glibc
internal import Gst
internal import Logging
internal import MediaExport
internal import PlayerCore
internal import PlayerEngine
internal import Synchronization

/// Runs exports, each in a separate process that a separate thread supervises. The player decides their order.
final class ExportHost: Sendable {
    /// How exports access their items.
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
    private let mounts: MountCheck
    private let worker: ExportProcess
    private let tell: @Sendable (ExportEvent) -> Void

    /// - Parameters:
    ///   - ledger: nil if nothing can be stored, or if another process owns the ledger.
    ///   - mounts: asks for the items and the files.
    ///   - worker: the process that writes each file.
    ///   - tell: receives the events of exports on any thread; those of each export in order.
    init(
        access: Access, ledger: ExportLedger?, logger: Logger, mounts: MountCheck = MountCheck(label: "mediad.exports"),
        worker: ExportProcess = ExportProcess(command: ["/proc/self/exe", "--export-worker"]),
        tell: @escaping @Sendable (ExportEvent) -> Void
    ) {
        self.tell = tell
        self.access = Mutex(access)
        self.ledger = ledger
        self.logger = logger
        self.mounts = mounts
        self.worker = worker
    }

    /// Removes the unfinished files of an earlier run. Must come before the first export of this one.
    func clear() {
        ledger?.clear { [logger] path in
            logger.warning("an export was interrupted because mediad was killed: removed the unfinished file \(path)")
        }
    }

    /// Sets the access for exports that begin from now on.
    func configure(_ access: Access) { self.access.withLock { $0 = access } }

    /// Checks whether an export is possible. Answers on another thread, as file systems may be slow.
    func check(_ order: ExportOrder, _ completion: @escaping @Sendable (String?) -> Void) {
        guard let source = FileURI.path(of: order.uri) else { return checkTarget(order, completion) }
        mounts.read(source) {
        } then: { [self] answer in
            guard case .failure(let mount) = answer else { return checkTarget(order, completion) }
            completion(Self.unread(order, mount))
        }
    }

    private static func unread(_ order: ExportOrder, _ mount: SilentMount) -> String {
        "\(FileURI.readable(order.uri)) cannot be read: " + mount.advice("export again")
    }

    private func checkTarget(_ order: ExportOrder, _ completion: @escaping @Sendable (String?) -> Void) {
        mounts.run(on: Array(order.path.utf8)) { () -> String? in
            if case .target(let name) = order.method {
                guard let ending = EncodingTarget.ending(of: name) else {
                    return "There is no preset '\(name)': see mediactl export --presets."
                }
                guard ending.isEmpty || order.path.lowercased().hasSuffix("." + ending) else {
                    return "The preset \(name) writes .\(ending) files: use the extension .\(ending)."
                }
            }
            return RangeExporter.refusal(of: order)
        } then: { answer in
            switch answer {
            case .success(let refusal): completion(refusal)
            case .failure(let mount): completion("\(order.path) cannot be written: " + mount.advice("export again"))
            }
        }
    }

    /// Carries out an effect of the player; never waits.
    func perform(_ effect: ExportEffect) {
        switch effect {
        case .start(let number, let order):
            state.withLock { _ = $0.running.insert(number) }
            SideThread.run("export") { [self] in
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
        // A worker that exits while mediad writes to it must not end mediad.
        var pipeSignal = sigset_t()
        sigemptyset(&pipeSignal)
        sigaddset(&pipeSignal, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &pipeSignal, nil)
        var job = ExportJob(order)
        defer { ledger?.remove(number) }
        let access = access.withLock { $0 }
        let task = ExportWorker.Task(
            order: order, address: access.logins.adding(to: order.uri), settings: access.settings)
        // A task that JSON cannot express becomes an empty order: the worker refuses it, and the refusal is reported.
        let watch = SourceWatch(FileURI.path(of: order.uri), mounts)
        let words = (try? JSONEncoder.byKey.encode(task)) ?? Data()
        do throws(Child.StartFailure) {
            let end = try worker.run(
                order: Array(words) + [UInt8(ascii: "\n")], isStopping: { isStopping(number) || watch.silent != nil },
                line: { take($0, of: number, &job) })
            if !isStopping(number), let mount = watch.silent, !job.hasEnded {
                if let part = job.partPath { remove(part) }
                report(.failed(Self.unread(order, mount)), of: number, &job)
            }
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

    /// Concludes an export after its process has ended.
    private func finish(_ number: UInt32, _ end: Child.End, _ job: ExportJob) {
        var job = job
        if !job.hasEnded {
            let wasStopped = isStopping(number)
            // The process created this file, and it is useless.
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

    /// Removes an unfinished file. Waits no longer than for a worker: its file system may be the reason for the delay.
    private func remove(_ part: String) {
        let isDone = Notice()
        SideThread.run("removal") {
            unlink(part)
            isDone.give()
        }
        guard !isDone.isGiven(by: MonotonicClock.microseconds + worker.limits.grace) else { return }
        logger.warning("the unfinished file \(part) could not be removed: its file system does not respond")
    }
}
