internal import Foundation
internal import FoundationEssentials
internal import GLibLoop
internal import Glibc
internal import Gst
internal import Logging
internal import MediaExport
internal import PlayerCore
internal import Synchronization

/// Runs exports: each in a process of its own, followed by a thread of its own.
final class ExportHost: Sendable {
    private struct State {
        var queue = ExportQueue()
        var jobs: [UInt32: ExportJob] = [:]
        var isCancelled: Set<UInt32> = []
    }

    /// How long a worker may say nothing, in microseconds.
    private static let patience: Int64 = 60_000_000
    /// How long it may take to stop when it is told to, in microseconds.
    private static let grace: Int64 = 3_000_000

    private let state = Mutex(State())
    private let logger: Logger
    private let ledger: ExportLedger?
    private let settings: Mutex<ExportWorker.Settings>
    private let show: @Sendable (_ number: UInt32, ExportJob) -> Void

    /// - Parameters:
    ///   - ledger: nil where nothing can be kept, or somebody else keeps it.
    ///   - show: how an export goes; called on any thread, in order for each.
    init(
        settings: ExportWorker.Settings, ledger: ExportLedger?, logger: Logger,
        show: @escaping @Sendable (_ number: UInt32, ExportJob) -> Void
    ) {
        self.settings = Mutex(settings)
        self.ledger = ledger
        self.logger = logger
        self.show = show
    }

    /// Removes what exports of an earlier run left unfinished; before the first of this one.
    func clear() {
        ledger?.clear { [logger] path in
            logger.warning("an export was broken off when mediad was killed: the unfinished \(path) is removed")
        }
    }

    /// For exports that begin from now on.
    func configure(_ settings: ExportWorker.Settings) { self.settings.withLock { $0 = settings } }

    /// Looks whether such a file can be made; answers on another thread, as file systems may take their time.
    func check(_ order: ExportOrder, _ completion: @escaping @Sendable (String?) -> Void) {
        Thread.detachNewThread {
            if case .target(let name) = order.method {
                guard let ending = EncodingTarget.ending(of: name) else {
                    return completion(
                        "There is no preset '\(name)': mediactl export --presets lists those that there are.")
                }
                guard ending.isEmpty || order.path.lowercased().hasSuffix("." + ending) else {
                    return completion("The preset \(name) makes .\(ending) files: end the name in .\(ending).")
                }
            }
            completion(RangeExporter.refusal(of: order))
        }
    }

    func start(_ number: UInt32, _ order: ExportOrder) {
        let actions = state.withLock { state in
            state.jobs[number] = ExportJob(order)
            return state.queue.add(number)
        }
        perform(actions)
    }

    func cancel(_ number: UInt32) { perform(state.withLock { $0.queue.cancel(number) }) }

    /// Ends all of them; they leave nothing behind.
    func stop() { perform(state.withLock { $0.queue.stopAll() }) }

    private func perform(_ actions: [ExportQueue.Action]) {
        for action in actions {
            switch action {
            case .start(let number):
                change(number) { $0.status = .exporting }
                Thread.detachNewThread { [self] in
                    run(number)
                    perform(state.withLock { $0.queue.ended(number) })
                }
            case .stop(let number): state.withLock { _ = $0.isCancelled.insert(number) }
            case .dropped(let number):
                change(number) { $0.status = .cancelled }
                forget(number)
            }
        }
    }

    private func change(_ number: UInt32, _ body: (inout ExportJob) -> Void) {
        let job = state.withLock { state -> ExportJob? in
            guard var job = state.jobs[number] else { return nil }
            body(&job)
            state.jobs[number] = job
            return job
        }
        if let job { show(number, job) }
    }

    private func forget(_ number: UInt32) {
        ledger?.remove(number)
        state.withLock { state in
            state.jobs[number] = nil
            state.isCancelled.remove(number)
        }
    }

    private func isCancelled(_ number: UInt32) -> Bool { state.withLock { $0.isCancelled.contains(number) } }

    // MARK: One worker, on its thread

    private func run(_ number: UInt32) {
        defer { forget(number) }
        guard let job = state.withLock({ $0.jobs[number] }) else { return }
        let task = ExportWorker.Task(order: job.order, settings: settings.withLock { $0 })
        do throws(Child.StartFailure) {
            var child = try Child(["/proc/self/exe", "--export-worker"])
            // What cannot be said in JSON is no order: the worker says no, and that is heard.
            let line = (try? JSONEncoder().encode(task)) ?? Data()
            send(Array(line) + [UInt8(ascii: "\n")], to: child)
            follow(number, &child)
        } catch {
            change(number) { job in
                job.take(.failed("No process could be started for it: \(error.reason). Try again."))
            }
        }
    }

    private func send(_ bytes: [UInt8], to child: borrowing Child) {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard let count = child.write(rest) else { return }
            if count == 0 {
                var output = pollfd(fd: child.input, events: Int16(POLLOUT), revents: 0)
                poll(&output, 1, 1_000)
            }
            rest = rest.dropFirst(count)
        }
    }

    private func follow(_ number: UInt32, _ child: inout Child) {
        var text: [UInt8] = []
        var (heard, cancelled) = (MonotonicClock.microseconds, Int64?.none)
        // What it says ends with it.
        while child.words >= 0 {
            var output = pollfd(fd: child.words, events: Int16(POLLIN), revents: 0)
            poll(&output, 1, 100)
            let words = child.read()
            if !words.isEmpty { heard = MonotonicClock.microseconds }
            text += words
            while let end = text.firstIndex(of: UInt8(ascii: "\n")) {
                take(Array(text[..<end]), of: number)
                text.removeSubrange(...end)
            }
            if isCancelled(number) {
                child.closeInput()
                cancelled = cancelled ?? MonotonicClock.microseconds
            }
            // It says something every few seconds, and ends at once when it is told to, unless it hangs.
            let now = MonotonicClock.microseconds
            if now - heard > Self.patience || cancelled.map({ now - $0 > Self.grace }) ?? false { child.kill() }
        }
        child.closeInput()
        var end = child.reap()
        while end == nil {
            usleep(1_000)
            end = child.reap()
        }
        finish(number, end ?? "")
    }

    private func take(_ line: [UInt8], of number: UInt32) {
        guard let report = try? JSONDecoder().decode(ExportReport.self, from: Data(line)) else {
            let words = String(decoding: line.prefix(500), as: UTF8.self)
            if !words.allSatisfy(\.isWhitespace) { logger.debug("export \(number): \(words)") }
            return
        }
        if case .writing(let path) = report { ledger?.add(number, path) }
        change(number) { $0.take(report) }
    }

    /// It is gone, whatever it said.
    private func finish(_ number: UInt32, _ end: Child.End) {
        guard let job = state.withLock({ $0.jobs[number] }) else { return }
        if !job.hasEnded {
            let wasCancelled = isCancelled(number)
            // Made by it, and of no use to anybody.
            if let part = job.partPath { unlink(part) }
            if !wasCancelled { logger.warning("the export of \(job.order.path) \(end)") }
            change(number) { $0.lost(wasCancelled: wasCancelled) }
        }
        guard let job = state.withLock({ $0.jobs[number] }) else { return }
        switch job.status {
        case .completed: logger.info("exported \(job.order.path)")
        case .failed: logger.warning("\(job.order.path) was not exported: \(job.error)")
        default: break
        }
    }
}
