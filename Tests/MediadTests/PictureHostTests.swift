import Foundation
import GLibLoop
import MediaExport
import Synchronization
import TestSupport
import Testing

@testable import PlayerCore
@testable import mediad

/// Workers that make pictures, die, hang and refuse.
@Suite(.serialized, .timeLimit(.minutes(10))) struct PictureHostTests {
    private let log = LogLines()
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mediad-pictures-\(UUID())")

    private struct Missed: Error {}

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("an item".utf8).write(to: folder.appendingPathComponent("a.mkv"))
    }

    private var cache: String { folder.appendingPathComponent("cache").path }
    private var item: String { FileURI.uri(of: Array(folder.appendingPathComponent("a.mkv").path.utf8)) }

    /// A worker in Python; `body` is run for each task `t`, and counts starts in `starts`.
    private func host(
        _ body: String, limits: PictureProcess.Limits = .init(),
        machine: Machine? = nil, mounts: MountCheck = MountCheck(label: "test"),
        tell: @escaping @Sendable (PictureEvent) -> Void = { _ in }
    ) -> PictureHost {
        let script = """
            import json, os, signal, sys, time
            open(sys.argv[1], 'a').write('x')
            def say(kind, *values):
                print(json.dumps({kind: {'_%d' % i: v for i, v in enumerate(values)}}), flush=True)
            def make(times=None):
                open(t['path'], 'x').write('picture')
                say('made', t['number'], {'times': times or t['content']['moments']['_0'], 'columns': 2, 'width': 160, 'height': 90})
            for line in sys.stdin:
                t = json.loads(line)
                \(body)
            """
        return PictureHost(
            directory: cache, logger: log.logger,
            worker: ["python3", "-c", script, folder.appendingPathComponent("starts").path], limits: limits,
            mounts: mounts, load: { machine?.read() },
            pause: 50_000, tell: tell)
    }

    private var starts: Int { (try? Data(contentsOf: folder.appendingPathComponent("starts")).count) ?? 0 }

    private func thumbnail(
        _ host: PictureHost, at seconds: Int64, width: Int = 320, exact: Bool = false, _ ticket: PictureTicket = .init()
    ) async -> Result<MomentPicture, PictureFailure> {
        await withCheckedContinuation { continuation in
            let time = MediaTime(microseconds: seconds * 1_000_000)
            host.thumbnail(PictureRequest(uri: item, time: time, width: width, exact: exact), ticket) {
                continuation.resume(returning: $0)
            }
        }
    }

    @Test func picturesAreKeptByContent() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = host("make([10_000_000_000])")
        let picture = try await thumbnail(first, at: 12).get()
        #expect(picture.time.seconds == 10)
        let path = try #require(FileURI.path(of: picture.uri))
        #expect(FileManager.default.contents(atPath: String(decoding: path, as: UTF8.self)) == Data("picture".utf8))
        first.shutDown()
        // Another run, and all times between that of the request and that of the picture; nothing is made.
        let second = host("sys.exit(1)")
        for seconds: Int64 in [10, 11, 12] { #expect(try await thumbnail(second, at: seconds).get() == picture) }
        #expect(starts == 1)
        guard case .failure = await thumbnail(second, at: 13) else { throw Missed() }
        guard case .failure = await thumbnail(second, at: 12, width: 160) else { throw Missed() }
        guard case .failure = await thumbnail(second, at: 12, exact: true) else { throw Missed() }
        second.shutDown()
    }

    @Test func aProcessServesManyRequests() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let host = host("make()")
        for seconds: Int64 in 0..<10 { _ = try await thumbnail(host, at: seconds * 10).get() }
        #expect(starts == 1)
        host.shutDown()
    }

    @Test func aStoryboardIsPartsOfOneFile() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let host = host("make()")
        let pictures = try await withCheckedContinuation { continuation in
            let request = PictureRequest(uri: item, duration: MediaTime(microseconds: 30_000_000), width: 160)
            host.storyboard(request, count: 3, PictureTicket()) { continuation.resume(returning: $0) }
        }.get()
        #expect(pictures.map(\.time.seconds) == [5, 15, 25])
        #expect(
            pictures.map { $0.uri.split(separator: "#").last } == [
                "xywh=0,0,160,90", "xywh=160,0,160,90", "xywh=0,90,160,90",
            ])
        host.shutDown()
    }

    @Test func aFileThatEndsTheWorkerIsToldAndNotTriedForever() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let host = host("os.kill(os.getpid(), signal.SIGSEGV)")
        for _ in 0..<3 {
            guard case .failure(let failure) = await thumbnail(host, at: 1) else { throw Missed() }
            #expect(failure.message.contains("was killed by signal 11. The file may be damaged."))
        }
        guard case .failure(let failure) = await thumbnail(host, at: 1) else { throw Missed() }
        #expect(failure.message.contains("it has ended the process"))
        #expect(starts == 3)
        #expect(log.lines.count { $0.hasPrefix("warning") } == 3, "\(log.lines)")
        host.shutDown()
    }

    /// A machine on which others use a share of the processors.
    private final class Machine: Sendable {
        private let state = Mutex((share: 1.0, reading: MachineLoad.Reading(all: 0, idle: 0)))

        func set(_ share: Double) { state.withLock { $0.share = share } }

        func read() -> MachineLoad.Reading {
            state.withLock { state in
                state.reading.all += 1_000
                state.reading.idle += Int64(1_000 * (1 - state.share))
                return state.reading
            }
        }
    }

    private static let slow = "time.sleep(1000) if not os.path.exists(sys.argv[1] + 'quiet') else make()"

    @Test func whatABusyMachineHasNoTimeForIsMadeLater() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let machine = Machine()
        let host = host(Self.slow, limits: .init(silence: 3_000_000), machine: machine)
        guard case .failure(let failure) = await thumbnail(host, at: 1) else { throw Missed() }
        #expect(failure.message.contains("the machine is busy"), "\(failure.message)")
        #expect(failure.message.contains("tried again") && !failure.message.contains("damaged"))
        try Data().write(to: folder.appendingPathComponent("startsquiet"))
        machine.set(0.1)
        let deadline = ContinuousClock.now + .seconds(60)
        func isKept() -> Bool {
            (try? FileManager.default.contentsOfDirectory(atPath: cache))?.contains { $0.hasSuffix(".png") } ?? false
        }
        while !isKept(), ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(10)) }
        #expect(isKept())
        #expect(log.lines.allSatisfy { !$0.hasPrefix("warning") }, "\(log.lines)")
        host.shutDown()
    }

    @Test func anOrderOfThePlayerWaitsForTheMachine() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let machine = Machine()
        let (events, told) = AsyncStream<PictureEvent>.makeStream()
        let host = host(Self.slow, limits: .init(silence: 3_000_000), machine: machine) { told.yield($0) }
        host.perform(.thumbnail(PictureOrder(number: 1, uri: item, time: .zero, width: 320)))
        #expect(try await log.contains("the machine is busy"))
        try Data().write(to: folder.appendingPathComponent("startsquiet"))
        machine.set(0.1)
        var iterator = events.makeAsyncIterator()
        guard case .made(let order, _)? = await iterator.next() else { throw Missed() }
        #expect(order.number == 1)
        host.shutDown()
    }

    @Test func oneThatHangsOnAQuietMachineMayBeDamaged() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let machine = Machine()
        machine.set(0.1)
        let host = host("time.sleep(1000)", limits: .init(silence: 3_000_000), machine: machine)
        guard case .failure(let failure) = await thumbnail(host, at: 1) else { throw Missed() }
        #expect(failure.message.contains("did not respond. The file may be damaged."))
        host.shutDown()
    }

    @Test func usedUpProcessorTimeIsNoDamage() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let host = host("os.kill(os.getpid(), signal.SIGXCPU)")
        guard case .failure(let failure) = await thumbnail(host, at: 1) else { throw Missed() }
        #expect(failure.message.contains("takes more than 300 s of processor time"), "\(failure.message)")
        #expect(!failure.message.contains("damaged"))
        host.shutDown()
    }

    /// What earlier pictures used is not held against the next one.
    @Test func anotherProcessGoesOnWhereOneHasUsedUpItsTime() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let host = host("make() if t['number'] != 2 else os.kill(os.getpid(), signal.SIGXCPU)")
        _ = try await thumbnail(host, at: 1).get()
        _ = try await thumbnail(host, at: 50).get()
        #expect(starts == 2)
        host.shutDown()
    }

    @Test func aRefusalIsASentence() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let host = host("say('failed', t['number'], 'it has no video')")
        #expect(
            await thumbnail(host, at: 1) == .failure(PictureFailure("There is no picture of \(item): it has no video."))
        )
        host.shutDown()
    }

    @Test func whatIsCancelledEndsAWorkerThatHangs() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let host = host(
            "signal.signal(signal.SIGTERM, signal.SIG_IGN); open(sys.argv[1] + 'ed', 'w'); time.sleep(1000)")
        let ticket = PictureTicket()
        async let answer = thumbnail(host, at: 1, ticket)
        while !FileManager.default.fileExists(atPath: folder.appendingPathComponent("startsed").path) {
            try await Task.sleep(for: .milliseconds(5))
        }
        ticket.cancel()
        #expect(await answer == .failure(.cancelled))
        let leftovers = try FileManager.default.contentsOfDirectory(atPath: cache).filter { $0.hasSuffix(".part") }
        #expect(leftovers == [])
        host.shutDown()
    }

    @Test func onlyTheLastOrderOfThePlayerIsAnswered() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (events, told) = AsyncStream<PictureEvent>.makeStream()
        let host = host("time.sleep(0.3); make()") { told.yield($0) }
        func order(_ number: UInt64) -> PictureOrder {
            PictureOrder(
                number: number, uri: item, time: MediaTime(microseconds: Int64(number) * 1_000_000), width: 320)
        }
        for number: UInt64 in 1...20 { host.perform(.thumbnail(order(number))) }
        var iterator = events.makeAsyncIterator()
        guard case .made(order(20), let picture)? = await iterator.next() else { throw Missed() }
        #expect(picture.time.seconds == 20)
        host.shutDown()
    }

    /// Stopping a worker for each movement of the pointer would take longer than its picture.
    @Test func aPictureThatIsBeingMadeIsCompletedForTheCache() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (events, told) = AsyncStream<PictureEvent>.makeStream()
        let hold = "while not os.path.exists(sys.argv[1] + 'over'): time.sleep(0.01)"
        let host = host("open(sys.argv[1] + 'ed', 'w')\n    \(hold)\n    make()") { told.yield($0) }
        func order(_ number: UInt64) -> PictureOrder {
            PictureOrder(
                number: number, uri: item, time: MediaTime(microseconds: Int64(number) * 1_000_000), width: 320)
        }
        host.perform(.thumbnail(order(1)))
        while !FileManager.default.fileExists(atPath: folder.appendingPathComponent("startsed").path) {
            try await Task.sleep(for: .milliseconds(5))
        }
        host.perform(.thumbnail(order(2)))
        try Data().write(to: folder.appendingPathComponent("startsover"))
        var iterator = events.makeAsyncIterator()
        guard case .made(order(2), _)? = await iterator.next() else { throw Missed() }
        let kept = try FileManager.default.contentsOfDirectory(atPath: cache).filter { $0.hasSuffix(".png") }
        #expect(kept.count == 2, "\(kept)")
        #expect(starts == 1)
        host.shutDown()
    }

    @Test(
        "A mount that does not respond, at first or while the picture is made, is named; its item is not blamed",
        arguments: [0, 1])
    func silentMount(answers: Int) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let isAlive = Notice()
        defer { isAlive.give() }
        let left = Mutex(answers)
        let mounts = MountCheck(label: "test", patience: 0.1) { _ in
            let isAnswered = left.withLock { left in
                left -= 1
                return left >= 0
            }
            if !isAnswered { isAlive.wait() }
        }
        let host = host("time.sleep(1000)", mounts: mounts)
        guard case .failure(let failure) = await thumbnail(host, at: 1) else { throw Missed() }
        #expect(failure.message.contains("does not respond. Check the disk or the network"), "\(failure.message)")
        #expect(starts == answers)
        #expect(!log.lines.contains { $0.hasPrefix("warning") }, "\(log.lines)")
        host.shutDown()
    }

    @Test("While an item waits for its disk, pictures of others are made")
    func othersGoOn() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (isAlive, isAsked) = (Notice(), Notice())
        let other = folder.appendingPathComponent("b.mkv").path
        let host = host(
            "make()",
            mounts: MountCheck(label: "test", patience: 60) { path in
                guard path == Array(other.utf8) else { return }
                isAsked.give()
                isAlive.wait()
            })
        let told = Monitored<[Result<MomentPicture, PictureFailure>]>([])
        host.thumbnail(PictureRequest(uri: "file://\(other)", width: 320), PictureTicket()) { result in
            told.update { $0.append(result) }
        }
        #expect(isAsked.isGiven(within: 30))
        _ = try await thumbnail(host, at: 1).get()
        #expect(told.current.isEmpty)
        isAlive.give()
        #expect(told.wait(seconds: 30) { $0.isEmpty ? nil : true } == true)
        host.shutDown()
    }

    @Test func aCacheThatIsDeletedMeanwhileIsMadeAgain() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let pictures = PictureCache(directory: cache, limit: 10_000)
        pictures.prepare()
        try FileManager.default.removeItem(atPath: cache)
        let part = pictures.newPart()
        #expect(FileManager.default.createFile(atPath: part, contents: nil))
    }

    @Test func theCacheIsBounded() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let cache = PictureCache(directory: cache, limit: 10_000)
        cache.prepare()
        let name = String(repeating: "a", count: 64)
        for number in 0..<30 {
            #expect(cache.keep([UInt8](repeating: 1, count: 1_000), as: "\(name)-\(number).png") != nil)
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: self.cache)
        #expect(files.count <= 10 && files.contains("\(name)-29.png"), "\(files)")
    }
}
