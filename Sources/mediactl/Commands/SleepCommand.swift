import ArgumentParser
import DBusKit
import FoundationEssentials
import MediaProbe
import PlayerCore

/// `sleep`: the sleep timer.
struct SleepCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sleep",
        abstract: "Show or set the sleep timer.",
        discussion: """
            Examples: sleep 20 (minutes), sleep 1h30, sleep 90s, sleep 20:00 (20 minutes), sleep chapter, sleep off. \
            The sound fades over the last five seconds.
            """)

    @Argument(
        help: ArgumentHelp(
            "A time or minutes, 'chapter', 'item' or 'off'.", valueName: "when"),
        completion: .list(["chapter", "item", "off"]))
    var wish: String?

    @OptionGroup var output: JSONOption

    func validate() throws {
        guard let wish, !["off", "none", "chapter", "item"].contains(wish), Self.time(wish) == nil else { return }
        throw ValidationError("'\(wish)' is not a time: write 20m, 1h30, 20:00, 'chapter', 'item' or 'off'.")
    }

    func run() throws {
        let daemon = try DaemonConnection()
        guard let wish else { return show(try daemon.properties(of: .session)) }
        let (kind, duration): (String, MediaTime) =
            switch wish {
            case "off", "none": ("none", .zero)
            case "chapter", "item": (wish, .zero)
            default: ("duration", Self.time(wish) ?? .zero)
            }
        let arguments: [DBusValue] = [.string(kind), .int64(duration.microseconds)]
        if kind == "duration" {
            try daemon.call(.session, "SetSleepTimer", arguments)
        } else {
            try daemon.callOnItem(.session, "SetSleepTimer", arguments)
        }
        show(try daemon.properties(of: .session))
    }

    /// The time until playback pauses; nil if the text is not a time. A plain number is in minutes, because nobody
    /// sets a sleep timer in seconds.
    static func time(_ text: String) -> MediaTime? {
        let minutes = AmountArgument.number(text).flatMap { MediaTime(seconds: $0 * 60) }
        guard let time = minutes ?? MediaTime(argument: text), time > .zero else { return nil }
        return time
    }

    private func show(_ session: [String: DBusValue]) {
        let timer = SleepTimerView(session["SleepTimer"]?.asDictionary ?? [:])
        output.show(timer.json, lines: [timer.line])
    }
}

/// The sleep timer as `Session1.SleepTimer` tells it.
struct SleepTimerView {
    /// `duration`, `chapter`, `item` or `none`.
    let kind: String
    /// The time that is left; nil unless it is a duration.
    let left: MediaTime?

    init(_ timer: [String: DBusValue]) {
        kind = timer["kind"]?.asString ?? "none"
        left = timer["deadline"]?.asInt64.map { deadline in
            let now = MediaTime(microseconds: Int64(Date().timeIntervalSince1970 * 1e6))
            return max(.zero, MediaTime(microseconds: deadline) - now)
        }
    }

    var isRunning: Bool { kind != "none" }

    var json: JSONValue { .members(["kind": .string(kind), "left": left.map { JSONValue($0) }]) }

    var line: String {
        switch kind {
        case "none": "off"
        case "duration": "in \(DurationText(left ?? .zero))"
        default: "at the end of the \(kind)"
        }
    }
}
