internal import DBusKit
internal import PlayerCore

/// `org.mediad.TimedMetadata1`: metadata of ranges of time, from the current item's stream and its description.
@BusActor
final class TimedMetadataAdapter: BusAdapter {
    private let player: PlayerView
    /// The last shown ranges, created once for each list.
    private var ranges = TimedMetadataWriter.ranges([])
    private var revision: UInt64?

    init(_ player: PlayerView) { self.player = player }

    func begin(with snapshot: PlayerSnapshot) { update(snapshot.timedMetadata) }

    func follow(_ change: SnapshotChange) -> AdapterAnnouncement {
        update(change.new.timedMetadata)
        return AdapterAnnouncement()
    }

    private func update(_ snapshot: TimedMetadataSnapshot) {
        guard snapshot.revision != revision else { return }
        revision = snapshot.revision
        ranges = TimedMetadataWriter.ranges(snapshot.ranges)
    }

    func signals(for notice: PlayerNotice) -> [AdapterSignal] {
        guard case .timedMetadata(let notice) = notice else { return [] }
        func number(_ index: Int) -> DBusValue { .uint32(UInt32(clamping: index)) }
        return switch notice {
        case .entered(let index): [AdapterSignal("Entered", number(index))]
        case .left(let index): [AdapterSignal("Left", number(index))]
        case .tagged(let position, let tags):
            [AdapterSignal("Tagged", .int64(position.microseconds), .properties(TimedMetadataWriter.tags(tags)))]
        case .lyric: []
        }
    }

    var interface: BusInterface {
        BusInterface(
            "org.mediad.TimedMetadata1", methods: [],
            properties: [
                BusProperty("Ranges", TimedMetadataWriter.listType) { [self] in ranges },
                BusProperty("Current", "au") { [self] in
                    .array("u", player.snapshot.timedMetadata.current.map { .uint32(UInt32(clamping: $0)) })
                },
            ],
            signals: [
                BusSignal("Entered", [BusArgument("index", "u")]),
                BusSignal("Left", [BusArgument("index", "u")]),
                BusSignal("Tagged", [BusArgument("position", "x"), BusArgument("tags", "a{sv}")]),
            ])
    }
}
