import PlayerCore
import Testing

/// Which pieces of a stretch go into a file.
struct RangeAssemblyTests {
    typealias Piece = RangeAssembly.Piece
    private static let ms: Int64 = 1_000_000

    /// Feeds pieces of streams and tells which of them went into the file, by stream.
    private struct Run {
        var assembly: RangeAssembly
        var held: [Int: [Int64]] = [:]
        var written: [Int: [Int64]] = [:]

        init(
            _ range: Range<Int64>, _ cutting: RangeAssembly.Cutting, _ streams: [MediaTrack.Kind],
            reachesEnd: Bool = false
        ) {
            let ms = RangeAssemblyTests.ms
            assembly = RangeAssembly(
                range: range.lowerBound * ms..<range.upperBound * ms, cutting: cutting, streams: streams,
                reachesEnd: reachesEnd)
        }

        /// Times in milliseconds.
        mutating func take(
            _ stream: Int, _ start: Int64, _ duration: Int64 = 40, key: Bool = true, decoding: Int64? = nil
        ) {
            let ms = RangeAssemblyTests.ms
            let piece = Piece(
                start: start * ms, decoding: decoding.map { $0 * ms }, duration: duration * ms, isKey: key)
            let verdict = assembly.take(piece, of: stream)
            switch verdict {
            case .write: written[stream, default: []].append(start)
            case .drop: break
            case .hold: held[stream, default: []].append(start)
            case .restart: held[stream] = [start]
            case .settle(let verdicts): settle(verdicts, (held.removeValue(forKey: stream) ?? []) + [start], stream)
            }
            if assembly.isFinished(stream) { held[stream] = nil }
        }

        mutating func end(_ stream: Int) {
            settle(assembly.ended(stream), held.removeValue(forKey: stream) ?? [], stream)
        }

        private mutating func settle(_ verdicts: [Bool], _ pieces: [Int64], _ stream: Int) {
            #expect(verdicts.count == pieces.count)
            written[stream, default: []] += zip(pieces, verdicts).filter(\.1).map(\.0)
        }
    }

    /// The last packet may claim to be longer than it is, and count what an encoder added. A recording goes on.
    @Test(arguments: [false, true]) func theLastSoundOfAnItemIsCopied(reachesEnd: Bool) {
        var run = Run(0..<1_000, .keyFrames, [.audio], reachesEnd: reachesEnd)
        for start in stride(from: Int64(0), through: 1_300, by: 90) { run.take(0, start, 90) }
        run.end(0)
        #expect(run.written[0]?.last == (reachesEnd ? 1_080 : 900))
    }

    /// Containers say what they like of their pieces, and a worker that traps says nothing.
    @Test(arguments: HostileTimeTests.extremes) func piecesFromAnywhereAreJudged(_ time: Int64) {
        let times: [Int64?] = HostileTimeTests.extremes + [nil]
        let ranges: [Range<Int64>] = [0..<1_000_000_000, .min ..< .max, .max - 1 ..< .max, .min ..< .min + 1]
        for (range, cutting) in ranges.flatMap({ [($0, RangeAssembly.Cutting.exact), ($0, .keyFrames)] }) {
            var assembly = RangeAssembly(range: range, cutting: cutting, streams: [.video, .audio, .subtitles])
            for duration in times {
                for decoding in times {
                    for stream in 0..<3 {
                        let piece = Piece(start: time, decoding: decoding, duration: duration, isKey: duration != 0)
                        #expect((piece.duration ?? 0) >= 0)
                        _ = assembly.take(piece, of: stream)
                        _ = assembly.take(Piece(start: decoding, duration: time, isKey: true), of: stream)
                        _ = assembly.settleEarly(of: stream)
                    }
                }
            }
            for stream in 0..<3 { _ = assembly.ended(stream) }
            #expect(assembly.isComplete)
        }
    }

    @Test func aCopyBeginsAtTheLastKeyFrameBefore() {
        var run = Run(1_000..<2_000, .keyFrames, [.video, .audio])
        for start in stride(from: Int64(0), to: 2_400, by: 40) {
            run.take(0, start, key: start % 400 == 0)
            run.take(1, start)
        }
        #expect(run.assembly.begin == 800 * Self.ms)
        #expect(run.written[0]?.first == 800)
        #expect(run.written[0]?.last == 1_960)
        #expect(run.written[1]?.first == 800)
        #expect(run.written[1]?.last == 1_960)
        #expect(run.assembly.isComplete)
        #expect(run.assembly.end == 2_000 * Self.ms)
    }

    @Test func withoutAKeyFrameBeforeItBeginsAtTheFirstBehind() {
        var run = Run(1_000..<2_000, .keyFrames, [.video])
        for start in stride(from: Int64(600), to: 2_100, by: 40) { run.take(0, start, key: start == 1_200) }
        #expect(run.assembly.begin == 1_200 * Self.ms)
        #expect(run.written[0]?.first == 1_200)
    }

    @Test func picturesShownBeforeTheKeyFrameTheyFollowAreLeftOut() {
        var run = Run(1_000..<2_000, .keyFrames, [.video])
        // Decoding order: an open group, whose first pictures need the one before.
        for (start, key) in [(1_000, true), (920, false), (960, false), (1_120, false), (1_040, false), (1_080, false)]
        {
            run.take(0, Int64(start), key: key)
        }
        #expect(run.written[0] == [1_000, 1_120, 1_040, 1_080])
    }

    @Test func whatAWantedPictureIsMadeFromIsKept() {
        var run = Run(0..<1_000, .keyFrames, [.video])
        run.take(0, 0)
        run.take(0, 960, key: false, decoding: 40)
        run.take(0, 1_040, key: false, decoding: 900)
        run.take(0, 980, key: false, decoding: 940)
        run.take(0, 1_120, key: false, decoding: 960)
        run.take(0, 1_080, key: false, decoding: 1_000)
        #expect(run.written[0] == [0, 960, 1_040, 980])
        #expect(run.assembly.isComplete)
    }

    @Test func aShortStretchHasAllItsPictures() {
        var run = Run(1_010..<1_090, .keyFrames, [.video])
        for (start, key) in [
            (800, true), (1_000, false), (1_120, false), (1_040, false), (1_080, false), (1_200, true),
        ] {
            run.take(0, Int64(start), key: key)
        }
        #expect(run.written[0] == [800, 1_000, 1_120, 1_040, 1_080])
    }

    @Test func soundIsCutAtTheNearestPiece() {
        var run = Run(1_000..<1_100, .keyFrames, [.audio])
        for start in stride(from: Int64(900), to: 1_200, by: 21) { run.take(0, start, 21) }
        // 984 … 1005 lies for the greater part before, 1089 … 1110 for the greater part inside.
        #expect(run.written[0] == [1_005, 1_026, 1_047, 1_068, 1_089])
    }

    @Test func soundWaitsForThePicture() {
        var run = Run(1_000..<2_000, .keyFrames, [.video, .audio])
        run.take(1, 700)
        run.take(1, 840)
        run.take(0, 800)
        run.take(1, 880)
        #expect(run.written[1] == nil)
        run.take(0, 1_040, key: false)
        run.take(1, 920)
        #expect(run.written[1] == [840, 880, 920])
    }

    @Test func subtitlesThatAreStillShownAreKept() {
        var run = Run(1_000..<2_000, .keyFrames, [.video, .subtitles])
        run.take(0, 1_000)
        run.take(0, 1_040, key: false)
        run.take(1, 0, 900)
        run.take(1, 500, 900)
        run.take(1, 1_500, 900)
        run.take(1, 2_000, 900)
        #expect(run.written[1] == [500, 1_500])
        run.take(0, 2_000)
        #expect(run.assembly.isComplete)
    }

    @Test func exactCutsTakeWhatTouchesTheRange() {
        var run = Run(1_010..<1_100, .exact, [.video, .audio])
        for start in stride(from: Int64(960), to: 1_200, by: 40) {
            run.take(0, start)
            run.take(1, start)
        }
        #expect(run.written[0] == [1_000, 1_040, 1_080])
        #expect(run.written[1] == [1_000, 1_040, 1_080])
        #expect(run.assembly.begin == 1_010 * Self.ms)
    }

    @Test func whereThePictureIsOverTheSoundLeads() {
        var run = Run(1_000..<2_000, .keyFrames, [.video, .audio])
        run.end(0)
        run.take(1, 1_000)
        run.take(1, 2_000)
        #expect(run.written[1] == [1_000])
        #expect(run.assembly.isComplete)
    }

    @Test func anEarlyEndWritesWhatThereWas() {
        var run = Run(1_000..<2_000, .keyFrames, [.video])
        run.take(0, 800)
        run.take(0, 840, key: false)
        run.end(0)
        #expect(run.written[0] == [800, 840])
        #expect(run.assembly.isComplete)
    }

    /// Whatever comes, in whatever order: nothing is written twice or out of order, and what is held is settled.
    @Test(arguments: 0..<200) func randomStreams(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        func random(_ range: Range<Int64>) -> Int64 { Int64.random(in: range, using: &generator) }
        let begin = random(0..<3_000)
        var run = Run(
            begin..<begin + random(1..<3_000), seed % 3 == 0 ? .exact : .keyFrames, [.video, .audio, .subtitles])
        var times: [Int64] = [0, 0, 0]
        for _ in 0..<random(0..<400) {
            let stream = Int(random(0..<3))
            times[stream] += random(0..<80)
            let shown = stream == 0 ? times[0] + random(-80..<80) : times[stream]
            run.take(
                stream, shown, random(0..<60), key: stream != 0 || random(0..<12) == 0,
                decoding: seed % 2 == 0 ? times[stream] : nil)
            if random(0..<300) == 0 { run.end(stream) }
        }
        for stream in 0..<3 { run.end(stream) }
        #expect(run.assembly.isComplete)
        #expect(run.held.values.allSatisfy { $0.isEmpty })
        if let start = run.assembly.begin {
            #expect((run.written[0] ?? []).allSatisfy { $0 * Self.ms + 60 * Self.ms > start })
        }
    }
}
