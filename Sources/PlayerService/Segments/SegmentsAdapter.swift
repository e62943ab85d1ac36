internal import DBusKit
internal import PlayerCore

/// `org.mediad.Segments1`: the segments of the current item, and the actions for them.
@BusActor
final class SegmentsAdapter: BusAdapter {
    private let player: PlayerView
    private let commands: CommandSender
    private let clients: BusClients
    private var values = SegmentValues()
    /// Clients that require linear playback.
    private var linear: [String: ClientBond] = [:]

    init(_ player: PlayerView, _ commands: CommandSender, _ clients: BusClients) {
        self.player = player
        self.commands = commands
        self.clients = clients
    }

    func begin(with snapshot: PlayerSnapshot) { values.update(snapshot.segments) }

    func follow(_ change: SnapshotChange) -> AdapterAnnouncement {
        values.update(change.new.segments)
        return AdapterAnnouncement()
    }

    func signals(for notice: PlayerNotice) -> [AdapterSignal] {
        guard case .segments(let notice) = notice else { return [] }
        func number(_ index: Int) -> DBusValue { .uint32(UInt32(clamping: index)) }
        return switch notice {
        case .entered(let index, let kind): [AdapterSignal("Entered", number(index), .string(kind.rawValue))]
        case .left(let index, let kind): [AdapterSignal("Left", number(index), .string(kind.rawValue))]
        case .skipped(let index, let kind, let from, let to, let reason):
            [
                AdapterSignal(
                    "Skipped", number(index), .string(kind.rawValue), .int64(from.microseconds),
                    .int64(to.microseconds), .string(reason.rawValue))
            ]
        case .unskipped(let index, let to): [AdapterSignal("Unskipped", number(index), .int64(to.microseconds))]
        }
    }

    private var segments: SegmentSnapshot { player.snapshot.segments }

    var interface: BusInterface {
        BusInterface(
            "org.mediad.Segments1", methods: skippingMethods() + settingMethods(),
            properties: segmentProperties() + displayProperties(),
            signals: [
                BusSignal("Entered", [BusArgument("index", "u"), BusArgument("kind", "s")]),
                BusSignal("Left", [BusArgument("index", "u"), BusArgument("kind", "s")]),
                BusSignal(
                    "Skipped",
                    [
                        BusArgument("index", "u"), BusArgument("kind", "s"), BusArgument("from", "x"),
                        BusArgument("to", "x"), BusArgument("reason", "s"),
                    ]),
                BusSignal("Unskipped", [BusArgument("index", "u"), BusArgument("to", "x")]),
            ])
    }

    private func segmentProperties() -> [BusProperty] {
        [
            BusProperty("Segments", SegmentWriter.listType) { [self] in
                values.segments
            },
            BusProperty("Active", "au") { [self] in
                .array("u", segments.active.map { .uint32(UInt32(clamping: $0)) })
            },
            BusProperty(
                "Policies", "a{ss}",
                get: { [self] in values.policies },
                set: { [self] value, reply in
                    commands.send(reply) { () throws(DBusError) in
                        .segments(.setPolicies(try SegmentReader.policies(value)))
                    }
                }),
            BusProperty("Offer", "a{sv}") { [self] in
                .properties(SegmentWriter.offer(segments) ?? [:])
            },
            BusProperty("Interstitial", "a{sv}") { [self] in
                .properties(SegmentWriter.interstitial(player.snapshot.interstitial))
            },
            BusProperty("RequiresLinearPlayback", "b") { [self] in
                .boolean(segments.requiresLinearPlayback)
            },
        ]
    }

    private func displayProperties() -> [BusProperty] {
        [
            BusProperty("DisplayPosition", "x", emitsChange: .false) { [self] in
                .int64(segments.display.display(player.position).microseconds)
            },
            BusProperty("DisplayDuration", "x") { [self] in
                guard let duration = player.snapshot.current?.duration else { return .int64(0) }
                return .int64(segments.display.display(duration).microseconds)
            },
            BusProperty("DisplayMarks", "ax") { [self] in
                .array("x", segments.display.marks.map { .int64($0.microseconds) })
            },
        ]
    }

    private func skippingMethods() -> [BusMethod] {
        [
            BusMethod("Skip", answering: { [self] call in commands.send(.segments(.takeOffer), call.reply) }),
            BusMethod(
                "Dismiss", answering: { [self] call in commands.send(.segments(.dismissOffer), call.reply) }),
            BusMethod("Unskip", answering: { [self] call in commands.send(.segments(.unskip), call.reply) }),
        ]
    }

    private func settingMethods() -> [BusMethod] {
        [
            BusMethod(
                "SetSegments", in: [BusArgument("segments", SegmentWriter.listType)],
                answering: { [self] call in
                    commands.send(from: .program, call.reply) { () throws(DBusError) in
                        .segments(.set(try SegmentReader.segments(call.arguments[0])))
                    }
                }),
            BusMethod(
                "SetLinearPlayback", in: [BusArgument("linear", "b")],
                answering: { [self] call in setLinear(call) }),
        ]
    }

    /// Sets whether a client requires linear playback. The requirement ends when the client leaves the bus.
    private func setLinear(_ call: BusCall) {
        let client = call.sender
        let isWanted = call.arguments[0].asBool ?? false
        if !isWanted {
            linear[client] = nil
        } else if linear[client] == nil {
            linear[client] = clients.whenGone(client) { [weak self] in
                self?.linear[client] = nil
                self?.commands.send(.segments(.setLinear(false, by: client)), from: .program)
            }
        }
        commands.send(.segments(.setLinear(isWanted, by: client)), call.reply)
    }
}
