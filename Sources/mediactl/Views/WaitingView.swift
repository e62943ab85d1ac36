import DBusKit
import MediaProbe
import PlayerCore

/// What playback waits for although it is not paused: `Queue1.Waiting` for people and programs.
struct WaitingView {
    private let cause: String
    private let time: MediaTime

    /// Nil while nothing is waited for.
    ///
    /// - Parameter now: in microseconds since 1970.
    init?(_ properties: [String: DBusValue], now: Int64) {
        guard let cause = properties["for"]?.asString, let since = properties["since"]?.asInt64 else { return nil }
        self.cause = cause
        // The wall clock may have been set meanwhile.
        time = MediaTime(microseconds: max(0, now.subtractingReportingOverflow(since).partialValue))
    }

    /// `for the server (12 s so far)`.
    var text: String {
        let name = cause == "sound" ? "the sound server" : "the \(cause)"
        let seconds = Int(time.seconds)
        return "for \(name) (\(seconds < 60 ? "\(seconds) s" : DurationText(time).description) so far)"
    }

    /// What is waited for, and for how long.
    var json: JSONValue { .object(["for": .string(cause), "time": JSONValue(time)]) }
}
