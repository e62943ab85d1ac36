import ArgumentParser
import DBusKit
import MediaProbe

/// `volume`.
struct VolumeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "volume", abstract: "Say or change the volume.",
        discussion: "mediactl volume 0.5, volume 50%, volume +0.05, volume -5%.")

    @OptionGroup var output: JSONOption

    @Argument(help: "0.5, 50%, +0.05 or -5%; 1 is full volume.")
    var amount: AmountArgument?

    func run() throws {
        let daemon = try DaemonConnection()
        let old = try daemon.property(.player, "Volume").asDouble ?? 1
        if let amount {
            try daemon.set(.player, "Volume", to: .double(amount.applied(to: old)))
        } else if output.isJSON {
            Output.print(JSONValue.object(["volume": .number(old)]))
        } else {
            Output.print(NumberText(old).description)
        }
    }
}
