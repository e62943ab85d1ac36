/// The life of the video window: windowed, fullscreen, picture in picture, and the ways between them.
///
/// It decides and returns actions; every step has a deadline, so that nobody who is asked and does not answer holds it up.
/// The rules are AVKit's (AVPictureInPictureController): a start is followed by exactly one of started and failed, every
/// stop is announced and then told; a stop that is no close asks the interface to come back before it is announced.
public struct WindowMachine: Sendable {
    /// Where picture in picture came from, and goes back to.
    public enum Base: Hashable, Sendable { case windowed, fullscreen }

    /// Whom a start waits for, and so on.
    enum Phase: Hashable, Sendable {
        case idle
        /// Placed; whether it was honoured is to be told.
        case starting
        case active
        /// The interface was asked to come back.
        case restoring(serial: UInt32)
        /// On the way back or off the screen.
        case stopping(WindowStopCause)
    }

    /// What the owner shall do.
    public enum Action: Hashable, Sendable {
        /// Place the window and report with this number.
        case place(UInt64, WindowPlacement)
        case tell(WindowNotice)
        /// Somebody closed it: what the configuration says happens to playback.
        case closePlayback
        /// The deadline of the step that was begun now; replaces the one before.
        case arm(MonotonicTime)
        case disarm
    }

    /// So long has the window manager for one request, in all.
    static let placingTime = MediaTime(nanoseconds: 3_000_000_000)
    /// So long has the interface to come back (contract).
    static let restoringTime = MediaTime(nanoseconds: 2_000_000_000)

    private(set) var phase = Phase.idle
    /// What the window is when it is not picture in picture.
    private(set) var base = Base.windowed
    /// Whether leaving fullscreen leads back there.
    private var cameFromPictureInPicture = false
    public private(set) var layout = PictureInPictureLayout.standard
    public var startsAutomatically = false
    /// Who is asked to come back; nil: the daemon restores its own window.
    private(set) var interface: String?
    private(set) var isHonoured = false
    private var ticket: UInt64 = 0
    private var serial: UInt32 = 0

    public init() {}

    /// Whether the window is, or is about to be, a picture in picture.
    public var isActive: Bool {
        switch phase {
        case .idle, .starting: false
        case .active, .restoring, .stopping: true
        }
    }

    /// Whether it was asked to start and has not yet.
    public var isStarting: Bool { phase == .starting }

    /// Where the window belongs now.
    public var placement: WindowPlacement {
        switch phase {
        case .starting, .active, .restoring: .pictureInPicture(layout)
        case .idle, .stopping: base == .fullscreen ? .fullscreen : .windowed
        }
    }

    // MARK: Picture in picture

    /// Somebody, or something, wants it to start.
    ///
    /// - Parameter whyNot: why it is not possible; nil: it is.
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

    /// Somebody wants it to end and to be where it was.
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

    /// Ends without asking anybody.
    public mutating func end(_ cause: WindowStopCause, now: MonotonicTime) -> [Action] {
        cameFromPictureInPicture = false
        switch phase {
        case .idle, .stopping: return []
        case .starting: return fail(Self.reason(cause), now: now)
        case .active, .restoring: return leave(cause, now: now)
        }
    }

    /// The interface answered, or cannot any more.
    public mutating func restored(_ answered: UInt32?, _ isBack: Bool, now: MonotonicTime) -> [Action] {
        guard case .restoring(let serial) = phase, answered == nil || answered == serial else { return [] }
        return leave(isBack ? .restore : .close, now: now)
    }

    /// What holds now, asked once more.
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
            // Leaving fullscreen is nothing where there is none; entering it takes the picture's place.
            guard isOn else { return [] }
            base = .fullscreen
            cameFromPictureInPicture = true
            return leave(.replaced, now: now)
        }
    }

    // MARK: What others did

    /// What became of a request. Answers to older ones change nothing.
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

    /// The user moved or resized it: that is remembered for the next time.
    public mutating func adopt(_ layout: PictureInPictureLayout) { self.layout = layout }

    /// Another aspect, corner or width while it is shown places it anew.
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

    /// Nil: nobody.
    public mutating func register(_ interface: String?, now: MonotonicTime) -> [Action] {
        self.interface = interface
        guard interface == nil else { return [] }
        // It cannot answer any more.
        return restored(nil, false, now: now)
    }

    /// The step that was begun last took too long.
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

    /// Back to what it was, and told so.
    private mutating func fail(_ reason: String, now: MonotonicTime) -> [Action] {
        phase = .idle
        return [place(), .tell(.failedToStart(reason)), .disarm]
    }

    private mutating func leave(_ cause: WindowStopCause, now: MonotonicTime) -> [Action] {
        phase = .stopping(cause)
        // A window that is gone cannot be placed.
        guard cause != .system else { return [.tell(.willStop(cause))] + finish(cause) }
        return [.tell(.willStop(cause)), place(), .arm(now + Self.placingTime)]
    }

    private mutating func finish(_ cause: WindowStopCause) -> [Action] {
        phase = .idle
        let end: [Action] = [.tell(.didStop(cause)), .disarm]
        return cause == .close || cause == .system ? end + [.closePlayback] : end
    }

    /// Why a placement is no picture in picture; another size or place is one all the same.
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
