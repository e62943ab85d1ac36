import PlayerCore
import Testing

/// Which stretches are kept, where chapters come to stand in them, and whose turn it is.
struct ExportModelTests {
    private static func seconds(_ value: Double) -> MediaTime { MediaTime(nanoseconds: Int64(value * 1e9)) }
    private static func range(_ start: Double, _ end: Double) throws -> TimeRange {
        try #require(TimeRange(start: seconds(start), end: seconds(end)))
    }

    private static func kept(
        _ asked: [(Double, Double)] = [], _ points: TrimPoints = TrimPoints(), without: [(Double, Double)] = []
    ) throws -> [[Double]] {
        try ExportRanges(
            asked: asked.map { (seconds($0.0), seconds($0.1)) }, points: points,
            without: without.map { try range($0.0, $0.1) }, duration: seconds(100)
        ).kept.map { [$0.start.seconds, $0.end.seconds] }
    }

    @Test func withoutRangesItIsWhatIsPlayed() throws {
        #expect(try Self.kept() == [[0, 100]])
        #expect(try Self.kept([], TrimPoints(inPoint: Self.seconds(10), outPoint: Self.seconds(20))) == [[10, 20]])
        // Whoever names ranges means the item.
        #expect(try Self.kept([(0, 5)], TrimPoints(inPoint: Self.seconds(10), outPoint: Self.seconds(20))) == [[0, 5]])
    }

    @Test func rangesStandInTheOrderInWhichTheyAreAskedFor() throws {
        #expect(try Self.kept([(50, 60), (10, 20)]) == [[50, 60], [10, 20]])
        #expect(try Self.kept([(90, 200)]) == [[90, 100]])
    }

    @Test func kindsAreLeftOutOfEachRange() throws {
        #expect(try Self.kept(without: [(10, 20), (15, 30), (90, 100)]) == [[0, 10], [30, 90]])
        #expect(try Self.kept([(0, 12), (12, 40)], without: [(10, 20)]) == [[0, 10], [20, 40]])
    }

    @Test(arguments: [[(5.0, 5.0)], [(6, 5)], [(-1, 5)], [(100, 120)]]) func wrongRangesAreRefused(
        asked: [(Double, Double)]
    ) {
        #expect(throws: ExportRanges.Refusal.self) { try Self.kept(asked) }
    }

    @Test func nothingLeftIsRefused() {
        #expect(throws: ExportRanges.Refusal.self) { try Self.kept([(10, 20)], without: [(5, 25)]) }
        #expect(throws: ExportRanges.Refusal.self) {
            try Self.kept(Array(repeating: (1, 2), count: ExportRanges.limit + 1))
        }
    }

    @Test(arguments: HostileTimeTests.extremes) func rangesThatNoFileCanHoldAreRefused(_ nanoseconds: Int64) throws {
        let time = MediaTime(nanoseconds: nanoseconds)
        let cases: [(asked: [(start: MediaTime, end: MediaTime)], duration: MediaTime)] = [
            ([], time), ([(.zero, time)], time), ([(.zero - time, time)], MediaTime(nanoseconds: .max)),
            ([(time, MediaTime(nanoseconds: .max))], MediaTime(nanoseconds: .max)),
            ([(.zero, .farthest), (.zero, .farthest)], MediaTime(nanoseconds: .max)),
            ([(Self.seconds(1), Self.seconds(2))], time),
        ]
        for (asked, duration) in cases {
            do throws(ExportRanges.Refusal) {
                let kept = try ExportRanges(
                    asked: asked, points: TrimPoints(inPoint: time, outPoint: .zero - time),
                    without: [try? Self.range(3, 4)].compactMap(\.self), duration: duration
                ).kept
                #expect(ExportRanges.areExportable(kept))
            } catch {
                #expect(!error.message.isEmpty)
            }
        }
        // A part of an item that never ends can be exported.
        #expect(
            try ExportRanges(
                asked: [(.zero, Self.seconds(2))], points: TrimPoints(), without: [],
                duration: MediaTime(nanoseconds: .max)
            ).kept.count == 1)
    }

    // MARK: Chapters

    @Test(arguments: HostileTimeTests.extremes) func chaptersOfAnyTimeAreRetimed(_ nanoseconds: Int64) {
        let time = MediaTime(nanoseconds: nanoseconds)
        let chapters = [
            Chapter(start: time, end: .zero - time), Chapter(start: .zero - time, end: time), Chapter(start: time),
            Chapter(start: time, end: time), Chapter(start: Self.seconds(1), end: time), Chapter(start: .zero),
        ]
        let limits = HostileTimeTests.extremes + [0, 10_000_000_000]
        for start in limits {
            let stretches = limits.map { ExportOrder.Stretch(start: start, end: $0) }
            for chapter in ChapterRetiming.chapters(chapters, in: stretches, duration: nanoseconds) {
                #expect(chapter.start <= chapter.end ?? chapter.start)
            }
        }
    }

    private static func chapter(_ title: String, _ start: Double, _ end: Double? = nil) -> Chapter {
        Chapter(start: seconds(start), end: end.map { seconds($0) }, titles: [ChapterTitle(title)])
    }

    private static func retimed(_ chapters: [Chapter], _ stretches: [(Double, Double)]) -> [String] {
        ChapterRetiming.chapters(
            chapters,
            in: stretches.map { .init(start: seconds($0.0).nanoseconds, end: seconds($0.1).nanoseconds) },
            duration: seconds(100).nanoseconds
        ).map { "\($0.titles[0].text) \($0.start.seconds)-\($0.end?.seconds ?? -1)" }
    }

    @Test func chaptersAreCutAndMoved() {
        let chapters = [Self.chapter("a", 0, 10), Self.chapter("b", 10), Self.chapter("c", 50)]
        #expect(Self.retimed(chapters, [(0, 100)]) == ["a 0.0-10.0", "b 10.0-50.0", "c 50.0-100.0"])
        #expect(Self.retimed(chapters, [(5, 20)]) == ["a 0.0-5.0", "b 5.0-15.0"])
        #expect(Self.retimed(chapters, [(5, 20), (60, 70)]) == ["a 0.0-5.0", "b 5.0-15.0", "c 15.0-25.0"])
    }

    @Test func aChapterInPiecesThatMeetIsOne() {
        #expect(Self.retimed([Self.chapter("a", 0, 60)], [(0, 20), (40, 50)]) == ["a 0.0-30.0"])
        let two = [Self.chapter("a", 0, 30), Self.chapter("b", 30, 60)]
        // Backwards they do not meet.
        #expect(Self.retimed(two, [(30, 40), (0, 10), (50, 60)]) == ["b 0.0-10.0", "a 10.0-20.0", "b 20.0-30.0"])
    }

    @Test func markersWithoutLengthAreInOrOut() {
        let chapters = [Self.chapter("m", 10, 10), Self.chapter("n", 20, 20)]
        #expect(Self.retimed(chapters, [(10, 20)]) == ["m 0.0-0.0"])
    }

    // MARK: Turns

    @Test func twoRunAndTheRestWait() {
        var queue = ExportQueue()
        #expect(queue.add(1) == [.start(1)])
        #expect(queue.add(2) == [.start(2)])
        #expect(queue.add(3) == [])
        #expect(queue.add(4) == [])
        #expect(queue.cancel(3) == [.dropped(3)])
        #expect(queue.cancel(1) == [.stop(1)])
        #expect(queue.ended(1) == [.start(4)])
        #expect(queue.ended(1) == [])
        #expect(queue.cancel(9) == [])
        #expect(queue.add(5) == [])
        #expect(queue.stopAll() == [.dropped(5), .stop(2), .stop(4)])
        #expect(queue.ended(2) == [])
    }

    @Test func aJobBelievesItsWorker() {
        let order = ExportOrder(
            uri: "file:///a", path: "/b", method: .exact, stretches: [], chapters: [], overwrites: false, duration: 1)
        var job = ExportJob(order)
        job.status = .exporting
        job.take(.progress(0.5))
        job.take(.progress(0.25))
        #expect(job.progress == 0.5)
        job.take(.note("n"))
        job.take(.completed)
        job.take(.failed("too late"))
        job.lost(wasCancelled: false)
        #expect(job.status == .completed && job.progress == 1 && job.error.isEmpty && job.notes == ["n"])
        var lost = ExportJob(order)
        lost.lost(wasCancelled: false)
        #expect(lost.status == .failed && !lost.error.isEmpty)
        var cancelled = ExportJob(order)
        cancelled.lost(wasCancelled: true)
        #expect(cancelled.status == .cancelled && cancelled.error.isEmpty)
    }
}
