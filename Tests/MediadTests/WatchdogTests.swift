import DBusKit
import Dispatch
import GLibLoop
import Testing

@testable import mediad

/// When the service manager is told that the daemon is well, by a clock of the test's own.
@Suite struct WatchdogTests {
    private func make(_ environment: [String: String], process: Int32 = 7) -> WatchdogRounds? {
        WatchdogRounds(environment: environment, process: process)
    }

    @Test func theManagerHearsOfItTwiceAsOftenAsItWants() throws {
        var rounds = try #require(make(["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "7"]))
        var now: Int64 = 1_000
        for _ in 0..<3 {
            let round = rounds.wake(now: now)
            #expect(round.begins)
            #expect(round.next == now + 15_000_000)
            rounds.end()
            now = round.next
        }
    }

    @Test func whileARoundIsHeldUpNoOtherBegins() throws {
        var rounds = try #require(make(["WATCHDOG_USEC": "2000000"]))
        #expect(rounds.wake(now: 0).begins)
        let second = rounds.wake(now: 1_000_000)
        #expect(!second.begins)
        #expect(second.next == 2_000_000)
        #expect(!rounds.wake(now: 2_000_000).begins)
        rounds.end()
        #expect(rounds.wake(now: 3_000_000).begins)
    }

    @Test(
        arguments: [
            [:], ["WATCHDOG_USEC": ""], ["WATCHDOG_USEC": "0"], ["WATCHDOG_USEC": "-5"], ["WATCHDOG_USEC": "soon"],
            // Meant for the shell that started it, or nobody.
            ["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "8"], ["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "x"],
            ["WATCHDOG_PID": "7"],
        ])
    func nobodyWantsToHearIt(environment: [String: String]) {
        #expect(make(environment) == nil)
    }

    @Test(arguments: ["1", "18446744073709551615"]) func anyNumberIsTaken(limit: String) throws {
        var rounds = try #require(make(["WATCHDOG_USEC": limit]))
        #expect(rounds.interval >= 1)
        #expect(rounds.wake(now: 5).next > 5)
    }

    // MARK: The loops of the process

    /// Neither loop's standing may pass unnoticed, whoever's timer it is.
    @Test(arguments: [MediaActor.loop, BusActor.loop]) func aLoopThatStandsLetsNoRoundPass(loop: EventLoop) async throws
    {
        let listener = try NotifyListener(abstract: true)
        let notifier = SystemdNotifier(environment: ["NOTIFY_SOCKET": listener.address])
        let made = await Watchdog(environment: ["WATCHDOG_USEC": "20000"], process: 7, notifier: notifier)
        let watchdog = try #require(made)
        let gate = DispatchSemaphore(value: 0)
        let standing = DispatchSemaphore(value: 0)
        await watchdog.begin()
        #expect(listener.next(within: 60) == "WATCHDOG=1")
        #expect(listener.next(within: 60) == "WATCHDOG=1")
        loop.post {
            standing.signal()
            gate.wait()
        }
        standing.wait()
        while listener.next() != nil {}
        // One round may have passed the loop before it stood; ten times its interval without one is the end of them.
        var late = 0
        while late < 3, listener.next(within: 0.2) != nil { late += 1 }
        #expect(late <= 1)
        gate.signal()
        #expect(listener.next(within: 60) == "WATCHDOG=1")
        withExtendedLifetime(watchdog) {}
    }
}
