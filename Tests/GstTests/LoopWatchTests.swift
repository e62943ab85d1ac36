import Foundation
import GLibLoop
import Synchronization
import TestSupport
import Testing

/// A loop that stands is told of, with what it does; one that works as it should is not.
@Suite struct LoopWatchTests {
    private enum Work: Sendable {
        enum Effect: Sendable {
            case open([String])
            case close
        }
        case engine(Effect)
    }

    // MARK: What is said, by a clock of the test's own

    @Test func workIsToldOfOnceWhenItLastsTooLongAndOnceWhenItIsOver() {
        var stall = LoopStall(loop: "media", patience: 1_000_000)
        #expect(stall.look(begun: nil, work: nil, now: 5_000_000) == nil)
        #expect(stall.look(begun: 5_000_000, work: "open", now: 5_999_999) == nil)
        #expect(
            stall.look(begun: 5_000_000, work: "open", now: 6_040_000)
                == "the media loop has been blocked for 1.0 s by: open")
        #expect(stall.look(begun: 5_000_000, work: "open", now: 9_000_000) == nil)
        #expect(stall.end(of: 5_000_000, at: 12_340_000) == "the media loop continues; it was blocked for 7.3 s")
        #expect(stall.end(of: 5_000_000, at: 12_340_000) == nil)
        // Each time anew.
        #expect(
            stall.look(begun: 20_000_000, work: nil, now: 21_500_000)
                == "the media loop has been blocked for 1.5 s by: something unnamed")
    }

    @Test func theEndOfWorkThatWasNotToldOfIsNotToldEither() {
        var stall = LoopStall(loop: "bus", patience: 1_000_000)
        #expect(stall.end(of: 1, at: 900_000) == nil)
        _ = stall.look(begun: 2, work: nil, now: 2_000_000)
        #expect(stall.end(of: 1, at: 3_000_000) == nil)
        #expect(stall.end(of: 2, at: 3_000_000) != nil)
    }

    // MARK: Real loops

    /// What a watch told.
    private final class Told: Sendable {
        private let lines = Monitored<[String]>([])
        func take(_ line: String) { lines.update { $0.append(line) } }
        func wait(for count: Int) -> [String] {
            lines.wait(seconds: 60) { $0.count >= count ? $0 : nil } ?? lines.current
        }
        var now: [String] { lines.current }
    }

    @Test func aLoopThatStandsSaysWhatItIsAt() throws {
        let loop = EventLoop(name: "stands")
        let told = Told()
        let watch = LoopWatch([loop], patience: 20_000) { told.take($0) }
        let gate = DispatchSemaphore(value: 0)
        loop.post {
            loop.during(Work.engine(.open(["much"]))) {
                loop.during("something that is over") {}
                gate.wait()
            }
        }
        // While it still stands.
        #expect(told.wait(for: 1).first?.hasSuffix(" s by: engine open") == true, "\(told.now)")
        #expect(told.now.first?.hasPrefix("the stands loop has been blocked for 0.") == true, "\(told.now)")
        gate.signal()
        #expect(
            told.wait(for: 2).last?.hasPrefix("the stands loop continues; it was blocked for 0.") == true, "\(told.now)"
        )
        // What has no name, and what comes after what had one.
        loop.post { gate.wait() }
        #expect(told.wait(for: 3).last?.hasSuffix("by: something unnamed") == true, "\(told.now)")
        gate.signal()
        loop.post { loop.during(Work.engine(.close)) { gate.wait() } }
        #expect(told.wait(for: 5).last?.hasSuffix("by: engine close") == true, "\(told.now)")
        gate.signal()
        _ = told.wait(for: 6)
        withExtendedLifetime(watch) {}
    }

    @Test func loopsThatWorkInShortJobsAreNotToldOf() async {
        let loop = EventLoop(name: "works")
        let told = Told()
        let watch = LoopWatch([loop], patience: 60_000_000) { told.take($0) }
        for _ in 0..<1_000 { await withCheckedContinuation { done in loop.post { done.resume() } } }
        #expect(told.now == [])
        withExtendedLifetime(watch) {}
    }

    @Test func aTimerAndADescriptorThatStandAreToldOfToo() throws {
        let loop = EventLoop(name: "timer")
        let told = Told()
        let watch = LoopWatch([loop], patience: 20_000) { told.take($0) }
        let gate = DispatchSemaphore(value: 0)
        let timer = LoopSource.timer(on: loop, at: 0) { gate.wait() }
        #expect(told.wait(for: 1).first?.hasSuffix("by: \(#function)") == true, "\(told.now)")
        gate.signal()
        _ = told.wait(for: 2)
        withExtendedLifetime((watch, timer)) {}
    }
}
