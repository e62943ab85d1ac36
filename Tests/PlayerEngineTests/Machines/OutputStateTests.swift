import PlayerCore
import Testing

@testable import PlayerEngine

/// Which sinks are opened when, as tables of events with their times and the actions that follow.
@Suite struct OutputStateTests {
    /// The seconds at which the event happens, the event, and what follows.
    private typealias Step = (Double, OutputState.Event, [OutputState.Action])

    private func moment(_ seconds: Double) -> MonotonicTime { MonotonicTime(nanoseconds: Int64(seconds * 1e9)) }

    /// Takes the steps, and returns the machine after them.
    @discardableResult
    private func run(_ steps: [Step], sourceLocation: SourceLocation = #_sourceLocation) -> OutputState {
        var machine = OutputState()
        for (index, (seconds, event, actions)) in steps.enumerated() {
            let taken = machine.event(event, at: moment(seconds))
            #expect(taken == actions, "step \(index)", sourceLocation: sourceLocation)
        }
        return machine
    }

    private let opening: Step = (
        0, .made, [.open(.audio, silently: true), .open(.video, silently: true)]
    )
    /// Both sinks are open.
    private var open: [Step] {
        [
            opening, (0, .opened(.video, isFallback: false), []),
            (0, .opened(.audio, isFallback: false), [.report, .start]),
        ]
    }

    @Test("Nothing starts before all sinks are open") func opensBoth() {
        #expect(run([opening]).isOpening)
        #expect(!run([opening]).canReopen)
        let machine = run(open)
        #expect(!machine.isOpening && machine.canReopen && !machine.isLost)
    }

    @Test("Without a device, there is output without one") func fallsBack() {
        run([
            opening, (1, .unavailable(.audio), [.openFallback(.audio)]), (1, .opened(.audio, isFallback: true), []),
            (1, .opened(.video, isFallback: false), [.report, .start]),
        ])
    }

    @Test("A missing device is looked for when a person asks, after five seconds") func looksForDevices() {
        run([
            opening, (0, .asked, []), (1, .opened(.audio, isFallback: true), []),
            (1, .opened(.video, isFallback: true), [.report, .start]),
            (6, .asked, []),
            (6.5, .asked, [.lookFor(.audio), .lookFor(.video)]),
            (6.5, .removed(.audio), [.open(.audio, silently: true)]),
            (7, .asked, []),
            (7, .opened(.audio, isFallback: false), [.report, .start]),
            (20, .asked, [.lookFor(.video)]),
        ])
    }

    @Test("A lost sound server is tried again after 1, 2, 4 … 60 seconds") func retries() {
        var steps: [Step] = open + [(10, .failed(.audio, isRefusal: false), [.retry(.audio, after: 1)])]
        for seconds in [2, 4, 8, 16, 32, 60, 60] as [Int64] {
            steps += [
                (100, .retryDue, [.open(.audio, silently: false)]),
                (100, .unavailable(.audio), [.retry(.audio, after: seconds)]),
            ]
        }
        let waiting = run(steps)
        #expect(waiting.isLost && waiting.isRetryScheduled && !waiting.isOpening && !waiting.canReopen)
        let back = run(
            steps + [
                (200, .retryDue, [.open(.audio, silently: false)]),
                (201, .opened(.audio, isFallback: false), [.report, .reportRestored, .start]),
                (202, .failed(.audio, isRefusal: false), [.retry(.audio, after: 1)]),
            ])
        #expect(back.isRetryScheduled)
    }

    @Test("A person does not wait for the next attempt, but for a second") func asksWhileLost() {
        run(
            open + [
                (10, .failed(.audio, isRefusal: false), [.retry(.audio, after: 1)]),
                (11, .retryDue, [.open(.audio, silently: false)]),
                (11, .unavailable(.audio), [.retry(.audio, after: 2)]),
                (12, .asked, []),
                (12.5, .asked, [.open(.audio, silently: false)]),
                (12.6, .asked, []),
                (13, .unavailable(.audio), [.retry(.audio, after: 1)]),
            ])
    }

    @Test("A server that refuses all data is asked more seldom from the second time on") func refusals() {
        let restored: [Step] = [
            (10, .retryDue, [.open(.audio, silently: false)]),
            (10, .opened(.audio, isFallback: false), [.report, .reportRestored, .start]),
        ]
        let first: [Step] = open + [(10, .failed(.audio, isRefusal: true), [.retry(.audio, after: 1)])] + restored
        run(first + [(15, .failed(.audio, isRefusal: true), [.retry(.audio, after: 8)])])
        run(first + [(21, .failed(.audio, isRefusal: true), [.retry(.audio, after: 1)])])
        run(first + [(15, .foundLost, [.retry(.audio, after: 1)])])
        run(open + [(5, .foundLost, [.open(.audio, silently: false)])])
    }

    @Test("A lost window leaves the sound") func videoFails() {
        let machine = run(open + [(5, .failed(.video, isRefusal: false), [.openFallback(.video)])])
        #expect(machine.isOpening && !machine.isLost)
    }

    @Test("A window that closes while sinks are being opened is opened afterwards") func windowCloses() {
        run(open + [(5, .windowClosed, [.reopen(.video)])])
        run([
            opening, (1, .windowClosed, []), (1, .windowClosed, []), (1, .opened(.video, isFallback: false), []),
            (1, .opened(.audio, isFallback: false), [.report, .reopen(.video)]),
            (1, .removed(.video), [.open(.video, silently: true)]),
            (1, .opened(.video, isFallback: false), [.report, .start]),
        ])
        run(
            open + [
                (5, .failed(.audio, isRefusal: false), [.retry(.audio, after: 1)]), (5, .windowClosed, []),
            ])
    }

    @Test("Behind an output that hangs, another one is opened, without silence for sound") func hangs() {
        let machine = run(
            open + [
                (5, .madeAfterHang, [.reportHang, .open(.audio, silently: false), .open(.video, silently: true)]),
                (5, .opened(.video, isFallback: false), []),
                (5, .unavailable(.audio), [.retry(.audio, after: 1)]),
            ])
        #expect(machine.isLost && !machine.isOpening)
        var forgotten = machine
        forgotten.forget()
        #expect(!forgotten.isLost && !forgotten.isRetryScheduled)
    }

    @Test("An item without a format is to blame the second time") func formless() {
        var machine = OutputState()
        let (one, two) = (Generation(rawValue: 1), Generation(rawValue: 2))
        let table: [(Generation, Double, Bool)] = [
            (one, 0, false), (one, 4, true), (one, 10, false), (two, 11, false), (two, 12, true), (one, 13, false),
        ]
        for (generation, seconds, isToBlame) in table {
            let result = machine.noteFormless(generation, at: moment(seconds))
            #expect(result == isToBlame, "at \(seconds) s")
        }
    }

    @Test("The loss of the sound server explains failures for two seconds") func explains() {
        let machine = run(open + [(5, .failed(.audio, isRefusal: false), [.retry(.audio, after: 1)])])
        #expect(machine.explainsFailure(at: moment(6.9)))
        #expect(!machine.explainsFailure(at: moment(7.1)))
        #expect(!run(open).explainsFailure(at: moment(0)))
    }
}
