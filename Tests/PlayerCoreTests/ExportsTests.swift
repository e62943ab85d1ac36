import Testing

@testable import PlayerCore

/// The exports that the player keeps: whose turn it is, how each goes, and what of it is kept.
struct ExportsTests {
    private static let order = order("/b.mkv")

    private static func order(_ path: String) -> ExportOrder {
        ExportOrder(
            uri: "file:///a.mkv", path: path, method: .exact, stretches: [.init(start: 0, end: 1)], chapters: [],
            overwrites: false, duration: 1)
    }

    /// Exports, and what they wanted done so far.
    private struct Rig {
        var exports = Exports()
        let scene = Scene(Playback(firstID: 1, seed: 1, settings: PlayerSettings()))
        var effects: [ExportEffect] = []

        @discardableResult
        mutating func send(_ command: PlayerCommand.Exports) -> Result<CommandReply, CommandRefusal> {
            var requests = scene.requests
            let result = exports.handle(command, scene, &requests)
            take(requests)
            return result
        }

        mutating func tell(_ event: ExportEvent) {
            var requests = scene.requests
            exports.hear(.exports(event), scene, &requests)
            take(requests)
        }

        private mutating func take(_ requests: Requests) {
            effects = requests.all.compactMap { if case .effect(.export(let effect)) = $0 { effect } else { nil } }
        }

        var jobs: [UInt32: ExportJob] {
            var published = Published()
            exports.describe(into: &published)
            return published.snapshot.exports.jobs
        }

        func status(_ number: UInt32) -> ExportJob.Status? { jobs[number]?.status }
    }

    @Test func anExportWaitsRunsAndEnds() {
        var rig = Rig()
        #expect(rig.send(.add(Self.order)) == .success(.ticket(1)))
        #expect(rig.effects == [.start(1, Self.order)])
        // Until its worker is there.
        #expect(rig.status(1) == .waiting)
        rig.tell(.started(1))
        #expect(rig.status(1) == .exporting)
        rig.tell(.reported(1, .progress(0.5)))
        #expect(rig.jobs[1]?.progress == 0.5)
        rig.tell(.reported(1, .completed))
        rig.tell(.ended(1))
        #expect(rig.status(1) == .completed)
        #expect(rig.effects.isEmpty)
    }

    @Test func twoRunAndTheThirdFollows() {
        var rig = Rig()
        for number in 1...3 {
            #expect(rig.send(.add(Self.order("/\(number).mkv"))) == .success(.ticket(UInt32(number))))
        }
        #expect(rig.effects.isEmpty)
        rig.tell(.ended(2))
        #expect(rig.effects == [.start(3, Self.order("/3.mkv"))])
        // Without a word of how it ended.
        #expect(rig.status(2) == .failed)
    }

    @Test func aRunningExportIsCancelledOnceItsWorkerIsGone() {
        var rig = Rig()
        rig.send(.add(Self.order))
        rig.tell(.started(1))
        #expect(rig.send(.cancel(1)) == .success(.done))
        #expect(rig.effects == [.stop(1)])
        #expect(rig.status(1) == .exporting)
        rig.tell(.ended(1))
        #expect(rig.status(1) == .cancelled && rig.jobs[1]?.error == "")
        // One that has ended stays as it is.
        #expect(rig.send(.cancel(1)) == .success(.done))
        #expect(rig.effects.isEmpty && rig.status(1) == .cancelled)
    }

    @Test func aWaitingExportIsCancelledAtOnce() {
        var rig = Rig()
        for number in 1...3 { rig.send(.add(Self.order("/\(number).mkv"))) }
        rig.send(.cancel(3))
        #expect(rig.status(3) == .cancelled && rig.effects.isEmpty)
        rig.tell(.ended(1))
        #expect(rig.effects.isEmpty)
    }

    @Test func whatCompletesWhileItIsCancelledIsComplete() {
        var rig = Rig()
        rig.send(.add(Self.order))
        rig.tell(.started(1))
        rig.send(.cancel(1))
        rig.tell(.reported(1, .completed))
        rig.tell(.ended(1))
        #expect(rig.status(1) == .completed)
    }

    @Test func allEndTogether() {
        var rig = Rig()
        for number in 1...4 { rig.send(.add(Self.order("/\(number).mkv"))) }
        rig.send(.cancelAll)
        #expect(rig.effects == [.stop(1), .stop(2)])
        #expect(rig.status(3) == .cancelled && rig.status(4) == .cancelled)
        rig.tell(.ended(1))
        rig.tell(.ended(2))
        #expect(rig.effects.isEmpty && rig.status(1) == .cancelled && rig.status(2) == .cancelled)
    }

    @Test func unknownNumbersChangeNothing() {
        var rig = Rig()
        #expect(rig.send(.cancel(7)) == .failure(.notFound("There is no export 7.")))
        rig.tell(.started(7))
        rig.tell(.reported(7, .completed))
        rig.tell(.ended(7))
        #expect(rig.jobs.isEmpty && rig.effects.isEmpty)
    }

    @Test func theLastHundredThatEndedStay() {
        var rig = Rig()
        for number in 1...150 as ClosedRange<UInt32> {
            rig.send(.add(Self.order))
            rig.tell(.reported(number, .failed("x")))
            rig.tell(.ended(number))
            if number == 100 { #expect(rig.jobs.keys.sorted() == Array(1...100)) }
        }
        rig.send(.add(Self.order))
        #expect(rig.jobs.keys.sorted() == Array(52...151))
    }

    /// Otherwise the one that ends last would have worked for nothing.
    @Test func twoExportsDoNotBecomeTheSameFile() {
        var rig = Rig()
        for number in 1...3 { rig.send(.add(Self.order("/\(number).mkv"))) }
        for number in 1...3 {
            let refusal = "Export \(number) is to become /\(number).mkv: choose another name, or cancel it first."
            #expect(rig.send(.add(Self.order("/\(number).mkv"))) == .failure(.notPossible(refusal)))
        }
        rig.tell(.ended(1))
        #expect(rig.send(.add(Self.order("/1.mkv"))) == .success(.ticket(4)))
    }

    @Test func notMoreThanALimitWaitAndRun() {
        var rig = Rig()
        for number in 0..<Exports.limit { rig.send(.add(Self.order("/\(number).mkv"))) }
        let refusal = CommandRefusal.notPossible("Too many exports are waiting: try again when some have finished.")
        #expect(rig.send(.add(Self.order)) == .failure(refusal))
        #expect(rig.effects.isEmpty)
        rig.tell(.ended(1))
        #expect(rig.send(.add(Self.order)) == .success(.ticket(UInt32(Exports.limit) + 1)))
    }

    // MARK: The player

    @Test func thePlayerPassesThemOn() {
        let now = MonotonicTime(nanoseconds: 0)
        var player = Player(firstID: 1, seed: 1)
        let (result, outcome) = player.handle(.exports(.add(Self.order)), from: .program, now: now)
        #expect(result == .success(.ticket(1)))
        #expect(outcome.effects.contains(.export(.start(1, Self.order))))
        _ = player.handle(.exports(.started(1)), now: now)
        _ = player.handle(.exports(.reported(1, .note("n"))), now: now)
        #expect(player.snapshot().exports.jobs[1]?.status == .exporting)
        #expect(player.snapshot().exports.jobs[1]?.notes == ["n"])
        let (_, stopping) = player.handle(.exports(.cancelAll), from: .program, now: now)
        #expect(stopping.effects.contains(.export(.stop(1))))
    }

    // MARK: Orders

    /// 100 s of which a quarter is advertisement, trimmed.
    private static func snapshot() throws -> PlayerSnapshot {
        func time(_ seconds: Int64) -> MediaTime { MediaTime(microseconds: seconds * 1_000_000) }
        var snapshot = PlayerSnapshot()
        let description = MediaDescription(uri: "file:///a.mkv")
        snapshot.current = CurrentItem(
            id: ItemID(rawValue: 1), description: description, metadata: ItemMetadata(title: "a"),
            duration: time(100), isLive: false, hasVideo: true)
        snapshot.trim.points = TrimPoints(inPoint: time(10), outPoint: nil)
        snapshot.segments.segments = [
            Segment(
                range: try #require(TimeRange(start: time(50), end: time(75))), kind: .advertisement, action: .ignore,
                source: "client")
        ]
        return snapshot
    }

    @Test func anOrderIsMadeOfWhatPlays() throws {
        var request = ExportRequest(path: "/b.mkv", method: .passthrough)
        request.without = [.advertisement]
        request.overwrites = true
        let order = try ExportSource(try Self.snapshot()).order(request)
        #expect(
            order.stretches == [
                .init(start: 10_000_000_000, end: 50_000_000_000), .init(start: 75_000_000_000, end: 100_000_000_000),
            ])
        #expect(order.uri == "file:///a.mkv" && order.path == "/b.mkv" && order.overwrites)
        #expect(order.duration == 100_000_000_000)
    }

    /// The worker counts the sound tracks of the file; their ids need not.
    @Test(arguments: [(7 as UInt32?, 1), (4, 0), (nil, 0), (9, 0)]) func theSoundThatPlaysIsExported(
        selected: UInt32?, index: Int
    ) throws {
        var snapshot = try Self.snapshot()
        snapshot.tracks.audio = [4, 7].map { MediaTrack(id: $0, language: "und", title: nil, codec: nil) }
        snapshot.tracks.selectedAudio = selected
        let order = try ExportSource(snapshot).order(ExportRequest(path: "/b.mkv", method: .passthrough))
        #expect(order.sound == index)
    }

    @Test func whatCannotBeExportedIsRefused() throws {
        var (none, trimmed, endless) = (PlayerSnapshot(), try Self.snapshot(), try Self.snapshot())
        none.trim.whyNot = "The queue is empty; add an item first."
        trimmed.trim.whyNot = "It is live."
        endless.current?.duration = nil
        #expect(throws: CommandRefusal.notPossible("Nothing is playing: play something first.")) {
            try ExportSource(none)
        }
        #expect(throws: CommandRefusal.notPossible("It is live.")) { try ExportSource(trimmed) }
        #expect(throws: CommandRefusal.self) { try ExportSource(endless) }
        // While it is trimmed, trimming cannot begin, but what lies between the points can be exported.
        trimmed.trim.isTrimming = true
        let source = try ExportSource(trimmed)
        #expect(throws: CommandRefusal.invalid("/a.mkv is the item itself: choose another name.")) {
            try source.order(ExportRequest(path: "/a.mkv", method: .exact))
        }
    }

    /// Ended exports are kept for clients; what only their workers needed is not.
    @Test(arguments: [true, false]) func whatIsOverKeepsNeitherChaptersNorHeaders(isCancelled: Bool) {
        var order = Self.order
        order.headers = ["Authorization": "secret"]
        order.chapters = [Chapter(start: .zero, titles: [ChapterTitle("One")])]
        var rig = Rig()
        rig.send(.add(order))
        #expect(rig.effects == [.start(1, order)])
        #expect(rig.jobs[1]?.order == order)
        if isCancelled { rig.send(.cancel(1)) } else { rig.tell(.reported(1, .completed)) }
        rig.tell(.ended(1))
        #expect(rig.jobs[1]?.hasEnded == true)
        #expect(rig.jobs[1]?.order == Self.order)
    }
}
