internal import DBusKit
internal import GLibLoop
internal import Logging
internal import PlayerCore
internal import PlayerService

/// Sends the core's snapshots from the media loop to the bus loop, the trackers, the service manager's status line
/// and the log.
final class SnapshotPublisher: Sendable {
    private let bus: BusParts
    /// The inhibition that the last snapshot wanted.
    @MediaActor private var wanted: Inhibition = []
    private let notifier: SystemdNotifier
    private let trackers: TrackerHost
    private let logger: Logger
    @MediaActor private var status = "Idle"
    /// What was last said of a mount: it is the same for all of the items there.
    @MediaActor private var lastOfMount: String?

    init(bus: BusParts, trackers: TrackerHost, notifier: SystemdNotifier, logger: Logger) {
        self.bus = bus
        self.trackers = trackers
        self.notifier = notifier
        self.logger = logger
    }

    @MediaActor
    func publish(_ snapshot: PlayerSnapshot, _ notices: [PlayerNotice]) {
        for notice in notices {
            guard case .itemFailed(_, let fault) = notice else { continue }
            let sentence = fault.sentence
            if fault.fault.isOfMount, sentence == lastOfMount { continue }
            lastOfMount = fault.fault.isOfMount ? sentence : nil
            logger.warning("\(sentence) (\(fault.fault.code.rawValue))")
            if let debug = fault.fault.debug { logger.debug("\(debug)") }
        }
        let changed = wanted.following(snapshot)
        let hasChanged = changed != wanted
        wanted = changed
        BusActor.post { [bus] in
            bus.bus.publish(snapshot, notices: notices)
            bus.prompts.follow(snapshot, notices: notices)
            if hasChanged { bus.inhibitor.want(changed) }
            if snapshot.status == .playing { bus.plays() }
        }
        trackers.take(snapshot, notices)
        guard notifier.isActive else { return }
        let new = Self.describe(snapshot)
        guard new != status else { return }
        status = new
        notifier.status(new)
    }

    /// A line that describes what is playing.
    static func describe(_ snapshot: PlayerSnapshot) -> String {
        guard let current = snapshot.current, snapshot.status != .stopped else { return "Idle" }
        let artist = current.metadata.artists.first.map { "\($0) – " } ?? ""
        return "\(snapshot.status.rawValue): \(artist)\(current.metadata.title)"
    }
}
