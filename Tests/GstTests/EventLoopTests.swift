import GLibLoop
import Synchronization
import Testing

@Suite struct EventLoopTests {
    private let loop = EventLoop(name: "test")

    @Test func workRunsInTheOrderInWhichItWasHandedOver() async {
        let seen = Mutex<[Int]>([])
        await withCheckedContinuation { continuation in
            for number in 0..<10_000 { loop.post { seen.withLock { $0.append(number) } } }
            loop.post { continuation.resume() }
        }
        #expect(seen.withLock { $0 } == Array(0..<10_000))
    }

    @Test func timersHaveTheirTurnWhileMuchWorkWaits() async {
        let loop = loop
        let done = Mutex(0)
        let before = Mutex<(Int, LoopSource?)>((-1, nil))
        await withCheckedContinuation { continuation in
            loop.post {
                let timer = LoopSource.timer(on: loop, at: 0) {
                    let count = done.withLock { $0 }
                    before.withLock { $0.0 = count }
                }
                before.withLock { $0.1 = timer }
                for number in 0..<500 {
                    loop.post {
                        let end = MonotonicClock.microseconds + 200
                        while MonotonicClock.microseconds < end {}
                        done.withLock { count in
                            #expect(count == number)
                            count += 1
                        }
                    }
                }
                // Handed over in one go, after the loop has slept.
                loop.post { continuation.resume() }
            }
        }
        #expect(done.withLock { $0 } == 500)
        #expect((0..<500).contains(before.withLock { $0.0 }))
    }

    @Test func workRunsOnTheLoopsThread() async {
        let loop = loop
        let isOn = await withCheckedContinuation { continuation in
            loop.post { continuation.resume(returning: loop.isOnLoop) }
        }
        #expect(isOn)
        #expect(!loop.isOnLoop)
    }

    @Test func aTimerFiresOnceAndNotBeforeItsTime() async {
        let begun = MonotonicClock.microseconds
        let fired = Mutex<LoopSource?>(nil)
        let loop = loop
        await withCheckedContinuation { continuation in
            loop.post {
                let source = LoopSource.timer(on: loop, at: begun + 20_000) { continuation.resume() }
                fired.withLock { $0 = source }
            }
        }
        #expect(MonotonicClock.microseconds - begun >= 20_000)
    }

    @Test func aCancelledTimerStaysSilent() async {
        let loop = loop
        let count = Mutex(0)
        await withCheckedContinuation { continuation in
            loop.post {
                let source = LoopSource.timer(on: loop, at: 0) { count.withLock { $0 += 1 } }
                source.cancel()
                // Two rounds of the loop: a source that was still attached would have run in the first.
                loop.post { loop.post { continuation.resume() } }
            }
        }
        #expect(count.withLock { $0 } == 0)
    }
}
