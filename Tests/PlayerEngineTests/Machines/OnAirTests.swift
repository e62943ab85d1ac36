import PlayerCore
import Testing

@testable import Gst
@testable import PlayerEngine

private final class Piece {}
private let start = MediaTime(nanoseconds: 3_000_000_000)
private let later = MediaTime(nanoseconds: 7_000_000_000)

/// What is heard, as a table of what happens and what is known then.
@Suite struct OnAirTests {
    private let current = Piece()
    private let successor = Piece()

    private enum Step {
        case begin
        case begins(MediaTime?)
        case join, comeBack, leave, drain, dropData
        case handOver(isSameItem: Bool)
        case start
        case stand(MediaTime?)
        case follow, losePosition
    }

    /// What is known of the state.
    private struct Known: Equatable {
        var item = "nothing"
        var join: Int64?
        var isDraining = false
        var hasStarted = false
        var position: MediaTime?
    }

    private let timeline = Timeline(runningTime: 1_000_000_000, mediaTime: later, rate: 2)

    private func take(_ step: Step, _ air: inout OnAir<Piece>) {
        switch step {
        case .begin: air.begin(current, at: start)
        case .begins(let position): air.begin(current, at: position)
        case .join: air.join(successor, at: 5)
        case .comeBack: air.comeBack(current)
        case .leave: air.leave()
        case .drain: air.drain()
        case .dropData: air.dropData()
        case .handOver(let isSameItem): air.handOver(isSameItem: isSameItem, timeline)
        case .start: _ = air.start()
        case .stand(let position): air.stand(at: position)
        case .follow: air.follow(timeline)
        case .losePosition: air.losePosition()
        }
    }

    /// - Parameter running: the running time at which the position is asked for.
    private func known(of air: OnAir<Piece>, at running: Int64 = 1_000_000_000) -> Known {
        let item = air.carries(current) ? "current" : air.carries(successor) ? "successor" : "nothing"
        return Known(
            item: item, join: air.join, isDraining: air.isDraining, hasStarted: air.hasStarted,
            position: air.position(at: running))
    }

    private func check(_ steps: [(Step, Known)], sourceLocation: SourceLocation = #_sourceLocation) {
        var air = OnAir<Piece>()
        for (index, (step, expected)) in steps.enumerated() {
            take(step, &air)
            #expect(known(of: air) == expected, "step \(index)", sourceLocation: sourceLocation)
        }
    }

    @Test("An item begins, starts and ends") func alone() {
        check([
            (.begin, Known(item: "current", position: start)),
            (.stand(nil), Known(item: "current")),
            (.start, Known(item: "current")),
            (.follow, Known(item: "current", position: later)),
            (.start, Known(item: "current", hasStarted: true, position: later)),
            (.drain, Known(item: "current", isDraining: true, hasStarted: true, position: later)),
            (.dropData, Known(item: "current", hasStarted: true, position: later)),
        ])
    }

    @Test("A successor is heard at its join, and not before") func handOver() {
        for isSameItem in [false, true] {
            check([
                (.begin, Known(item: "current", position: start)),
                (.join, Known(item: "successor", join: 5, position: start)),
                (.drain, Known(item: "successor", join: 5, position: start)),
                (.dropData, Known(item: "successor", join: 5, position: start)),
                (.handOver(isSameItem: isSameItem), Known(item: "successor", hasStarted: true, position: later)),
                (.handOver(isSameItem: isSameItem), Known(item: "successor", hasStarted: true, position: later)),
                (.drain, Known(item: "successor", isDraining: true, hasStarted: true, position: later)),
            ])
        }
    }

    @Test("The position and the start outlast the way off the air") func leave() {
        check([
            (.begin, Known(item: "current", position: start)),
            (.follow, Known(item: "current", position: start)),
            (.start, Known(item: "current", hasStarted: true, position: start)),
            (.drain, Known(item: "current", isDraining: true, hasStarted: true, position: start)),
            (.leave, Known(hasStarted: true, position: start)),
            (.drain, Known(hasStarted: true, position: start)),
            (.handOver(isSameItem: false), Known(hasStarted: true, position: start)),
            (.begins(nil), Known(item: "current", hasStarted: true)),
            (.follow, Known(item: "current", hasStarted: true, position: later)),
            (.losePosition, Known(item: "current", hasStarted: true)),
        ])
    }

    @Test("A successor that is taken back leaves the current item where it was") func takeBack() {
        check([
            (.begin, Known(item: "current", position: start)),
            (.join, Known(item: "successor", join: 5, position: start)),
            (.leave, Known(position: start)),
            (.comeBack, Known(item: "current", position: start)),
        ])
    }

    @Test("A position moves with its rate, and is never before the start") func position() {
        var air = OnAir<Piece>()
        #expect(air.position(at: 0) == nil)
        air.follow(timeline)
        #expect(air.position(at: 2_000_000_000) == MediaTime(nanoseconds: 9_000_000_000))
        #expect(air.position(at: -9_000_000_000) == .zero)
        #expect(air.position(at: nil) == nil)
        air.stand(at: start)
        #expect(air.position(at: nil) == start)
    }

    @Test("Tags are taken when they are heard, and are dropped with their data") func tags() {
        func ahead(_ running: Int64) -> TagsAhead {
            TagsAhead(item: nil, kind: .audio, tags: TagSet(), runningTime: running, ofNewStream: false)
        }
        var air = OnAir<Piece>()
        air.begin(current, at: start)
        for moment in [1_000, 5_000, 90_000] as [Int64] { air.add(ahead(moment)) }
        func taken() -> [Int64] { air.takeTags(until: 4_000).map(\.runningTime) }
        #expect(air.nextTags == 1_000)
        #expect(taken() == [1_000, 5_000])
        #expect(taken().isEmpty)
        #expect(air.nextTags == 90_000)
        air.dropData()
        #expect(air.nextTags == nil)
        air.add(ahead(1_000))
        air.leave()
        #expect(air.nextTags == nil)
    }

    @Test("Dropped frames are counted for each item, and reported once") func frames() {
        var air = OnAir<Piece>()
        func dropped() -> UInt64? { air.droppedFrames() }
        func starts() -> Bool { air.start() }
        air.dropFrame()
        #expect(dropped() == nil)
        air.begin(current, at: start)
        air.dropFrame()
        #expect(dropped() == nil, "before its start")
        air.follow(timeline)
        #expect(starts())
        #expect(!starts())
        #expect(dropped() == nil)
        air.dropFrame()
        air.dropFrame()
        #expect(dropped() == 2)
        #expect(dropped() == nil)
        air.dropFrame()
        air.join(successor, at: 5)
        air.handOver(isSameItem: true, timeline)
        #expect(dropped() == 3)
        air.dropFrame()
        air.join(current, at: 9)
        air.handOver(isSameItem: false, timeline)
        #expect(dropped() == nil)
    }
}
