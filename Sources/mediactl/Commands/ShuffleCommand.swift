import ArgumentParser
import DBusKit
import MediaProbe

/// `shuffle`.
struct ShuffleCommand: ParsableCommand {
    /// What to make of it.
    enum Change: String, ExpressibleByArgument, CaseIterable {
        case on
        case off
        case toggle
    }

    static let configuration = CommandConfiguration(
        commandName: "shuffle", abstract: "Say or change whether the order is random.")

    @OptionGroup var output: JSONOption

    @Argument(help: "on, off or toggle.")
    var change: Change?

    func run() throws {
        let daemon = try DaemonConnection()
        let isOn = try daemon.property(.player, "Shuffle").asBool ?? false
        if let change {
            let wish = change == .toggle ? !isOn : change == .on
            try daemon.set(.player, "Shuffle", to: .boolean(wish))
        } else if output.isJSON {
            Output.print(JSONValue.object(["shuffle": .bool(isOn)]))
        } else {
            Output.print(isOn ? "on" : "off")
        }
    }
}
