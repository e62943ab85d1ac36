import ArgumentParser
import DBusKit
import MediaProbe

/// `volume`.
struct VolumeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "volume", abstract: "Say or change the volume.",
        discussion: """
            mediactl volume 50%, volume 0.5, volume +5%, volume -0.05. A number above 1.5 is a percentage: volume 50 is \
            50 %, volume +5 is 5 % louder. The loudest is 150 %.
            """)

    @OptionGroup var output: JSONOption

    @Argument(help: "50%, 50 or 0.5; +5% or -5% from what it is. 100 % leaves the sound as it is.")
    var amount: AmountArgument?

    func run() throws {
        let daemon = try DaemonConnection()
        let old = try daemon.property(.player, "Volume").asDouble ?? 1
        if let amount {
            try daemon.set(.player, "Volume", to: .double(amount.applied(to: old)))
        } else if output.isJSON {
            Output.print(JSONValue.object(["volume": .number(old)]))
        } else {
            Output.print(VolumeText(old).description)
        }
    }
}
