/// The states of the video window: windowed, fullscreen, picture in picture, and the transitions between them.
///
/// It decides and returns actions. Every step has a deadline, so that a missing answer does not block it. The rules
/// are AVKit's (AVPictureInPictureController): a start is followed by exactly one of started and failed; every stop is
/// announced and then reported; a stop that is not a close asks the interface to restore itself before it is
/// announced.
public struct WindowMachine: Sendable {
    /// The state from which picture in picture started, and to which it returns.
    public enum Base: Hashable, Sendable { case windowed, fullscreen }

    /// The present step.
    enum Phase: Hashable, Sendable {
        case idle
        /// Placed; the report is awaited.
        case starting
        case active
        /// The interface was asked to restore itself.
        case restoring(serial: UInt32)
        /// Returning to the previous state, or leaving the screen.
        case stopping(WindowStopCause)
    }

    /// An action for the owner.
    public enum Action: Hashable, Sendable {
        /// Place the window and report with this number.
        case place(UInt64, WindowPlacement)
        case tell(WindowNotice)
        /// The window was closed: do to playback what the configuration says.
        case closePlayback
        /// The deadline of the present step; replaces the one before.
        case arm(MonotonicTime)
        case disarm
    }

    /// The time allowed for the window manager to fulfil one request, in all.
    static let placingTime = MediaTime(nanoseconds: 3_000_000_000)
    /// The time allowed for the interface to restore itself (contract).
    static let restoringTime = MediaTime(nanoseconds: 2_000_000_000)

    private(set) var phase = Phase.idle
    /// The state of the window apart from picture in picture.
    private(set) var base = Base.windowed
    /// Whether leaving fullscreen returns to picture in picture.
    private var cameFromPictureInPicture = false
    public private(set) var layout = PictureInPictureLayout.standard
    /// Whether picture in picture starts by itself; nil: as the settings say.
    public var startsAutomatically: Bool?
    /// The interface that is asked to restore itself; nil: the daemon restores its own window.
    private(set) var interface: String?
    private(set) var isHonoured = false
    private var ticket: UInt64 = 0
    private var serial: UInt32 = 0

    public init() {}

    /// Whether the window is picture in picture, or is leaving it.
    public var isActive: Bool {
        switch phase {
        case .idle, .starting: false
        case .active, .restoring, .stopping: true
        }
    }

    /// Whether picture in picture was requested and has not started yet.
    public var isStarting: Bool { phase == .starting }

    /// Where the window belongs now.
    public var placement: WindowPlacement {
        switch phase {
        case .starting, .active, .restoring: .pictureInPicture(layout)
        case .idle, .stopping: base == .fullscreen ? .fullscreen : .windowed
        }
    }

    // MARK: Picture in picture

    /// Starts picture in picture.
    ///
    /// - Parameter whyNot: why it is not possible; nil if it is.
    public mutating func start(whyNot: String?, now: MonotonicTime) -> [Action] {
        switch phase {
        case .starting, .active, .restoring, .stopping: return []
        case .idle: break
        }
        if let whyNot { return [.tell(.failedToStart(whyNot))] }
        cameFromPictureInPicture = false
        phase = .starting
        return [.tell(.willStart), place(), .arm(now + Self.placingTime)]
    }

    /// Ends picture in picture and returns the window to its previous place.
    public mutating func stop(now: MonotonicTime) -> [Action] {
        switch phase {
        case .idle, .stopping, .restoring: return []
        case .starting: return fail("it was stopped before it started", now: now)
        case .active:
            guard interface != nil else { return leave(.restore, now: now) }
            serial += 1
            phase = .restoring(serial: serial)
            return [.tell(.restoreUserInterface(serial: serial)), .arm(now + Self.restoringTime)]
        }
    }

    /// Ends picture in picture without asking the interface.
    public mutating func end(_ cause: WindowStopCause, now: MonotonicTime) -> [Action] {
        cameFromPictureInPicture = false
        switch phase {
        case .idle, .stopping: return []
        case .starting:
            let end = fail(Self.reason(cause), now: now)
            // Who closes it wants to see no more, also before it has appeared.
            return cause == .close ? end + [.closePlayback] : end
        case .active, .restoring: return leave(cause, now: now)
        }
    }

    /// The interface answered, or no longer can.
    public mutating func restored(_ answered: UInt32?, _ isBack: Bool, now: MonotonicTime) -> [Action] {
        guard case .restoring(let serial) = phase, answered == nil || answered == serial else { return [] }
        return leave(isBack ? .restore : .close, now: now)
    }

    /// Requests the present placement again.
    public mutating func placeAgain() -> [Action] { phase == .idle || phase == .active ? [place()] : [] }

    // MARK: Fullscreen

    public mutating func setFullscreen(_ isOn: Bool, now: MonotonicTime) -> [Action] {
        switch phase {
        case .idle:
            let wanted: Base = isOn ? .fullscreen : .windowed
            guard wanted != base else { return [] }
            base = wanted
            defer { cameFromPictureInPicture = false }
            guard cameFromPictureInPicture else { return [place()] }
            phase = .starting
            return [.tell(.willStart), place(), .arm(now + Self.placingTime)]
        case .stopping:
            base = isOn ? .fullscreen : .windowed
            cameFromPictureInPicture = false
            return [place(), .arm(now + Self.placingTime)]
        case .starting:
            guard isOn else { return [] }
            let actions = fail("fullscreen replaced it", now: now)
            base = .fullscreen
            return actions + [place()]
        case .active, .restoring:
            // Leaving fullscreen has no effect here; entering it replaces picture in picture.
            guard isOn else { return [] }
            base = .fullscreen
            cameFromPictureInPicture = true
            return leave(.replaced, now: now)
        }
    }

    /// The window opens and is to fill the screen: it does, unless it is picture in picture.
    public mutating func openFullscreen(now: MonotonicTime) -> [Action] {
        switch phase {
        case .idle, .stopping: setFullscreen(true, now: now)
        case .starting, .active, .restoring: []
        }
    }

    // MARK: Reports

    /// Takes in the result of a request. Results of older requests change nothing.
    public mutating func placed(_ number: UInt64, _ report: PlacementReport, now: MonotonicTime) -> [Action] {
        guard number == ticket else { return [] }
        isHonoured = report.isHonoured
        switch phase {
        case .idle, .active, .restoring: return []
        case .starting:
            if let reason = Self.refusal(report) { return fail(reason, now: now) }
            phase = .active
            return [.tell(.didStart), .disarm]
        case .stopping(let cause): return finish(cause)
        }
    }

    /// Adopts a layout that the user made by moving or resizing the window, for the next time.
    public mutating func adopt(_ layout: PictureInPictureLayout) { self.layout = layout }

    /// Sets the aspect ratio, corner or width; a shown picture in picture is placed again.
    public mutating func setLayout(_ layout: PictureInPictureLayout) -> [Action] {
        guard layout != self.layout else { return [] }
        self.layout = layout
        return phase == .active ? [place()] : []
    }

    /// The window manager or its user changed fullscreen.
    public mutating func noteFullscreen(_ isOn: Bool) {
        guard phase == .idle else { return }
        base = isOn ? .fullscreen : .windowed
        cameFromPictureInPicture = false
    }

    /// Registers the interface; nil: none.
    public mutating func register(_ interface: String?, now: MonotonicTime) -> [Action] {
        self.interface = interface
        guard interface == nil else { return [] }
        // It can no longer answer.
        return restored(nil, false, now: now)
    }

    /// The present step took too long.
    public mutating func deadlinePassed(now: MonotonicTime) -> [Action] {
        switch phase {
        case .idle, .active: return []
        case .starting: return fail("the window manager did not answer in time", now: now)
        case .restoring: return restored(nil, false, now: now)
        case .stopping(let cause):
            isHonoured = false
            return finish(cause)
        }
    }

    // MARK: Steps

    private mutating func place() -> Action {
        ticket += 1
        return .place(ticket, placement)
    }

    /// Returns to the previous state and reports the failure.
    private mutating func fail(_ reason: String, now: MonotonicTime) -> [Action] {
        phase = .idle
        return [place(), .tell(.failedToStart(reason)), .disarm]
    }

    private mutating func leave(_ cause: WindowStopCause, now: MonotonicTime) -> [Action] {
        phase = .stopping(cause)
        // A window that no longer exists cannot be placed.
        guard cause != .system else { return [.tell(.willStop(cause))] + finish(cause) }
        return [.tell(.willStop(cause)), place(), .arm(now + Self.placingTime)]
    }

    private mutating func finish(_ cause: WindowStopCause) -> [Action] {
        phase = .idle
        let end: [Action] = [.tell(.didStop(cause)), .disarm]
        return cause == .close || cause == .system ? end + [.closePlayback] : end
    }

    /// Why a placement is not picture in picture; another size or place is acceptable.
    private static func refusal(_ report: PlacementReport) -> String? {
        for shortfall in report.shortfalls {
            switch shortfall {
            case .notShown: return "the window is not on the screen"
            case .noWindowManager: return "there is no window manager that can keep a window above others"
            case .notAbove: return "the window manager did not put the window above others"
            case .notSticky: return "the window manager did not put the window on every workspace"
            case .connectionLost: return "the display is gone"
            case .superseded: return "another request replaced it"
            case .stillAbove, .stillSticky, .notFullscreen, .stillFullscreen, .elsewhere, .otherSize: continue
            }
        }
        return nil
    }

    private static func reason(_ cause: WindowStopCause) -> String {
        switch cause {
        case .restore: "it was stopped before it started"
        case .close: "it was closed before it started"
        case .replaced: "fullscreen replaced it"
        case .itemEnded: "the item ended"
        case .system: "the window is gone"
        }
    }
}
