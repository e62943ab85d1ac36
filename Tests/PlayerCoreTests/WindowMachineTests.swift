import PlayerCore
import Testing

/// The life of picture in picture as a table: every step, and every way in which it can fail.
@Suite struct WindowMachineTests {
    enum Act: Sendable {
        case start, stop, close, itemEnded, destroyed
        case refuse(String)
        case register, vanish
        case back(Bool)
        case wrongSerial
        case fullscreen(Bool)
        case honoured
        case shortfall(PlacementShortfall)
        case late
    }

    struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var acts: [Act]
        var told: [String]
        var end: String

        init(_ name: String, _ acts: [Act], _ told: [String], _ end: String) {
            (testDescription, self.acts, self.told, self.end) = (name, acts, told, end)
        }
    }

    private static let rows: [Row] = [
        Row("a start is told when it is done", [.start, .honoured], ["will-start", "did-start"], "pip"),
        Row("what is not possible fails at once", [.refuse("no video")], ["failed: no video"], "windowed"),
        Row(
            "not above is no picture in picture", [.start, .shortfall(.notAbove)], ["will-start", "failed"], "windowed"),
        Row("nor not sticky", [.start, .shortfall(.notSticky)], ["will-start", "failed"], "windowed"),
        Row("elsewhere is one", [.start, .shortfall(.elsewhere)], ["will-start", "did-start"], "pip"),
        Row("no answer is a failure", [.start, .late], ["will-start", "failed"], "windowed"),
        Row("a window that goes while it starts", [.start, .destroyed], ["will-start", "failed"], "windowed"),
        Row("stopped before it has begun", [.start, .stop], ["will-start", "failed"], "windowed"),
        Row("closed before it has begun", [.start, .close], ["will-start", "failed", "close"], "windowed"),
        Row("an item that ends before it has begun", [.start, .itemEnded], ["will-start", "failed"], "windowed"),
        Row("starting twice is starting", [.start, .start, .honoured, .start], ["will-start", "did-start"], "pip"),
        Row(
            "nobody registered: the window comes back", [.start, .honoured, .stop, .honoured],
            ["will-start", "did-start", "will-stop restore", "did-stop restore"], "windowed"),
        Row(
            "the interface is asked first, and is back", [.register, .start, .honoured, .stop, .back(true), .honoured],
            ["will-start", "did-start", "restore 1", "will-stop restore", "did-stop restore"], "windowed"),
        Row(
            "it does not come back: that is a close", [.register, .start, .honoured, .stop, .back(false), .honoured],
            ["will-start", "did-start", "restore 1", "will-stop close", "did-stop close", "close"], "windowed"),
        Row(
            "it does not answer", [.register, .start, .honoured, .stop, .late, .honoured],
            ["will-start", "did-start", "restore 1", "will-stop close", "did-stop close", "close"], "windowed"),
        Row(
            "it leaves the bus", [.register, .start, .honoured, .stop, .vanish, .honoured],
            ["will-start", "did-start", "restore 1", "will-stop close", "did-stop close", "close"], "windowed"),
        Row(
            "an answer to something else", [.register, .start, .honoured, .stop, .wrongSerial],
            ["will-start", "did-start", "restore 1"], "pip"),
        Row(
            "asked again the next time",
            [
                .register, .start, .honoured, .stop, .back(true), .honoured, .start, .honoured, .stop, .back(true),
            ],
            [
                "will-start", "did-start", "restore 1", "will-stop restore", "did-stop restore", "will-start",
                "did-start", "restore 2", "will-stop restore",
            ], "stopping"),
        Row(
            "a close asks nobody", [.register, .start, .honoured, .close, .honoured],
            ["will-start", "did-start", "will-stop close", "did-stop close", "close"], "windowed"),
        Row(
            "a close while it is asked", [.register, .start, .honoured, .stop, .close, .honoured],
            ["will-start", "did-start", "restore 1", "will-stop close", "did-stop close", "close"], "windowed"),
        Row(
            "the end of the queue", [.start, .honoured, .itemEnded, .honoured],
            ["will-start", "did-start", "will-stop item-ended", "did-stop item-ended"], "windowed"),
        Row(
            "the window is gone", [.start, .honoured, .destroyed],
            ["will-start", "did-start", "will-stop system", "did-stop system", "close"], "windowed"),
        Row(
            "the window manager does not answer the stop", [.start, .honoured, .stop, .late],
            ["will-start", "did-start", "will-stop restore", "did-stop restore"], "windowed"),
        Row("fullscreen and back", [.fullscreen(true), .honoured, .fullscreen(false), .honoured], [], "windowed"),
        Row(
            "from fullscreen and back to it", [.fullscreen(true), .honoured, .start, .honoured, .stop, .honoured],
            ["will-start", "did-start", "will-stop restore", "did-stop restore"], "fullscreen"),
        Row(
            "fullscreen replaces it", [.start, .honoured, .fullscreen(true), .honoured],
            ["will-start", "did-start", "will-stop replaced", "did-stop replaced"], "fullscreen"),
        Row(
            "fullscreen from picture in picture leads back to it",
            [.start, .honoured, .fullscreen(true), .honoured, .fullscreen(false), .honoured],
            ["will-start", "did-start", "will-stop replaced", "did-stop replaced", "will-start", "did-start"], "pip"),
        Row(
            "once",
            [
                .start, .honoured, .fullscreen(true), .honoured, .fullscreen(false), .honoured, .stop, .honoured,
                .fullscreen(true), .honoured, .fullscreen(false), .honoured,
            ],
            [
                "will-start", "did-start", "will-stop replaced", "did-stop replaced", "will-start", "did-start",
                "will-stop restore", "did-stop restore",
            ], "windowed"),
        Row(
            "fullscreen while it starts", [.start, .fullscreen(true), .honoured], ["will-start", "failed"],
            "fullscreen"),
        Row(
            "leaving fullscreen where there is none", [.start, .honoured, .fullscreen(false)],
            ["will-start", "did-start"], "pip"),
        Row(
            "a failed start from fullscreen is fullscreen", [.fullscreen(true), .honoured, .start, .late],
            ["will-start", "failed"], "fullscreen"),
        Row("stopping nothing", [.stop, .close, .itemEnded, .destroyed, .back(true), .late], [], "windowed"),
    ]

    @Test(arguments: rows) func theRuleHolds(_ row: Row) {
        var run = WindowRun()
        for act in row.acts { run.perform(act) }
        #expect(
            run.told.map { $0.hasPrefix("failed") && !row.told.contains($0) ? "failed" : $0 } == row.told)
        #expect(run.end == row.end)
    }

    @Test func whateverHappensEveryStartAndStopIsEnded() {
        for seed in 0..<2_000 {
            var generator = SplitMix64(seed: UInt64(seed))
            var run = WindowRun()
            for _ in 0..<12 {
                run.perform(Self.acts.randomElement(using: &generator) ?? .start)
                if let violation = run.violation {
                    Issue.record("seed \(seed): \(violation) in \(run.told)")
                    return
                }
            }
            // Every step has a deadline: in the end nothing waits.
            for _ in 0..<4 where run.isArmed { run.perform(.late) }
            #expect(run.end == "windowed" || run.end == "fullscreen" || run.end == "pip", "seed \(seed): \(run.told)")
        }
    }

    private static let acts: [Act] = [
        .start, .start, .stop, .close, .itemEnded, .destroyed, .refuse("no"), .register, .vanish, .back(true),
        .back(false), .wrongSerial, .fullscreen(true), .fullscreen(false), .honoured, .honoured, .honoured,
        .shortfall(.notAbove), .shortfall(.elsewhere), .late,
    ]
}

/// A machine, and what its owner was told.
private struct WindowRun {
    private var machine = WindowMachine()
    private(set) var told: [String] = []
    private(set) var placements: [WindowPlacement] = []
    private(set) var isArmed = false
    private(set) var violation: String?
    private var number: UInt64 = 0
    private var now = MonotonicTime.seconds(10)
    private var isStarting = false
    private var stopping: String?
    private var serial: UInt32 = 0

    var end: String {
        if stopping != nil { return "stopping" }
        if machine.isStarting { return "starting" }
        if machine.isActive { return "pip" }
        return machine.placement == .fullscreen ? "fullscreen" : "windowed"
    }

    mutating func perform(_ act: WindowMachineTests.Act) {
        now = now + .seconds(1)
        let report: (Set<PlacementShortfall>) -> PlacementReport = { [machine] in
            PlacementReport(machine.placement, $0, nil)
        }
        switch act {
        case .start: take(machine.start(whyNot: nil, now: now))
        case .refuse(let why): take(machine.start(whyNot: why, now: now))
        case .stop: take(machine.stop(now: now))
        case .close: take(machine.end(.close, now: now))
        case .itemEnded: take(machine.end(.itemEnded, now: now))
        case .destroyed: take(machine.end(.system, now: now))
        case .register: take(machine.register("somebody", now: now))
        case .vanish: take(machine.register(nil, now: now))
        case .back(let isBack): take(machine.restored(serial, isBack, now: now))
        case .wrongSerial: take(machine.restored(serial + 7, true, now: now))
        case .fullscreen(let isOn): take(machine.setFullscreen(isOn, now: now))
        case .honoured: take(machine.placed(number, report([]), now: now))
        case .shortfall(let shortfall): take(machine.placed(number, report([shortfall]), now: now))
        case .late: if isArmed { take(machine.deadlinePassed(now: now)) }
        }
        if stopping == nil, !isStarting, isArmed, !machine.isActive { violation = "armed for nothing" }
    }

    private mutating func take(_ actions: [WindowMachine.Action]) {
        for action in actions {
            switch action {
            case .place(let number, let placement):
                if number <= self.number { violation = "number \(number) was used before" }
                self.number = number
                placements.append(placement)
            case .tell(let notice): note(notice)
            case .closePlayback: told.append("close")
            case .arm: isArmed = true
            case .disarm: isArmed = false
            }
        }
    }

    private mutating func note(_ notice: WindowNotice) {
        switch notice {
        case .willStart:
            if isStarting || stopping != nil { violation = "a start within another step" }
            isStarting = true
            told.append("will-start")
        case .didStart:
            if !isStarting { violation = "started without a start" }
            isStarting = false
            told.append("did-start")
        case .failedToStart(let why):
            isStarting = false
            told.append("failed: \(why)")
            if machine.isActive { violation = "active though it failed" }
        case .restoreUserInterface(let serial):
            self.serial = serial
            told.append("restore \(serial)")
        case .willStop(let cause):
            if stopping != nil || isStarting { violation = "a stop within another step" }
            stopping = cause.rawValue
            told.append("will-stop \(cause.rawValue)")
        case .didStop(let cause):
            if stopping != cause.rawValue { violation = "stopped for another cause" }
            stopping = nil
            told.append("did-stop \(cause.rawValue)")
        }
    }
}
