/// The pointer over the window: where it is, what its left button holds, and which of its clicks are meant.
struct WindowPointer: Sendable {
    /// What follows the pointer while its left button is pressed.
    enum Grip: Hashable, Sendable {
        case line(Scrub)
        case volume
        case list
    }

    /// A pointer that has rested so long is hidden, and points at nothing.
    private static let restTime = MediaTime(nanoseconds: 3_000_000_000)
    /// Two clicks within this time are a double click.
    private static let clickTime = MediaTime(nanoseconds: 500_000_000)
    /// How far apart the two may be, in pixels.
    private static let clickDistance = 4

    private struct Click: Sendable {
        var x, y: Int
        var touch: Touch
        var at: MonotonicTime
    }

    /// nil: elsewhere.
    private var place: (x: Int, y: Int, since: MonotonicTime)?
    /// What the left button was pressed on.
    private var pressed: Touch?
    private var clicked: Click?
    var grip: Grip?
    /// Whether the last click was on a target: the second of two clicks does not mean the picture below.
    var wasOnTarget = false

    /// The drag along the line.
    var scrub: Scrub? {
        if case .line(let scrub)? = grip { scrub } else { nil }
    }

    mutating func moved(to x: Int, _ y: Int, now: MonotonicTime) { place = (x, y, now) }

    mutating func left() { place = nil }

    /// The window is gone, and a pressed button with it.
    mutating func windowClosed() { (place, pressed, grip) = (nil, nil, nil) }

    /// Where it is, if it has moved of late.
    func livelyPlace(now: MonotonicTime) -> (x: Int, y: Int)? {
        guard let place, place.since + Self.restTime > now else { return nil }
        return (place.x, place.y)
    }

    /// The left button was pressed. Returns whether that is meant.
    mutating func press(_ x: Int, _ y: Int, on touch: Touch, now: MonotonicTime) -> Bool {
        pressed = touch
        return !isSecondOfTwo(x, y, touch, now)
    }

    /// The left button was released. Returns whether the click is meant: what came or changed under a pressed button is not.
    mutating func release(_ x: Int, _ y: Int, on touch: Touch, now: MonotonicTime) -> Bool {
        let isMeant = (pressed == nil || pressed == touch) && !isSecondOfTwo(x, y, touch, now)
        pressed = nil
        clicked = Click(x: x, y: y, touch: touch, at: now)
        return isMeant
    }

    /// Whether a click is the second of two quick ones at one place, and the first has changed what is there: nobody has seen it.
    private func isSecondOfTwo(_ x: Int, _ y: Int, _ touch: Touch, _ now: MonotonicTime) -> Bool {
        guard let clicked, clicked.touch.target != nil, now < clicked.at + Self.clickTime else { return false }
        return abs(x - clicked.x) <= Self.clickDistance && abs(y - clicked.y) <= Self.clickDistance
            && touch != clicked.touch
    }
}
