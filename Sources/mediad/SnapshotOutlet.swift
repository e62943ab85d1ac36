internal import DBusKit
internal import Gst
internal import PlayerCore
internal import PlayerService

/// Where the core's snapshots leave the media loop: to the bus loop and to the service manager's status line.
final class SnapshotOutlet: Sendable {
    @BusActor weak var bus: PlayerBus?
    private let notifier: SystemdNotifier
    @MediaActor private var status = "Idle"

    init(notifier: SystemdNotifier) { self.notifier = notifier }

    @MediaActor
    func publish(_ snapshot: PlayerSnapshot, _ notices: [PlayerNotice]) {
        BusActor.post { [self] in bus?.publish(snapshot, notices: notices) }
        guard notifier.isActive else { return }
        let new = Self.describe(snapshot)
        guard new != status else { return }
        status = new
        notifier.status(new)
    }

    private static func describe(_ snapshot: PlayerSnapshot) -> String {
        guard let current = snapshot.current, snapshot.status != .stopped else { return "Idle" }
        let artist = current.metadata.artists.first.map { "\($0) – " } ?? ""
        return "\(snapshot.status.rawValue): \(artist)\(current.metadata.title)"
    }
}
