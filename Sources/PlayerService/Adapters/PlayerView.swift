internal import DBusKit
internal import Glibc
internal import PlayerCore

/// The player as all adapters see it: the newest snapshot.
@BusActor
final class PlayerView {
    private(set) var snapshot: PlayerSnapshot

    init(_ snapshot: PlayerSnapshot) { self.snapshot = snapshot }

    /// Replaces the snapshot.
    func show(_ new: PlayerSnapshot) { snapshot = new }

    /// The present time.
    var now: MonotonicTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// The present position, computed from the anchor without a call to the engine.
    var position: MediaTime {
        guard snapshot.status != .stopped else { return .zero }
        return snapshot.position.position(at: now, duration: snapshot.current?.duration)
    }
}
