internal import DBusKit
internal import Glibc
internal import PlayerCore

extension PlayerBus {
    /// `org.mpris.MediaPlayer2.Player`, to the letter. The player decides what is possible; what it refuses, and a Can…
    /// property rules out, has no effect and succeeds.
    func playerInterface() -> BusInterface {
        BusInterface(
            MPRISName.player, methods: playerMethods(), properties: playerProperties() + capabilityProperties(),
            signals: [BusSignal("Seeked", [BusArgument("Position", "x")])])
    }

    private func playerMethods() -> [BusMethod] {
        [
            plain("Next", .next), plain("Previous", .previous), plain("Pause", .pause),
            plain("PlayPause", .playPause) { refusal in
                // The specification wants an error here, and only here.
                if case .nothingToPlay = refusal { true } else { false }
            },
            plain("Stop", .stop), plain("Play", .play),
            BusMethod(
                "Seek", in: [BusArgument("Offset", "x")],
                answering: { [weak self] call in
                    guard let self, let offset = call.arguments[0].asInt64 else { return }
                    let command = PlayerCommand.seek(by: MediaTime(microseconds: offset))
                    performQuietly(command, call.reply, tells: Self.isForLinearity)
                }),
            BusMethod(
                "SetPosition", in: [BusArgument("TrackId", "o"), BusArgument("Position", "x")],
                answering: { [weak self] call in
                    guard let self, let path = call.arguments[0].asObjectPath, let position = call.arguments[1].asInt64
                    else { return }
                    guard let id = TrackPath.id(of: path) else { return call.reply.succeed() }
                    let command = PlayerCommand.setPosition(id, MediaTime(microseconds: position))
                    performQuietly(command, call.reply, tells: Self.isForLinearity)
                }),
            BusMethod(
                "OpenUri", in: [BusArgument("Uri", "s")],
                answering: { [weak self] call in
                    guard let self, let text = call.arguments[0].asString else { return }
                    do throws(DBusError) {
                        perform(.openURI(try MediaURI.normalised(text, schemes: options.supportedSchemes)), call.reply)
                    } catch {
                        call.reply.fail(error)
                    }
                }),
        ]
    }

    private func plain(
        _ name: String, _ command: PlayerCommand,
        tells: @escaping @Sendable (CommandRefusal) -> Bool = PlayerBus.isForLinearity
    ) -> BusMethod {
        BusMethod(
            name, answering: { [weak self] call in self?.performQuietly(command, call.reply, tells: tells) })
    }

    /// What has to be played as it comes is told of: nobody would see otherwise why an ordinary item does not move.
    nonisolated private static func isForLinearity(_ refusal: CommandRefusal) -> Bool {
        if case .mustBeLinear = refusal { true } else { false }
    }

    private func playerProperties() -> [BusProperty] {
        [
            BusProperty("PlaybackStatus", "s") { [weak self] in .string(self?.snapshot.status.rawValue ?? "Stopped") },
            BusProperty(
                "LoopStatus", "s", get: { [weak self] in .string(self?.snapshot.loop.rawValue ?? "None") },
                set: { [weak self] value, reply in
                    guard let loop = value.asString.flatMap(LoopMode.init(rawValue:)) else {
                        return reply.fail(DBusError(.invalidArgs, "LoopStatus is None, Track or Playlist"))
                    }
                    self?.perform(.setLoop(loop), reply)
                }),
            BusProperty(
                "Rate", "d", get: { [weak self] in .double(self?.snapshot.rate ?? 1) },
                set: { [weak self] value, reply in
                    guard let rate = value.asDouble, rate.isFinite else {
                        return reply.fail(DBusError(.invalidArgs, "Rate is a finite number"))
                    }
                    self?.perform(.setRate(rate), reply)
                }),
            BusProperty(
                "Shuffle", "b", get: { [weak self] in .boolean(self?.snapshot.shuffle ?? false) },
                set: { [weak self] value, reply in
                    guard let shuffle = value.asBool else { return }
                    self?.perform(.setShuffle(shuffle), reply)
                }),
            BusProperty("Metadata", "a{sv}") { [weak self] in
                .properties(
                    MetadataWriter.current(
                        self?.snapshot.current, chapters: self?.chapterValues.lines ?? ChapterLines([])))
            },
            BusProperty(
                "Volume", "d", get: { [weak self] in .double(self?.snapshot.volume ?? 1) },
                set: { [weak self] value, reply in
                    guard let volume = value.asDouble, volume.isFinite else {
                        return reply.fail(DBusError(.invalidArgs, "Volume is a finite number"))
                    }
                    self?.perform(.setVolume(volume), reply)
                }),
            BusProperty("Position", "x", emitsChange: .false) { [weak self] in
                .int64(self?.position.microseconds ?? 0)
            },
        ]
    }

    private func capabilityProperties() -> [BusProperty] {
        [
            BusProperty("MinimumRate", "d") { 0.25 },
            BusProperty("MaximumRate", "d") { 4.0 },
            BusProperty("CanGoNext", "b") { [weak self] in .boolean(self?.snapshot.canGoNext ?? false) },
            BusProperty("CanGoPrevious", "b") { [weak self] in .boolean(self?.snapshot.canGoPrevious ?? false) },
            BusProperty("CanPlay", "b") { [weak self] in .boolean(self?.snapshot.canPlay ?? false) },
            BusProperty("CanPause", "b") { [weak self] in .boolean(self?.snapshot.canPause ?? false) },
            BusProperty("CanSeek", "b") { [weak self] in .boolean(self?.snapshot.canSeek ?? false) },
            BusProperty("CanControl", "b", emitsChange: .false) { true },
        ]
    }

    /// The moment of a read.
    var now: MonotonicTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// The position now, from the anchor: no call into the engine.
    var position: MediaTime {
        guard snapshot.status != .stopped else { return .zero }
        return snapshot.position.position(at: now, duration: snapshot.current?.duration)
    }
}
