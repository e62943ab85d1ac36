import ArgumentParser
import DBusKit
import MediaProbe
import PlayerCore

/// `audio`: how loud items are played.
struct AudioCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audio", abstract: "Show or change ReplayGain.",
        subcommands: [AudioReplayGainCommand.self], defaultSubcommand: AudioReplayGainCommand.self)
}

/// `audio replay-gain`.
struct AudioReplayGainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay-gain", abstract: "Show or change which ReplayGain is applied.",
        discussion: "auto is the gain of the album within an album that plays in order, and of the track otherwise.")

    @OptionGroup var output: JSONOption

    @Argument(
        help: "off, track, album or auto.", completion: .list(ReplayGainMode.allCases.map(\.rawValue)),
        transform: { text in
            guard let mode = ReplayGainMode(rawValue: text) else {
                throw ValidationError("'\(text)' is not a mode: use off, track, album or auto.")
            }
            return mode
        })
    var mode: ReplayGainMode?

    func run() throws {
        let daemon = try DaemonConnection()
        if let mode { return try daemon.set(.audio, "ReplayGain", to: .string(mode.rawValue)) }
        let audio = try daemon.properties(of: .audio)
        let mode = audio["ReplayGain"]?.asString ?? "off"
        let gain = audio["AppliedGain"]?.asDouble ?? 0
        output.show(
            .object(["replayGain": .string(mode), "appliedGain": .number(gain)]),
            lines: [gain == 0 ? mode : "\(mode), \(Self.text(gain))"])
    }

    /// As in `-6.3 dB`.
    static func text(_ gain: Double) -> String {
        let rounded = (gain * 10).rounded() / 10
        return "\(rounded > 0 ? "+" : "")\(rounded) dB"
    }
}
