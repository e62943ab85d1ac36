internal import PlayerCore

/// Converts presses and motions to clicks, double clicks and drags.
///
/// A press is reported immediately: controls respond to it before it is known whether it becomes a drag.
struct PointerGestures {
    private static let dragDistance = 4
    private static let doubleClickMilliseconds: UInt32 = 400

    private struct Press {
        let x: Int
        let y: Int
        let time: UInt32
        var isDrag = false
    }

    private var held: Press?
    private var lastClick: Press?

    mutating func press(button: Int, x: Int, y: Int, time: UInt32) -> [PointerEvent] {
        switch button {
        case 4: return [.scrolled(dx: 0, dy: -1)]
        case 5: return [.scrolled(dx: 0, dy: 1)]
        case 6: return [.scrolled(dx: -1, dy: 0)]
        case 7: return [.scrolled(dx: 1, dy: 0)]
        case 1: break
        default: return [.pressed(button: button, x: x, y: y)]
        }
        held = Press(x: x, y: y, time: time)
        var events: [PointerEvent] = [.pressed(button: 1, x: x, y: y)]
        // The server's clock wraps around after 49 days.
        if let last = lastClick, time &- last.time <= Self.doubleClickMilliseconds, !Self.isFar(last, x, y) {
            events.append(.doubleClicked(x: x, y: y))
            // A third press starts a new sequence.
            lastClick = nil
        } else {
            lastClick = held
        }
        return events
    }

    mutating func release(button: Int, x: Int, y: Int) -> [PointerEvent] {
        guard !(4...7).contains(button) else { return [] }
        guard button == 1 else { return [.released(button: button, x: x, y: y, wasDrag: false)] }
        let wasDrag = held?.isDrag ?? false
        held = nil
        return [.released(button: 1, x: x, y: y, wasDrag: wasDrag)]
    }

    mutating func motion(x: Int, y: Int) -> [PointerEvent] {
        guard var press = held else { return [.moved(x: x, y: y)] }
        if Self.isFar(press, x, y) { press.isDrag = true }
        guard press.isDrag else { return [] }
        held = press
        lastClick = nil
        return [.dragged(fromX: press.x, fromY: press.y, x: x, y: y)]
    }

    /// Forgets the press: the window manager has taken over the pointer, and no release will arrive.
    mutating func cancel() {
        held = nil
        lastClick = nil
    }

    private static func isFar(_ press: Press, _ x: Int, _ y: Int) -> Bool {
        abs(press.x - x) > dragDistance || abs(press.y - y) > dragDistance
    }
}
