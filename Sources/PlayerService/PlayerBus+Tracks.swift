internal import DBusKit
internal import Glibc
internal import PlayerCore

extension PlayerBus {
    /// `org.mediad.Tracks1`: the streams of the current item.
    func tracksInterface() -> BusInterface {
        BusInterface(
            OwnName.tracks,
            methods: [
                BusMethod(
                    "SelectAudio", in: [BusArgument("id", "u")],
                    answering: { [weak self] call in
                        self?.perform(.selectAudio(call.arguments[0].asUInt32 ?? .max), call.reply)
                    }),
                BusMethod(
                    "SelectSubtitles", in: [BusArgument("id", "i")],
                    answering: { [weak self] call in
                        let id = call.arguments[0].asInt32 ?? -1
                        guard id >= -1 else {
                            return call.reply.fail(
                                DBusError(.invalidArgs, "-1 turns subtitles off; ids are 0 and above"))
                        }
                        self?.perform(.selectSubtitles(id < 0 ? nil : UInt32(id)), call.reply)
                    }),
                BusMethod(
                    "AddSubtitles", in: [BusArgument("uri", "s")],
                    answering: { [weak self] call in
                        guard let self else { return }
                        do throws(DBusError) {
                            let uri = try MediaURI.normalised(
                                call.arguments[0].asString ?? "", schemes: options.supportedSchemes)
                            perform(.addSubtitles(uri), call.reply)
                        } catch {
                            call.reply.fail(error)
                        }
                    }),
            ],
            properties: [
                BusProperty("Audio", "a(usa{sv})") { [weak self] in
                    Self.list(self?.snapshot.tracks.audio, selected: self?.snapshot.tracks.selectedAudio)
                },
                BusProperty("Subtitles", "a(usa{sv})") { [weak self] in
                    Self.list(self?.snapshot.tracks.subtitles, selected: self?.snapshot.tracks.selectedSubtitles)
                },
                BusProperty("Video", "a(usa{sv})") { [weak self] in
                    Self.list(self?.snapshot.tracks.video, selected: self?.snapshot.tracks.selectedVideo)
                },
            ])
    }

    private static func list(_ tracks: [MediaTrack]?, selected: UInt32?) -> DBusValue {
        .array(
            "(usa{sv})",
            (tracks ?? []).map { track in
                var extras: [String: DBusValue] = [
                    "default": .boolean(track.isDefault), "forced": .boolean(track.isForced),
                    "selected": .boolean(track.id == selected),
                ]
                extras["title"] = track.title.map { .string($0) }
                extras["codec"] = track.codec.map { .string($0) }
                return .structure([.uint32(track.id), .string(track.language), .properties(extras)])
            })
    }

    /// `org.mediad.Session1`: the daemon itself.
    func sessionInterface() -> BusInterface {
        let options = options
        let reload = handlers.reloadConfiguration
        return BusInterface(
            OwnName.session,
            methods: [
                BusMethod(
                    "ReloadConfig",
                    answering: { call in
                        let reply = call.reply
                        reload { result in
                            BusActor.assumeIsolated {
                                switch result {
                                case .success: reply.succeed()
                                case .failure(let error):
                                    reply.fail(DBusError(name: ServiceError.failed, message: "\(error)"))
                                }
                            }
                        }
                    }),
                BusMethod(
                    "SetSleepTimer", in: [BusArgument("kind", "s"), BusArgument("duration", "x")],
                    answering: { [weak self] call in self?.setSleepTimer(call) }),
            ] + historyMethods(),
            properties: [
                BusProperty("SleepTimer", "a{sv}") { [weak self] in
                    .properties(self?.sleepTimer ?? ["kind": "none"])
                },
                BusProperty("Sinks", "a{ss}") { [weak self] in
                    let sinks = self?.snapshot.sinks ?? SinkReport(audio: "none", video: "none")
                    return .dictionary(
                        "ss",
                        [DBusEntry("audio", .string(sinks.audio)), DBusEntry("video", .string(sinks.video))])
                },
                BusProperty("Version", "s", emitsChange: .const) { .string(options.version) },
                BusProperty("Capabilities", "a{sb}", emitsChange: .const) {
                    .dictionary(
                        "sb",
                        options.capabilities.sorted { $0.key < $1.key }
                            .map { DBusEntry(.string($0.key), .boolean($0.value)) })
                },
            ])
    }

    private func setSleepTimer(_ call: BusCall) {
        guard let text = call.arguments[0].asString, let duration = call.arguments[1].asInt64 else { return }
        guard let kind = SleepTimer.Kind(rawValue: text) else {
            let known = SleepTimer.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            return call.reply.fail(
                DBusError(.invalidArgs, "'\(MediaURI.shortened(text))' is no kind of sleep timer; there are \(known)"))
        }
        perform(.setSleepTimer(kind, MediaTime(microseconds: duration)), call.reply)
    }

    /// The deadline as a time of day, made once for each timer: made anew it would differ by a hair each time.
    private var sleepTimer: [String: DBusValue] {
        var values: [String: DBusValue] = ["kind": .string(snapshot.sleepTimer.kind.rawValue)]
        guard let deadline = snapshot.sleepTimer.deadline else { return values }
        if shownDeadline?.deadline != deadline {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            let today = Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
            shownDeadline = (deadline, today + (deadline - now).microseconds)
        }
        values["deadline"] = shownDeadline.map { .int64($0.microseconds) }
        return values
    }
}
