internal import DBusKit
internal import PlayerCore

/// `org.mediad.Live1`: the edge of a live stream, and its dates.
@BusActor
final class LiveAdapter: BusAdapter {
    private let player: PlayerView
    private let commands: CommandSender

    init(_ player: PlayerView, _ commands: CommandSender) {
        self.player = player
        self.commands = commands
    }

    private var live: LiveSnapshot { player.snapshot.live }

    var interface: BusInterface {
        BusInterface("org.mediad.Live1", methods: methods(), properties: properties(), signals: [])
    }

    private func properties() -> [BusProperty] {
        [
            BusProperty("IsLive", "b") { [self] in .boolean(live.isLive) },
            BusProperty("SeekableRange", "(xx)") { [self] in
                .structure([
                    .int64(live.seekable?.start.microseconds ?? 0), .int64(live.seekable?.end.microseconds ?? 0),
                ])
            },
            BusProperty("LiveOffset", "x", emitsChange: .false) { [self] in
                guard live.isLive else { return .int64(-1) }
                // Between two updates of the edge, the position may pass it.
                return .int64(live.edge.map { max(0, ($0 - player.position).microseconds) } ?? 0)
            },
            BusProperty("Date", "x", emitsChange: .false) { [self] in
                .int64(live.timeline?.date(at: player.position) ?? -1)
            },
        ]
    }

    private func methods() -> [BusMethod] {
        [
            BusMethod("GoLive", answering: { [self] call in commands.send(.live(.goLive), call.reply) }),
            BusMethod(
                "SeekToDate", in: [BusArgument("date", "x")],
                answering: { [self] call in
                    commands.send(.live(.seekToDate(call.arguments[0].asInt64 ?? 0)), call.reply)
                }),
        ]
    }
}
