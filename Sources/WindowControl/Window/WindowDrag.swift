internal import PlayerCore

/// What the user does with the window by dragging the pointer.
public enum WindowDrag: Sendable, Hashable {
    case move
    /// By the nearest corner.
    case resize

    /// The direction in `_NET_WM_MOVERESIZE` for a pointer at this position in the window.
    func direction(x: Int, y: Int, in window: WindowRect) -> UInt32 {
        guard self == .resize else { return 8 }
        return switch (2 * x < window.width, 2 * y < window.height) {
        case (true, true): 0
        case (false, true): 2
        case (false, false): 4
        case (true, false): 6
        }
    }
}
