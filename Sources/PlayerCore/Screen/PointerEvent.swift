/// A pointer event in the window; coordinates are pixels from the window's top left corner.
public enum PointerEvent: Sendable, Hashable {
    case entered(x: Int, y: Int)
    case left
    case moved(x: Int, y: Int)
    /// - Parameter button: 1 left, 2 middle, 3 right, 8 back, 9 forward.
    case pressed(button: Int, x: Int, y: Int)
    /// - Parameter wasDrag: whether it moved too far since the press to count as a click.
    case released(button: Int, x: Int, y: Int, wasDrag: Bool)
    /// The second press of the left button shortly after the first, at the same place; follows its
    /// ``pressed(button:x:y:)``.
    case doubleClicked(x: Int, y: Int)
    /// The left button is held and the pointer has left the place of the press.
    case dragged(fromX: Int, fromY: Int, x: Int, y: Int)
    /// Steps of the wheel; right and down are positive.
    case scrolled(dx: Int, dy: Int)
}
