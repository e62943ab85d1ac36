/// Where sound or pictures go, as `audio.sink` and `video.sink` say it.
enum SinkSetting: Hashable, Sendable {
    /// The first of the engine's ladder that works here.
    case auto
    /// Nowhere, in real time.
    case none
    /// A GStreamer element (`pulsesink`) or a bin description (`audioconvert ! filesink location=/tmp/room`).
    case description(String)

    /// - Parameter text: the setting's text; nil when there is nothing in it.
    init?(_ text: String) {
        guard text.contains(where: { !$0.isWhitespace }) else { return nil }
        switch text {
        case "auto": self = .auto
        case "none": self = .none
        default: self = .description(text)
        }
    }

    /// As written in the file.
    var text: String {
        switch self {
        case .auto: "auto"
        case .none: "none"
        case .description(let description): description
        }
    }
}
