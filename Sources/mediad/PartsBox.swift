internal import Synchronization

/// The parts, for handlers that are made before they are.
final class PartsBox: Sendable {
    private let box = Mutex<DaemonParts?>(nil)
    var parts: DaemonParts? {
        get { box.withLock { $0 } }
        set { box.withLock { $0 = newValue } }
    }
}
