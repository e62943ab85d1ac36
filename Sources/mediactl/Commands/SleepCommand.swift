import ArgumentParser
import DBusKit
import Foundation
import MediaProbe
import PlayerCore

/// `sleep`: pausing by itself.
struct SleepCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sleep",
        abstract: "Pause by itself after a time or at the end of the chapter or item, or say when.")

    @Argument(help: ArgumentHelp("A time (20:00), 'chapter', 'item' or 'off'.", valueName: "when"))
    var wish: String?

    @OptionGroup var output: JSONOption

    func run() throws {
        let daemon = try DaemonConnection()
        guard let wish else { return show(try daemon.properties(of: .session)) }
        let (kind, duration): (String, MediaTime) =
            switch wish {
            case "off", "none": ("none", .zero)
            case "chapter", "item": (wish, .zero)
            default: ("duration", try time(wish))
            }
        try daemon.call(.session, "SetSleepTimer", [.string(kind), .int64(duration.microseconds)])
    }

    private func time(_ text: String) throws -> MediaTime {
        guard let time = MediaTime(clock: text), time > .zero else {
            throw ValidationError("'\(text)' is no time: write 20:00, 90, 'chapter', 'item' or 'off'.")
        }
        return time
    }

    private func show(_ session: [String: DBusValue]) {
        let timer = session["SleepTimer"]?.asDictionary ?? [:]
        let kind = timer["kind"]?.asString ?? "none"
        let left = timer["deadline"]?.asInt64.map { deadline in
            max(0, deadline - Int64(Date().timeIntervalSince1970 * 1e6))
        }.map { MediaTime(microseconds: $0) }
        if output.isJSON {
            Output.print(.members(["kind": .string(kind), "left": left.map { JSONValue($0) }]))
        } else {
            switch kind {
            case "none": Output.print("off")
            case "duration": Output.print("in \(DurationText(left ?? .zero))")
            default: Output.print("at the end of the \(kind)")
            }
        }
    }
}
