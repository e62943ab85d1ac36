internal import DBusKit
internal import PlayerCore

/// `org.mediad.Audio1`: loudness, delay and sound devices.
@BusActor
final class AudioAdapter: BusAdapter {
    private let player: PlayerView
    private let commands: CommandSender

    init(_ player: PlayerView, _ commands: CommandSender) {
        self.player = player
        self.commands = commands
    }

    var interface: BusInterface {
        BusInterface(
            "org.mediad.Audio1", methods: [], properties: devices() + loudness() + [muted(), delay()], signals: [])
    }

    private func devices() -> [BusProperty] {
        var list = BusProperty("Devices", "a(ss)") { [self] in
            .array(
                "(ss)", player.snapshot.devices.devices.map { .structure([.string($0.id), .string($0.description)]) })
        }
        // A client that reads the list also wants to be notified of changes.
        list.whenAsked = { [commands] in commands.send(.devices(.look), from: .program) }
        return [
            list,
            BusProperty(
                "Device", "s",
                get: { [self] in .string(player.snapshot.devices.chosen) },
                set: { [self] value, reply in
                    commands.send(.devices(.choose(value.asString ?? "")), reply)
                }),
        ]
    }

    private func muted() -> BusProperty {
        BusProperty(
            "Muted", "b",
            get: { [self] in .boolean(player.snapshot.isMuted) },
            set: { [self] value, reply in
                commands.send(.setMuted(value == .boolean(true)), reply)
            })
    }

    private func delay() -> BusProperty {
        BusProperty(
            "Delay", "x",
            get: { [self] in .int64(player.snapshot.audioDelay.microseconds) },
            set: { [self] value, reply in
                commands.send(.tracks(.setAudioDelay(MediaTime(microseconds: value.asInt64 ?? .max))), reply)
            })
    }

    private func loudness() -> [BusProperty] {
        [
            BusProperty(
                "ReplayGain", "s",
                get: { [self] in .string(player.snapshot.loudness.mode.rawValue) },
                set: { [self] value, reply in
                    guard let mode = value.asString.flatMap(ReplayGainMode.init) else {
                        let known = ReplayGainMode.allCases.map(\.rawValue).joined(separator: ", ")
                        return reply.fail(DBusError(.invalidArgs, "There is no such mode. The modes are \(known)."))
                    }
                    commands.send(.loudness(.setReplayGain(mode)), reply)
                }),
            BusProperty("AppliedGain", "d") { [self] in .double(player.snapshot.loudness.appliedGain) },
        ]
    }
}
