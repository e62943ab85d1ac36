internal import DBusKit
internal import Glibc
internal import PlayerCore

/// `org.mediad.Session1`: the daemon itself.
@BusActor
final class SessionAdapter: BusAdapter {
    private let player: PlayerView
    private let commands: CommandSender
    private let options: PlayerBus.Options
    private let reload: PlayerBus.Handlers.Reload
    private let history: HistoryMethods?
    private var deadline = WallDeadline()

    /// - Parameter history: nil if no history is kept; its methods fail with an explanation then.
    init(
        _ player: PlayerView, _ commands: CommandSender, _ options: PlayerBus.Options,
        reload: @escaping PlayerBus.Handlers.Reload, history: HistoryMethods?
    ) {
        self.player = player
        self.commands = commands
        self.options = options
        self.reload = reload
        self.history = history
    }

    var interface: BusInterface {
        BusInterface(
            "org.mediad.Session1",
            methods: [
                BusMethod("ReloadConfig", answering: { [self] call in reloadConfiguration(call.reply) }),
                BusMethod(
                    "SetSleepTimer", in: [BusArgument("kind", "s"), BusArgument("duration", "x")],
                    answering: { [self] call in setSleepTimer(call) }),
            ] + HistoryMethods.methods(of: history),
            properties: [
                BusProperty("SleepTimer", "a{sv}") { [self] in .properties(sleepTimer) },
                BusProperty("Sinks", "a{ss}") { [self] in
                    let sinks = player.snapshot.sinks
                    return .dictionary(
                        "ss",
                        [DBusEntry("audio", .string(sinks.audio)), DBusEntry("video", .string(sinks.video))])
                },
                BusProperty("Exports", "ao") { [self] in
                    let numbers = player.snapshot.exports.jobs.keys.sorted()
                    return .array("o", numbers.map { .objectPath(ExportJobAdapter.path(of: $0)) })
                },
                BusProperty("Version", "s", emitsChange: .const) { [options] in .string(options.version) },
                BusProperty("Capabilities", "a{sb}", emitsChange: .const) { [options] in
                    .dictionary(
                        "sb",
                        options.capabilities.sorted { $0.key < $1.key }
                            .map { DBusEntry(.string($0.key), .boolean($0.value)) })
                },
            ])
    }

    private func reloadConfiguration(_ reply: BusReply) {
        reload { result in
            switch result {
            case .success: reply.succeed()
            case .failure(let error): reply.fail(DBusError(name: ServiceError.failed, message: "\(error)"))
            }
        }
    }

    private func setSleepTimer(_ call: BusCall) {
        guard let text = call.arguments[0].asString, let duration = call.arguments[1].asInt64 else { return }
        guard let kind = SleepTimer.Kind(rawValue: text) else {
            let known = SleepTimer.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            return call.reply.fail(
                DBusError(
                    .invalidArgs,
                    "'\(MediaURI.shortened(text))' is not a kind of sleep timer. The kinds are \(known)."))
        }
        commands.send(.sleepTimer(.set(kind, MediaTime(microseconds: duration))), call.reply)
    }

    private var sleepTimer: [String: DBusValue] {
        var values: [String: DBusValue] = ["kind": .string(player.snapshot.sleepTimer.kind.rawValue)]
        guard let deadline = player.snapshot.sleepTimer.deadline else { return values }
        values["deadline"] = .int64(
            self.deadline.microseconds(of: deadline, now: player.now, wall: WallDeadline.today))
        return values
    }
}

/// A deadline, or another moment, as wall-clock time.
///
/// It is converted once for each deadline, since repeated conversions differ slightly, and again when the two clocks part: the
/// wall clock was set, or the machine was asleep.
struct WallDeadline {
    private var shown: (deadline: MonotonicTime, microseconds: Int64)?
    /// How far the clocks may part until the deadline is converted again, in microseconds.
    private static let tolerance: Int64 = 1_000_000

    /// The time of the wall clock now, in microseconds since 1970.
    static var today: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }

    /// Returns microseconds since 1970.
    ///
    /// - Parameter wall: the time of the wall clock, in the same unit.
    mutating func microseconds(of deadline: MonotonicTime, now: MonotonicTime, wall: Int64) -> Int64 {
        let exact = wall + (deadline - now).microseconds
        if let shown, shown.deadline == deadline, abs(shown.microseconds - exact) < Self.tolerance {
            return shown.microseconds
        }
        shown = (deadline, exact)
        return exact
    }
}
