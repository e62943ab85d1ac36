import Foundation
import Logging
import Synchronization
import Testing

@testable import PlayerCore
@testable import mediad

/// Log lines, for tests to wait for.
final class LogLines: LogHandler, Sendable {
    private let text = Mutex<[String]>([])
    var logLevel: Logger.Level {
        get { .debug }
        set {}
    }
    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }
    func log(event: LogEvent) { text.withLock { $0.append("\(event.level): \(event.message)") } }
    var lines: [String] { text.withLock { $0 } }
    var logger: Logger { Logger(label: "test") { _ in self } }

    func contains(_ part: String, within seconds: Double = 60) async throws -> Bool {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < deadline {
            if lines.contains(where: { $0.contains(part) }) { return true }
            try await Task.sleep(for: .milliseconds(5))
        }
        return false
    }
}

@Suite(.timeLimit(.minutes(10))) struct CommandTrackerTests {
    private let log = LogLines()
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "mediad-trackers-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    private func process(
        _ command: [String], limits: CommandProcess.Limits = CommandProcess.Limits()
    ) -> CommandProcess {
        CommandProcess(name: "t", command: command, limits: limits, logger: log.logger)
    }

    private func finish(_ process: CommandProcess, within time: Duration = .seconds(5)) async {
        await withCheckedContinuation { done in process.finish(within: time) { done.resume() } }
    }

    @Test func everyLineArrivesInOrder() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("lines").path
        let process = process(["sh", "-c", "cat > '\(file)'"])
        let lines = (0..<800).map { "line \($0) \(String(repeating: "x", count: $0))\n" }
        for line in lines { process.send(Array(line.utf8)) }
        await finish(process)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == lines.joined())
        #expect(!process.isDropped)
        #expect(log.lines.isEmpty, "\(log.lines)")
    }

    @Test func oneThatReadsNothingIsDroppedAndHoldsNobody() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("pid").path
        var limits = CommandProcess.Limits()
        limits.patience = .milliseconds(300)
        let process = process(["sh", "-c", "echo $$ > '\(file)'; exec sleep 1000"], limits: limits)
        let line = Array(repeating: UInt8(ascii: "x"), count: 999) + [10]
        let begun = ContinuousClock.now
        for _ in 0..<1_500 { process.send(line) }
        #expect(ContinuousClock.now - begun < .seconds(60))
        #expect(try await log.contains("warning: tracker t does not read its input: it is not started again"))
        #expect(process.isDropped)
        await finish(process)
        let pid = try #require(
            pid_t(try String(contentsOfFile: file, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(kill(pid, 0) == -1 && errno == ESRCH, "it is gone, and no zombie")
    }

    @Test func oneThatEndsIsDroppedWithItsStatus() async throws {
        let process = process(["sh", "-c", "echo I am broken >&2; exit 3"])
        process.send([10])
        #expect(try await log.contains("tracker t ended with status 3"))
        #expect(try await log.contains("info: tracker t: I am broken"))
        for _ in 0..<100 { process.send([10]) }
        await finish(process)
        #expect(log.lines.count == 2, "\(log.lines)")
    }

    @Test func aMissingProgramIsSaidClearly() async throws {
        let process = process(["/nowhere/tracker"])
        process.send([10])
        #expect(
            try await log.contains(
                "warning: tracker t cannot be started: /nowhere/tracker: No such file or directory: it is not"))
        await finish(process)
    }

    @Test func oneThatStaysAfterItsInputEndedIsEnded() async throws {
        let process = process(["sleep", "1000"])
        process.send([10])
        let begun = ContinuousClock.now
        await finish(process, within: .milliseconds(100))
        #expect(ContinuousClock.now - begun < .seconds(60))
        #expect(log.lines.contains { $0.contains("did not end in time") })
    }

    @Test func itHasNothingOfOursOpenAndNoSignalBlocked() async throws {
        let leak = open("/dev/null", O_RDONLY)
        defer { close(leak) }
        let process = process(["sh", "-c", "ls /proc/self/fd | wc -l; grep -E 'SigBlk|SigIgn' /proc/self/status; cat"])
        process.send([10])
        // 0, 1, 2 and the folder that ls reads.
        #expect(try await log.contains("tracker t: 4"))
        #expect(try await log.contains("SigBlk:\\t0000000000000000"))
        #expect(try await log.contains("SigIgn:"))
        await finish(process)
        let ignored = try #require(
            log.lines.first { $0.contains("SigIgn:") }.flatMap { UInt64($0.suffix(16), radix: 16) })
        // The C library itself keeps two of the real-time signals.
        #expect(ignored & 0x7FFF_FFFF == 0, "\(log.lines)")
    }

    @Test(arguments: [99, 100, 101, 5_000]) func itsWordsAreBounded(count: Int) async throws {
        let process = process(["sh", "-c", "yes | head -n \(count); cat > /dev/null"])
        process.send([10])
        await finish(process)
        #expect(log.lines.count == min(count, 100))
        #expect(log.lines.last?.hasSuffix("(further output is not logged)") == (count > 99))
    }

    /// What waits while a first line is on its way, which is too long for the pipe. Nobody has any patience.
    @Test(arguments: [
        (CommandProcess.Limits(lines: 4, patience: .zero), [5, 5, 5, 5], 5),
        (CommandProcess.Limits(bytes: 400, patience: .zero), [300, 100], 1),
    ])
    func soMuchWaits(limits: CommandProcess.Limits, fitting: [Int], more: Int) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        for lengths in [fitting, fitting + [more]] {
            let names = ["go", "out"].map { folder.appendingPathComponent("\($0)\(lengths.count)").path }
            let script = """
                dd bs=1 count=1 2> /dev/null; echo got \(lengths.count)
                until [ -e '\(names[0])' ]; do sleep 0.01; done; cat > '\(names[1])'
                """
            let process = process(["sh", "-c", script], limits: limits)
            process.send([UInt8](repeating: UInt8(ascii: "x"), count: 200_000))
            #expect(try await log.contains("got \(lengths.count)"))
            for length in lengths { process.send([UInt8](repeating: UInt8(ascii: "y"), count: length)) }
            let isDropped = lengths != fitting
            if isDropped { #expect(try await log.contains("tracker t does not read its input")) }
            #expect(FileManager.default.createFile(atPath: names[0], contents: nil))
            await finish(process, within: .seconds(30))
            #expect(process.isDropped == isDropped)
            guard !isDropped else { continue }
            let arrived = FileManager.default.contents(atPath: names[1])?.count
            #expect(arrived == 199_999 + fitting.reduce(0, +))
        }
    }

    @Test(arguments: [(1_000, ""), (1_001, "z")]) func aLongLineOfItsWordsGoesOnInAnother(length: Int, rest: String)
        async throws
    {
        let text = String(repeating: "y", count: 1_000) + String(repeating: "z", count: length - 1_000)
        let process = process(["sh", "-c", "echo \(text); echo end; cat > /dev/null"])
        process.send([10])
        await finish(process)
        let lines = [String(text.prefix(1_000))] + (rest.isEmpty ? [] : [rest]) + ["end"]
        #expect(log.lines == lines.map { "info: tracker t: \($0)" })
    }

    @Test func aLineSaysEverythingAndKeepsWhatIsCustom() throws {
        var fields = MediaDetails.Fields()
        fields.title = "Ä \"quoted\"\nline"
        fields.custom = [
            "id": .integer(.max), "nan": .number(.nan), "half": .number(0.5), "yes": .bool(true),
            "list": .list([.string("a/b"), .object(["x": .integer(1)])]), "none": .object([:]),
        ]
        let description = MediaDescription(uri: "file:///a", details: MediaDetails(fields))
        let item = TrackedItem(
            CurrentItem(
                id: ItemID(rawValue: 7), description: description,
                metadata: ItemMetadata(description, isLive: false), duration: nil, isLive: false, hasVideo: false))
        let line = String(
            decoding: try TrackerLine(.metadata(item), of: item, session: "s", time: "now").encoded(), as: UTF8.self)
        #expect(
            line == #"{"custom":{"half":0.5,"id":9223372036854775807,"list":["a/b",{"x":1}],"nan":null,"none":{},"#
                + #""yes":true},"event":"metadata","item":"/org/mediad/track/i7","metadata":{"live":false,"title":"Ä \"quoted\"\nline"},"#
                + #""session":"s","time":"now","uri":"file:///a"}"# + "\n")
    }

    @Test func aLineHasWhatIsKnownOfTheItemAndOfItsSegments() throws {
        var fields = MediaDetails.Fields()
        (fields.title, fields.identifier) = ("A", "7")
        (fields.description, fields.contentRating) = ("About it", "12")
        let description = MediaDescription(uri: "file:///a", details: MediaDetails(fields))
        let chapter = LocalizedChapter(
            Chapter(start: .zero, end: MediaTime(nanoseconds: 60_000_000_000), titles: [ChapterTitle("One")]),
            title: ChapterTitle("One"))
        let item = TrackedItem(
            CurrentItem(
                id: ItemID(rawValue: 7), description: description,
                metadata: ItemMetadata(description, isLive: false), duration: nil, isLive: false, hasVideo: false),
            chapters: [chapter])
        func line(_ update: TrackerUpdate) throws -> String {
            String(decoding: try TrackerLine(update, of: item, session: "s", time: "t").encoded(), as: UTF8.self)
        }
        #expect(
            try line(.metadata(item)).contains(
                #""metadata":{"chapters":[{"end":60,"start":0,"title":"One"}],"contentRating":"12","description":"About it","#
                    + #""identifier":"7","live":false,"title":"A"}"#))
        let range = try #require(
            TimeRange(start: MediaTime(nanoseconds: 1_000_000_000), end: MediaTime(nanoseconds: 9_000_000_000)))
        let segment = Segment(range: range, kind: .recap, action: .auto, source: "edl")
        let moment = MonotonicTime(nanoseconds: 0)
        func event(_ kind: TimedEvent.Kind) throws -> String {
            try line(.timed(TimedEvent(kind: kind, position: range.start, moment: moment)))
        }
        #expect(
            try event(.skippedSegment(segment, from: range.start, to: range.end)).hasPrefix(
                #"{"event":"skipped","item":"/org/mediad/track/i7","position":1,"segment":{"action":"auto","end":9,"from":1,"#
                    + #""kind":"recap","source":"edl","start":1,"to":9}"#))
        #expect(
            try event(.enteredSegment(segment)).contains(#""event":"entered""#))
        #expect(
            try event(.chapter(chapter, number: 1)).hasPrefix(
                #"{"chapter":{"end":60,"number":1,"start":0,"title":"One"},"event":"chapter","#))
    }

    @Test func timesAreThoseOfTheWall() {
        let clock = WallClock {
            (Date(timeIntervalSince1970: 1_700_000_000), MonotonicTime(nanoseconds: 5_000_000_000))
        }
        #expect(clock.text(clock.now().monotonic) == "2023-11-14T22:13:20.000Z")
        #expect(clock.text(MonotonicTime(nanoseconds: 3_500_000_000)) == "2023-11-14T22:13:18.500Z")
    }
}
