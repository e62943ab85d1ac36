/// The reason why there is no window, or why it cannot be placed.
public enum WindowFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// `DISPLAY` is not set.
    case noDisplay
    /// The X server does not respond or refuses the connection.
    case refused(display: String)
    /// The value of `DISPLAY` names no display or screen.
    case badDisplayName(String)
    /// The window could not be created.
    case noWindow(String)
    /// A failure of the compositor's socket.
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
