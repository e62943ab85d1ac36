internal import DBusKit
internal import PlayerCore

/// `org.mediad.Tracks1`: the tracks of the current item.
@BusActor
final class TracksAdapter: BusAdapter {
    private let player: PlayerView
    private let commands: CommandSender
    private let schemes: [String]

    /// - Parameter schemes: the accepted URI schemes.
    init(_ player: PlayerView, _ commands: CommandSender, schemes: [String]) {
        self.player = player
        self.commands = commands
        self.schemes = schemes
    }

    private var tracks: TrackSet { player.snapshot.tracks }

    var interface: BusInterface {
        BusInterface(
            "org.mediad.Tracks1",
            methods: [
                BusMethod(
                    "SelectAudio", in: [BusArgument("id", "u")],
                    answering: { [self] call in
                        commands.send(.tracks(.selectAudio(call.arguments[0].asUInt32 ?? .max)), call.reply)
                    }),
                BusMethod(
                    "SelectSubtitles", in: [BusArgument("id", "i")],
                    answering: { [self] call in
                        let id = call.arguments[0].asInt32 ?? -1
                        guard id >= -1 else {
                            return call.reply.fail(
                                DBusError(.invalidArgs, "The id must be -1 (no subtitles) or the id of a track."))
                        }
                        commands.send(.tracks(.selectSubtitles(id < 0 ? nil : UInt32(id))), call.reply)
                    }),
                BusMethod(
                    "AddSubtitles", in: [BusArgument("uri", "s")],
                    answering: { [self] call in
                        commands.send(call.reply) { () throws(DBusError) in
                            .tracks(
                                .addSubtitles(
                                    try MediaURI.normalised(call.arguments[0].asString ?? "", schemes: schemes)))
                        }
                    }),
            ],
            properties: [
                BusProperty("Audio", "a(usa{sv})") { [self] in
                    Self.list(tracks.audio, selected: tracks.selectedAudio)
                },
                BusProperty("Subtitles", "a(usa{sv})") { [self] in
                    Self.list(tracks.subtitles, selected: tracks.selectedSubtitles, tellsExternal: true)
                },
                BusProperty("Video", "a(usa{sv})") { [self] in
                    Self.list(tracks.video, selected: tracks.selectedVideo)
                },
                BusProperty("Reasons", "a{ss}") { [self] in
                    let reasons = ["audio": tracks.audioReason, "subtitles": tracks.subtitlesReason]
                    let told = reasons.compactMapValues { $0?.sentence }.sorted { $0.key < $1.key }
                    return .dictionary("ss", told.map { DBusEntry(.string($0.key), .string($0.value)) })
                },
                BusProperty(
                    "SubtitleDelay", "x",
                    get: { [self] in .int64(player.snapshot.subtitles.delay.microseconds) },
                    set: { [self] value, reply in
                        commands.send(
                            .tracks(.setSubtitleDelay(MediaTime(microseconds: value.asInt64 ?? .max))), reply)
                    }),
                BusProperty(
                    "SubtitleScale", "d", get: { [self] in .double(player.snapshot.subtitles.scale) },
                    set: { [self] value, reply in
                        commands.send(.tracks(.setSubtitleScale(value.asDouble ?? .nan)), reply)
                    }),
            ])
    }

    private static func list(
        _ tracks: [MediaTrack], selected: UInt32?, tellsExternal: Bool = false
    ) -> DBusValue {
        .array(
            "(usa{sv})",
            tracks.map { track in
                var extras: [String: DBusValue] = [
                    "default": .boolean(track.isDefault), "forced": .boolean(track.isForced),
                    "selected": .boolean(track.id == selected),
                ]
                // These others are listed only if they are true.
                for (name, trait) in TrackTraits.names where track.traits.contains(trait) {
                    extras[name] = .boolean(true)
                }
                if tellsExternal { extras["external"] = .boolean(track.traits.contains(.external)) }
                extras["title"] = track.title.map { .string($0) }
                extras["codec"] = track.codec.map { .string($0) }
                return .structure([.uint32(track.id), .string(track.language), .properties(extras)])
            })
    }
}
