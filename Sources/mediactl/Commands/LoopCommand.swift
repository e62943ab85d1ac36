import ArgumentParser
import DBusKit
import MediaProbe

/// `loop`.
struct LoopCommand: ParsableCommand {
    /// What is repeated.
    enum Mode: String, ExpressibleByArgument, CaseIterable {
        case none
        case track
        case playlist

        init?(argument: String) { self.init(rawValue: argument == "off" ? "none" : argument) }

        /// As MPRIS calls it.
        var status: String {
            switch self {
            case .none: "None"
            case .track: "Track"
            case .playlist: "Playlist"
            }
        }
    }

    static let configuration = CommandConfiguration(
        commandName: "loop", abstract: "Say or change what is repeated.")

    @OptionGroup var output: JSONOption

    @Argument(help: "off (or none), track or playlist.")
    var mode: Mode?

    func run() throws {
        let daemon = try DaemonConnection()
        if let mode {
            try daemon.set(.player, "LoopStatus", to: .string(mode.status))
            return
        }
        let mode = try daemon.property(.player, "LoopStatus").asString?.lowercased() ?? Mode.none.rawValue
        if output.isJSON { Output.print(JSONValue.object(["loop": .string(mode)])) } else { Output.print(mode) }
    }
}
