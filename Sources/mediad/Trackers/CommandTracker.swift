internal import FoundationEssentials
internal import PlayerCore
internal import Synchronization

/// Sends the events of one item's playback to a configured program, as lines of JSON.
final class CommandTracker: PlayerItemTracker {
    private struct State {
        var item: TrackedItem?
        /// Made with the first line and after each playback: every playback has a session of its own.
        var session: String?
        /// The time of the last line. Times never go backwards, although updates may have been observed at different
        /// times.
        var moment: MonotonicTime?
    }

    private let state = Mutex(State())
    private let process: CommandProcess
    private let clock: WallClock

    init(process: CommandProcess, clock: WallClock) {
        self.process = process
        self.clock = clock
    }

    func receive(_ update: TrackerUpdate) {
        let line = state.withLock { state -> TrackerLine? in
            if case .metadata(let item) = update { state.item = item }
            guard let item = state.item else { return nil }
            let session = state.session ?? UUID().uuidString.lowercased()
            state.session = session
            if case .disabled = update { state.session = nil }
            let moment = update.moment ?? clock.now().monotonic
            let later = max(moment, state.moment ?? moment)
            state.moment = later
            return TrackerLine(update, of: item, session: session, time: clock.text(later))
        }
        // Encoding a line cannot fail: values that JSON cannot express are null.
        guard let line, let bytes = try? line.encoded() else { return }
        process.send(bytes)
    }
}

extension TrackerUpdate {
    /// The time of the update; nil if the update has none.
    var moment: MonotonicTime? {
        switch self {
        case .metadata: nil
        case .enabled(let properties), .properties(let properties), .disabled(let properties): properties.moment
        case .metric(let event): event.moment
        case .timed(let event): event.moment
        }
    }
}

/// Converts monotonic times to wall-clock times.
struct WallClock: Sendable {
    var now: @Sendable () -> (wall: Date, monotonic: MonotonicTime)

    /// ISO 8601 in UTC, to the millisecond.
    func text(_ moment: MonotonicTime) -> String {
        let (wall, monotonic) = now()
        let date = wall.addingTimeInterval(-(monotonic - moment).seconds)
        return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
