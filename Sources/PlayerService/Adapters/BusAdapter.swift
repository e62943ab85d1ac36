internal import DBusKit
internal import PlayerCore

/// A D-Bus interface of an object, with the state that it needs to answer calls.
///
/// ``PlayerBus`` exports each adapter, announces changes of its properties and emits its signals. An adapter makes no
/// decisions about playback: it converts calls to commands and snapshots to values.
@BusActor
protocol BusAdapter: AnyObject {
    /// The path of the object that has the interface.
    var path: String { get }
    /// Read once, when the adapter is exported. Its closures may retain the adapter, so the adapter does not retain the
    /// interface.
    var interface: BusInterface { get }

    /// Treats the present state as announced, before the adapter is exported.
    func begin(with snapshot: PlayerSnapshot) throws(DBusError)
    /// Whether the present values must be announced before `new` replaces them.
    func catchesUp(before new: PlayerSnapshot) -> Bool
    /// Updates the adapter for a new snapshot, which properties already return.
    func follow(_ change: SnapshotChange) -> AdapterAnnouncement
    /// The signals of this interface for a notice; empty if the notice concerns another interface.
    func signals(for notice: PlayerNotice) -> [AdapterSignal]
}

extension BusAdapter {
    var path: String { BusObject.player }
    func begin(with snapshot: PlayerSnapshot) throws(DBusError) {}
    func catchesUp(before new: PlayerSnapshot) -> Bool { false }
    func follow(_ change: SnapshotChange) -> AdapterAnnouncement { AdapterAnnouncement() }
    func signals(for notice: PlayerNotice) -> [AdapterSignal] { [] }
}

/// A changing set of adapters, such as one for each export.
@BusActor
protocol BusAdapterFamily: AnyObject {
    /// - Returns: the adapters to export from now on, and the paths of those to unexport.
    func follow(_ snapshot: PlayerSnapshot) -> (shown: [any BusAdapter], hidden: [String])
}

/// The change from one snapshot to the next.
struct SnapshotChange {
    let old: PlayerSnapshot
    let new: PlayerSnapshot
    let notices: [PlayerNotice]
}

/// What an adapter announces in addition to changed properties, and what it postpones.
struct AdapterAnnouncement {
    /// Properties that are announced even if they have not changed.
    var forced: Set<String> = []
    /// Properties that are announced without their values.
    var invalidated: [String] = []
    /// Properties that are announced later.
    var held: Set<String> = []
    /// Properties that are announced later, unless another property is announced now.
    var followers: Set<String> = []
    /// Signals that are emitted after the properties of all adapters have been announced.
    var signals: [AdapterSignal] = []
}

/// A signal of an adapter's interface.
struct AdapterSignal {
    let member: String
    let arguments: [DBusValue]

    init(_ member: String, _ arguments: DBusValue...) {
        self.member = member
        self.arguments = arguments
    }
}

/// The paths of the objects.
enum BusObject {
    static let mpris = "/org/mpris/MediaPlayer2"
    static let player = "/org/mediad/Player1"
}
