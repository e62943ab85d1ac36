import Foundation
import GLibLoop
import MediaExport
import Synchronization
import TestSupport
import Testing

@testable import PlayerCore
@testable import mediad

/// Workers that hang, at any point, give their place back.
@Suite(.timeLimit(.minutes(10))) struct ExportProcessTests {
    private let log = LogLines()
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "mediad-exports-\(UUID().uuidString)")

    /// What workers write into the named pipe ``pidFile``.
    private let pids: StreamReader

    private struct Missed: Error {}

    /// What a host tells, in order.
    private final class Events: Sendable {
        private let told = Mutex<[ExportEvent]>([])
        private let arrived = DispatchSemaphore(value: 0)

        func post(_ event: ExportEvent) {
            told.withLock { $0.append(event) }
            arrived.signal()
        }

        func next(within seconds: Double = 60) throws -> ExportEvent {
            guard arrived.wait(timeout: .now() + seconds) == .success else { throw Missed() }
            return told.withLock { $0.removeFirst() }
        }
    }

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appendingPathComponent("pid").path
        // Open for both, so that no worker waits for a reader, nor the reader sees an end.
        guard mkfifo(path, 0o600) == 0 else { throw Missed() }
        pids = StreamReader(open(path, O_RDWR | O_CLOEXEC))
    }

    private static func order(chapters: Int = 0) -> ExportOrder {
        let title = String(repeating: "x", count: 1_000)
        let chapter = Chapter(start: .zero, end: MediaTime(nanoseconds: 1_000_000_000), titles: [ChapterTitle(title)])
        return ExportOrder(
            uri: "file:///a", path: "/nowhere/b.mkv", method: .passthrough, stretches: [],
            chapters: Array(repeating: chapter, count: chapters), overwrites: false, duration: 0)
    }

    /// Runs `script` in place of a worker; its arguments are a file for its number and one more.
    private func host(
        _ script: String, limits: ExportProcess.Limits = .init(), _ events: Events,
        mounts: MountCheck = MountCheck(label: "test")
    ) -> ExportHost {
        ExportHost(
            access: .init(settings: .init(networkTimeout: 1, userAgent: nil)), ledger: nil, logger: log.logger,
            mounts: mounts,
            worker: ExportProcess(command: ["sh", "-c", script, "sh", pidFile, folder.path], limits: limits),
            tell: { events.post($0) })
    }

    private var pidFile: String { folder.appendingPathComponent("pid").path }

    private func worker() throws -> pid_t {
        guard let pid = try pids.nextLine(within: 30).flatMap({ pid_t($0) }) else { throw Missed() }
        return pid
    }

    private func isGone(_ pid: pid_t) -> Bool { kill(pid, 0) == -1 && errno == ESRCH }

    /// Small limits for workers that hang; generous for the rest, so that a busy machine does not count as hanging.
    private static func limits(
        order: Int64 = 60_000, silence: Int64 = 60_000, grace: Int64 = 300
    ) -> ExportProcess.Limits {
        .init(order: order * 1_000, silence: silence * 1_000, grace: grace * 1_000)
    }

    /// Neither reads its order nor listens to anything.
    private static let deaf = "trap '' TERM; echo $$ > \"$1\"; exec sleep 1000"

    @Test(arguments: [0, 1_000])
    func oneThatNeverReadsIsEndedWhenItIsCancelled(chapters: Int) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let events = Events()
        let host = host(Self.deaf, limits: Self.limits(), events)
        host.perform(.start(1, Self.order(chapters: chapters)))
        #expect(try events.next() == .started(1))
        let pid = try worker()
        host.perform(.stop(1))
        #expect(try events.next(within: 20) == .ended(1))
        #expect(isGone(pid))
        #expect(!log.lines.contains { $0.hasPrefix("warning") }, "\(log.lines)")
    }

    @Test func oneThatIsStoppedIsEndedWhenItIsCancelled() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let events = Events()
        let host = host("echo $$ > \"$1\"; kill -STOP $$; cat", limits: Self.limits(), events)
        host.perform(.start(1, Self.order(chapters: 1_000)))
        #expect(try events.next() == .started(1))
        let pid = try worker()
        host.perform(.stop(1))
        #expect(try events.next(within: 20) == .ended(1))
        #expect(isGone(pid))
    }

    @Test(arguments: [0, 1_000]) func oneThatDoesNotTakeItsOrderInTimeIsEnded(chapters: Int) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let events = Events()
        let host = host(Self.deaf, limits: Self.limits(order: 500), events)
        host.perform(.start(1, Self.order(chapters: chapters)))
        #expect(try events.next() == .started(1))
        let pid = try worker()
        #expect(try events.next(within: 20) == .ended(1))
        #expect(isGone(pid))
        #expect(log.lines.contains { $0.contains("did not read its order and was killed") }, "\(log.lines)")
    }

    @Test func oneThatReadsItsOrderAndSaysNothingIsEnded() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let events = Events()
        let host = host(
            "trap '' TERM; echo $$ > \"$1\"; read order; exec sleep 1000", limits: Self.limits(silence: 500), events)
        host.perform(.start(1, Self.order(chapters: 1_000)))
        #expect(try events.next() == .started(1))
        let pid = try worker()
        #expect(try events.next(within: 20) == .ended(1))
        #expect(isGone(pid))
        #expect(log.lines.contains { $0.contains("hung and was killed") }, "\(log.lines)")
    }

    @Test func oneThatOnlyClosesItsOutputIsEnded() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let events = Events()
        let host = host("\(Self.deaf) > /dev/null 2>&1", limits: Self.limits(), events)
        host.perform(.start(1, Self.order()))
        #expect(try events.next() == .started(1))
        let pid = try worker()
        #expect(try events.next(within: 20) == .ended(1))
        #expect(isGone(pid))
    }

    @Test func aLongOrderArrivesWholeAndReportsAreHeard() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let events = Events()
        let host = host(
            "read -r order; printf %s \"$order\" > \"$2/order\"; echo '{\"progress\":{\"_0\":0.5}}'; echo words; "
                + "echo '{\"completed\":{}}'", events)
        let order = Self.order(chapters: 1_000)
        host.perform(.start(1, order))
        #expect(try events.next() == .started(1))
        #expect(try events.next() == .reported(1, .progress(0.5)))
        #expect(try events.next() == .reported(1, .completed))
        #expect(try events.next() == .ended(1))
        struct Task: Decodable { var order: ExportOrder }
        let data = try Data(contentsOf: folder.appendingPathComponent("order"))
        #expect(try JSONDecoder().decode(Task.self, from: data).order == order)
    }

    /// A line of 1,000 bytes is heard; one that goes on is not waited for.
    @Test func oneWhoseLineHasNoEndIsEnded() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let events = Events()
        var limits = Self.limits()
        limits.line = 1_000
        let script = #"echo $$ > "$1"; printf '%-999s\n' '{"progress":{"_0":0.5}}'; printf %1001s x; exec sleep 1000"#
        let host = host(script, limits: limits, events)
        host.perform(.start(1, Self.order()))
        #expect(try events.next() == .started(1))
        #expect(try events.next() == .reported(1, .progress(0.5)))
        let pid = try worker()
        #expect(try events.next(within: 20) == .ended(1))
        #expect(isGone(pid))
        #expect(
            log.lines.contains { $0.contains("wrote a line of more than 1000 bytes") }, "\(log.lines)")
    }

    @Test("An item on a mount that does not respond is refused, and the mount is named")
    func silentAtFirst() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let isAlive = Notice()
        defer { isAlive.give() }
        let host = host("", Events(), mounts: MountCheck(label: "test", patience: 0.1) { _ in isAlive.wait() })
        let told = Monitored<[String?]>([])
        host.check(Self.order()) { refusal in told.update { $0.append(refusal) } }
        #expect(told.wait(seconds: 30) { $0.isEmpty ? nil : true } == true)
        let sentence = told.current.first.flatMap { $0 } ?? ""
        #expect(sentence.hasPrefix("/a cannot be read: / does not respond."), "\(sentence)")
    }

    @Test("A mount that stops to respond while a worker reads from it ends the export, and leaves nothing behind")
    func silentLater() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let isAlive = Notice()
        defer { isAlive.give() }
        let events = Events()
        let part = folder.appendingPathComponent("b.mkv.part").path
        let host = host(
            "trap '' TERM; read order; : > \(part); echo '{\"writing\":{\"_0\":\"\(part)\"}}'; echo $$ > \"$1\"; exec sleep 1000",
            limits: Self.limits(), events, mounts: MountCheck(label: "test", patience: 0.1) { _ in isAlive.wait() })
        host.perform(.start(1, Self.order()))
        #expect(try events.next() == .started(1))
        #expect(try events.next() == .reported(1, .writing(part)))
        let pid = try worker()
        guard case .reported(1, .failed(let sentence)) = try events.next(within: 20) else { throw Missed() }
        #expect(sentence.hasPrefix("/a cannot be read: / does not respond."), "\(sentence)")
        #expect(try events.next() == .ended(1))
        #expect(isGone(pid))
        #expect(!FileManager.default.fileExists(atPath: part))
    }

    @Test func oneThatEndsUnheardIsNoReasonToEnd() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let events = Events()
        let host = host("exit 3", events)
        for number in 1...20 as ClosedRange<UInt32> {
            host.perform(.start(number, Self.order(chapters: 1_000)))
            #expect(try events.next() == .started(number))
            #expect(try events.next() == .ended(number))
        }
        #expect(log.lines.contains { $0.contains("ended with status 3") }, "\(log.lines)")
    }
}
