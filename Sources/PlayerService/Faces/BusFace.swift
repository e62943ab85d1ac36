internal import DBusKit
internal import PlayerCore

/// One D-Bus interface on one object, with the state that it needs to answer.
///
/// ``PlayerBus`` shows each face, announces what changed in its properties and emits its signals. A face decides
/// nothing about playback: it turns calls into commands and snapshots into values.
@BusActor
protocol BusFace: AnyObject {
    /// The object that has the interface.
    var path: String { get }
    /// Read once, when the face is shown. Its closures may keep the face alive, so the face does not keep the interface.
    var interface: BusInterface { get }

    /// Takes what is there before the face is shown for known.
    func begin(with snapshot: PlayerSnapshot) throws(DBusError)
    /// Whether what is read now has to be announced before `new` takes its place.
    func catchesUp(before new: PlayerSnapshot) -> Bool
    /// Takes in a new snapshot, which properties are read from already.
    func follow(_ change: SnapshotChange) -> FaceAnnouncement
    /// What a notice is on this interface; empty where it concerns another.
    func signals(for notice: PlayerNotice) -> [FaceSignal]
}

extension BusFace {
    var path: String { BusObject.player }
    func begin(with snapshot: PlayerSnapshot) throws(DBusError) {}
    func catchesUp(before new: PlayerSnapshot) -> Bool { false }
    func follow(_ change: SnapshotChange) -> FaceAnnouncement { FaceAnnouncement() }
    func signals(for notice: PlayerNotice) -> [FaceSignal] { [] }
}

/// Faces that come and go with what they show, such as one for each export.
@BusActor
protocol BusFaceFamily: AnyObject {
    /// - Returns: faces to be shown from now on, and the paths of those to be hidden.
    func follow(_ snapshot: PlayerSnapshot) -> (shown: [any BusFace], hidden: [String])
}

/// The step from one snapshot to the next.
struct SnapshotChange {
    let old: PlayerSnapshot
    let new: PlayerSnapshot
    let notices: [PlayerNotice]
}

/// What a face wants announced beside the properties that differ, and what is to wait.
struct FaceAnnouncement {
    /// Properties announced even if they did not change.
    var forced: Set<String> = []
    /// Properties named without their value.
    var invalidated: [String] = []
    /// Properties announced another time.
    var held: Set<String> = []
    /// Properties announced another time unless something else is announced now.
    var followers: Set<String> = []
    /// Emitted once the properties of all faces are announced.
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

/// Paths of the objects.
enum BusObject {
    static let mpris = "/org/mpris/MediaPlayer2"
    static let player = "/org/mediad/Player1"
}
