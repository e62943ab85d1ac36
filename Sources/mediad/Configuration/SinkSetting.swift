/// Where sound or video goes: the value of `audio.sink` or `video.sink`.
enum SinkSetting: Hashable, Sendable {
    /// The first sink of the engine's fallbacks that works on this system.
    case auto
    /// No output, in real time.
    case none
    /// A GStreamer element (`pulsesink`) or a bin description (`audioconvert ! filesink location=/tmp/room`).
    case description(String)

    /// - Parameter text: the value of the key; nil is returned if it is blank.
    init?(_ text: String) {
        guard text.contains(where: { !$0.isWhitespace }) else { return nil }
        switch text {
        case "auto": self = .auto
        case "none": self = .none
        default: self = .description(text)
        }
    }

    /// The value as written in the file.
    var text: String {
        switch self {
        case .auto: "auto"
        case .none: "none"
        case .description(let description): description
        }
    }
}
