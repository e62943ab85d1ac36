internal import DBusKit
internal import PlayerCore

/// A D-Bus interface of an object, with the state that it needs to answer calls.
///
/// ``PlayerBus`` exports each face, announces changes of its properties and emits its signals. A face makes no
/// decisions about playback: it converts calls to commands and snapshots to values.
@BusActor
protocol BusFace: AnyObject {
    /// The path of the object that has the interface.
    var path: String { get }
    /// Read once, when the face is exported. Its closures may retain the face, so the face does not retain the
    /// interface.
    var interface: BusInterface { get }

    /// Treats the present state as announced, before the face is exported.
    func begin(with snapshot: PlayerSnapshot) throws(DBusError)
    /// Whether the present values must be announced before `new` replaces them.
    func catchesUp(before new: PlayerSnapshot) -> Bool
    /// Updates the face for a new snapshot, which properties already return.
    func follow(_ change: SnapshotChange) -> FaceAnnouncement
    /// The signals of this interface for a notice; empty if the notice concerns another interface.
    func signals(for notice: PlayerNotice) -> [FaceSignal]
}

extension BusFace {
    var path: String { BusObject.player }
    func begin(with snapshot: PlayerSnapshot) throws(DBusError) {}
    func catchesUp(before new: PlayerSnapshot) -> Bool { false }
    func follow(_ change: SnapshotChange) -> FaceAnnouncement { FaceAnnouncement() }
    func signals(for notice: PlayerNotice) -> [FaceSignal] { [] }
}

/// A changing set of faces, such as one for each export.
@BusActor
protocol BusFaceFamily: AnyObject {
    /// - Returns: the faces to export from now on, and the paths of those to unexport.
    func follow(_ snapshot: PlayerSnapshot) -> (shown: [any BusFace], hidden: [String])
}

/// The change from one snapshot to the next.
struct SnapshotChange {
    let old: PlayerSnapshot
    let new: PlayerSnapshot
    let notices: [PlayerNotice]
}

/// What a face announces in addition to changed properties, and what it postpones.
struct FaceAnnouncement {
    /// Properties that are announced even if they have not changed.
    var forced: Set<String> = []
    /// Properties that are announced without their values.
    var invalidated: [String] = []
    /// Properties that are announced later.
    var held: Set<String> = []
    /// Properties that are announced later, unless another property is announced now.
    var followers: Set<String> = []
    /// Signals that are emitted after the properties of all faces have been announced.
    var signals: [FaceSignal] = []
}

/// A signal of a face's interface.
struct FaceSignal {
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
