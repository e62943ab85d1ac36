internal import DBusKit
internal import PlayerCore

/// `org.mpris.MediaPlayer2.Player`, exactly as specified. The player decides what is possible. A command that it
/// refuses and that a Can… property excludes has no effect and succeeds.
@BusActor
final class PlayerAdapter: BusAdapter {
    let path = BusObject.mpris
    private let player: PlayerView
    private let commands: CommandSender
    private let metadata: MetadataWriter
    private let schemes: [String]
    /// The current item that was last announced to clients.
    private var announcedItem: ItemID?

    /// - Parameter schemes: the accepted URI schemes.
    init(_ player: PlayerView, _ commands: CommandSender, _ metadata: MetadataWriter, schemes: [String]) {
        self.player = player
        self.commands = commands
        self.metadata = metadata
        self.schemes = schemes
    }

    var interface: BusInterface {
        BusInterface(
            "org.mpris.MediaPlayer2.Player", methods: playerMethods(),
            properties: playerProperties() + capabilityProperties(),
            signals: [BusSignal("Seeked", [BusArgument("Position", "x")])])
    }

    func begin(with snapshot: PlayerSnapshot) {
        announcedItem = snapshot.current?.id
        metadata.follow(snapshot)
    }

    /// Whether the player has returned to the item that clients still regard as the current one. Without an
    /// announcement of the other item, clients would not notice the restart.
    func catchesUp(before new: PlayerSnapshot) -> Bool {
        let old = player.snapshot
        return old.isMetadataHeld && old.current?.id != announcedItem && new.current?.id == announcedItem
    }

    func follow(_ change: SnapshotChange) -> AdapterAnnouncement {
        metadata.follow(change.new)
        var announcement = AdapterAnnouncement()
        announcement.forced = Set(change.notices.compactMap(\.reannounced))
        if change.new.isMetadataHeld {
            announcement.held = ["Metadata"]
            announcement.followers = ["CanGoNext", "CanGoPrevious", "CanSeek"]
        } else {
            announcedItem = change.new.current?.id
        }
        return announcement
    }

    func signals(for notice: PlayerNotice) -> [AdapterSignal] {
        guard case .seeked(let position) = notice else { return [] }
        return [AdapterSignal("Seeked", .int64(shown(position).microseconds))]
    }

    /// The track that plays, if it is one of a file of several: its time is its own.
    private var track: FileTrack? { player.snapshot.current.flatMap { FileTrack($0.description) } }

    /// A position as clients see it.
    private func shown(_ position: MediaTime) -> MediaTime { track?.position(of: position) ?? position }

    /// The position in the file; nil outside the track, which is ignored.
    private func position(_ shown: MediaTime) -> MediaTime? {
        guard let track else { return shown }
        if let length = track.length(in: player.snapshot.current?.duration), shown > length { return nil }
        return shown < .zero ? nil : track.start + shown
    }

    private func playerMethods() -> [BusMethod] {
        [
            plain("Next", .next), plain("Previous", .previous), plain("Pause", .pause),
            plain("PlayPause", .playPause) { refusal in
                // The specification requires an error here, and only here.
                if case .nothingToPlay = refusal { true } else { false }
            },
            plain("Stop", .stop), plain("Play", .play),
            BusMethod(
                "Seek", in: [BusArgument("Offset", "x")],
                answering: { [self] call in
                    guard let offset = call.arguments[0].asInt64 else { return }
                    let command = PlayerCommand.seek(by: MediaTime(microseconds: offset))
                    commands.sendQuietly(command, call.reply, tells: Self.isForLinearity)
                }),
            BusMethod(
                "SetPosition", in: [BusArgument("TrackId", "o"), BusArgument("Position", "x")],
                answering: { [self] call in
                    guard let path = call.arguments[0].asObjectPath, let position = call.arguments[1].asInt64 else {
                        return
                    }
                    guard let id = TrackPath.id(of: path),
                        let position = self.position(MediaTime(microseconds: position))
                    else { return call.reply.succeed() }
                    let command = PlayerCommand.setPosition(id, position)
                    commands.sendQuietly(command, call.reply, tells: Self.isForLinearity)
                }),
            BusMethod(
                "OpenUri", in: [BusArgument("Uri", "s")],
                answering: { [self] call in
                    commands.send(call.reply) { () throws(DBusError) in
                        .openURI(try MediaURI.normalised(call.arguments[0].asString ?? "", schemes: schemes))
                    }
                }),
        ]
    }

    private func plain(
        _ name: String, _ command: PlayerCommand,
        tells: @escaping @Sendable (CommandRefusal) -> Bool = PlayerAdapter.isForLinearity
    ) -> BusMethod {
        BusMethod(
            name, answering: { [self] call in commands.sendQuietly(command, call.reply, tells: tells) })
    }

    /// Whether the refusal is due to linear playback. It is reported, because the reason would not be visible
    /// otherwise.
    nonisolated private static func isForLinearity(_ refusal: CommandRefusal) -> Bool {
        if case .mustBeLinear = refusal { true } else { false }
    }

    private func playerProperties() -> [BusProperty] {
        [
            BusProperty("PlaybackStatus", "s") { [self] in .string(player.snapshot.status.rawValue) },
            BusProperty(
                "LoopStatus", "s", get: { [self] in .string(player.snapshot.loop.rawValue) },
                set: { [self] value, reply in
                    guard let loop = value.asString.flatMap(LoopMode.init(rawValue:)) else {
                        return reply.fail(DBusError(.invalidArgs, "LoopStatus must be None, Track or Playlist."))
                    }
                    commands.send(.setLoop(loop), reply)
                }),
            BusProperty(
                "Rate", "d", get: { [self] in .double(player.snapshot.rate) },
                set: { [self] value, reply in
                    guard let rate = value.asDouble, rate.isFinite else {
                        return reply.fail(DBusError(.invalidArgs, "Rate must be a finite number."))
                    }
                    commands.send(.setRate(rate), reply)
                }),
            BusProperty(
                "Shuffle", "b", get: { [self] in .boolean(player.snapshot.shuffle) },
                set: { [self] value, reply in
                    guard let shuffle = value.asBool else { return }
                    commands.send(.setShuffle(shuffle), reply)
                }),
            BusProperty("Metadata", "a{sv}") { [self] in .properties(metadata.current(in: player.snapshot)) },
            BusProperty(
                "Volume", "d", get: { [self] in .double(player.snapshot.volume) },
                set: { [self] value, reply in
                    guard let volume = value.asDouble, volume.isFinite else {
                        return reply.fail(DBusError(.invalidArgs, "Volume must be a finite number."))
                    }
                    commands.send(.setVolume(volume), reply)
                }),
            BusProperty("Position", "x", emitsChange: .false) { [self] in .int64(shown(player.position).microseconds) },
        ]
    }

    private func capabilityProperties() -> [BusProperty] {
        [
            BusProperty("MinimumRate", "d") { [self] in .double(player.snapshot.canChangeRate ? 0.25 : 1) },
            BusProperty("MaximumRate", "d") { [self] in .double(player.snapshot.canChangeRate ? 4 : 1) },
            BusProperty("CanGoNext", "b") { [self] in .boolean(player.snapshot.canGoNext) },
            BusProperty("CanGoPrevious", "b") { [self] in .boolean(player.snapshot.canGoPrevious) },
            BusProperty("CanPlay", "b") { [self] in .boolean(player.snapshot.canPlay) },
            BusProperty("CanPause", "b") { [self] in .boolean(player.snapshot.canPause) },
            BusProperty("CanSeek", "b") { [self] in .boolean(player.snapshot.canSeek) },
            BusProperty("CanControl", "b", emitsChange: .false) { true },
        ]
    }
}

extension PlayerNotice {
    /// The property that is announced even if it has not changed.
    fileprivate var reannounced: String? {
        guard case .reannounce(let setting) = self else { return nil }
        return switch setting {
        case .rate: "Rate"
        case .volume: "Volume"
        case .loop: "LoopStatus"
        case .shuffle: "Shuffle"
        }
    }
}
