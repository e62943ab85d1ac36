internal import FoundationEssentials
internal import PlayerCore
internal import Synchronization

/// Tells a configured program, by lines of JSON, how one item is played.
final class CommandTracker: PlayerItemTracker {
    private struct State {
        var item: TrackedItem?
        /// Made with the first line and after each playing: every playing has one of its own.
        var session: String?
        /// The last line's: time does not go back from line to line, though what is told was seen at different moments.
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
        // Nothing in a line fails to encode: what JSON cannot say is null.
        guard let line, let bytes = try? line.encoded() else { return }
        process.send(bytes)
    }
}

extension TrackerUpdate {
    /// When it became so; nil for what has no moment of its own.
    var moment: MonotonicTime? {
        switch self {
        case .metadata: nil
        case .enabled(let properties), .properties(let properties), .disabled(let properties): properties.moment
        case .metric(let event): event.moment
        case .timed(let event): event.moment
        }
    }
}

/// Says what the clock on the wall showed at a moment.
struct WallClock: Sendable {
    var now: @Sendable () -> (wall: Date, monotonic: MonotonicTime)

    /// ISO 8601 in UTC, to the millisecond.
    func text(_ moment: MonotonicTime) -> String {
        let (wall, monotonic) = now()
        let date = wall.addingTimeInterval(-(monotonic - moment).seconds)
        return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
