internal import CXCB
internal import GLibLoop

/// Hides the pointer over the window while it rests: otherwise a film in full screen has an arrow in it.
@WindowActor
final class X11Pointer {
    /// How long it rests before it is hidden, in microseconds: a little longer than the controls stay under it.
    private static let patience: Int64 = 3_000_000

    private let connection: X11Connection
    private let window: xcb_window_t
    /// A cursor without pixels; made when it is first needed.
    private var blank: xcb_cursor_t?
    private var isHidden = false
    /// When it is hidden if it does not move meanwhile, in microseconds of the monotonic clock.
    private var hidesAt: Int64?
    /// Runs while the pointer is over the window and not hidden.
    private var timer: LoopSource?

    init(_ connection: X11Connection, _ window: xcb_window_t) {
        self.connection = connection
        self.window = window
    }

    /// It moved, or a button was pressed or released.
    func moved() {
        if isHidden { set(hidden: false) }
        let moment = MonotonicClock.microseconds + Self.patience
        hidesAt = moment
        // One timer for a whole movement.
        if timer == nil { arm(at: moment) }
    }

    /// It is over another window now.
    func left() {
        (timer, hidesAt) = (nil, nil)
        if isHidden { set(hidden: false) }
    }

    private func arm(at moment: Int64) {
        timer = LoopSource.timer(on: WindowActor.loop, at: moment) { [weak self] in
            WindowActor.assumeIsolated { self?.fired() }
        }
    }

    private func fired() {
        timer = nil
        guard let hidesAt else { return }
        if hidesAt > MonotonicClock.microseconds { arm(at: hidesAt) } else { set(hidden: true) }
    }

    private func set(hidden: Bool) {
        isHidden = hidden
        if hidden, blank == nil { blank = connection.makeBlankCursor(of: window) }
        connection.setCursor(hidden ? blank : nil, of: window)
    }
}
