import PlayerCore
import Testing

/// Random trimming among random everything else; the rules that always hold.
@Suite struct TrimmingSequenceTests {
    /// An item that plays is between its points, and what begins to be trimmed ends once.
    @Test(arguments: 0..<16) func nothingIsHeardOutsideOfThePoints(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let engine = FakeEngine(seed: seed)
        for uri in RandomRun.uris {
            var media = FakeMedia(duration: .seconds(Double.random(in: 20...140, using: &generator)))
            if Int.random(in: 0..<5, using: &generator) == 0 { media = .live }
            if Int.random(in: 0..<5, using: &generator) == 0 { media = .broken }
            media.findings = RandomRun.findings(&generator)
            media.findings?.sidecar?.inPoint = .seconds(Double.random(in: -5...60, using: &generator))
            media.findings?.sidecar?.outPoint = .seconds(Double.random(in: 30...150, using: &generator))
            engine.media[uri] = media
        }
        var (begun, ended) = (0, 0)
        for step in 0..<400 {
            engine.forget()
            let wasTrimming = engine.snapshot.trim.isTrimming
            let item = engine.snapshot.current?.id
            switch Int.random(in: 0..<8, using: &generator) {
            case 0...2: engine.advance(Double.random(in: 0...30, using: &generator))
            case 3:
                engine.send(.play)
                if engine.send(.trimming(.begin)) == .success(.done) { begun += 1 }
            case 4, 5:
                let time = MediaTime.seconds(Double(Int.random(in: 0...140, using: &generator)))
                let isIn = Bool.random(using: &generator)
                engine.send(isIn ? .trimming(.setInPoint(time)) : .trimming(.setOutPoint(time)))
            default:
                let command = RandomRun.command(engine.snapshot, &generator)
                if engine.send(command) == .success(.done), command == .trimming(.begin) { begun += 1 }
            }
            ended += TrimmingTests.ends(engine).count
            let snapshot = engine.snapshot
            if let violation = Self.violation(of: snapshot, at: engine.position(in: snapshot)) {
                Issue.record("seed \(seed), step \(step): \(violation)")
                return
            }
            #expect(begun - ended == (snapshot.trim.isTrimming ? 1 : 0), "seed \(seed), step \(step)")
            if wasTrimming, snapshot.trim.isTrimming { #expect(snapshot.current?.id == item) }
        }
    }

    private static func violation(of snapshot: PlayerSnapshot, at position: Double) -> String? {
        let points = snapshot.trim.points
        if snapshot.trim.isTrimming, snapshot.status == .stopped { return "trimming, yet nothing plays" }
        if snapshot.trim.isTrimming != (snapshot.trim.whyNot?.contains("already") ?? false) { return "why not?" }
        // What only can be played as it comes passes the time before its in point.
        guard snapshot.status != .stopped, snapshot.canSeek else { return nil }
        if let inPoint = points.inPoint, position < inPoint.seconds - 0.001 { return "\(position) before \(points)" }
        if let out = points.outPoint, let duration = snapshot.current?.duration, out < duration,
            position > out.seconds + 0.001
        {
            return "\(position) behind \(points)"
        }
        return nil
    }
}
