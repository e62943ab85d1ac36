/// Why there is no window, or no way to place it.
public enum WindowFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// `DISPLAY` is not set.
    case noDisplay
    /// The X server is not there or does not let us in.
    case refused(display: String)
    /// The text in `DISPLAY` names no display or screen.
    case badDisplayName(String)
    /// The window could not be made.
    case noWindow(String)
    /// The compositor's socket: what failed.
    case compositor(String)

    public var description: String {
        switch self {
        case .noDisplay: "DISPLAY is not set"
        case .refused(let display): "the X display \(display) does not exist or refuses the connection"
        case .badDisplayName(let name): "\"\(name)\" names no X display"
        case .noWindow(let why): "the X server made no window: \(why)"
        case .compositor(let why): "the compositor's socket: \(why)"
        }
    }
}
