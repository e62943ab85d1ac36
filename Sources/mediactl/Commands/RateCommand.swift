import ArgumentParser
import DBusKit
import MediaProbe

/// `rate`.
struct RateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rate", abstract: "Say or change how fast it plays.")

    @OptionGroup var output: JSONOption

    @Argument(help: "1 is normal, 2 twice as fast.")
    var rate: Double?

    func validate() throws {
        guard let rate else { return }
        if !rate.isFinite || rate <= 0 { throw ValidationError("The rate has to be above 0; mediactl pause pauses.") }
    }

    func run() throws {
        let daemon = try DaemonConnection()
        guard let rate else {
            let rate = try daemon.property(.player, "Rate").asDouble ?? 1
            if output.isJSON {
                Output.print(JSONValue.object(["rate": .number(rate)]))
            } else {
                Output.print(NumberText(rate).description)
            }
            return
        }
        let player = try daemon.properties(of: .player)
        let (least, most) = (player["MinimumRate"]?.asDouble ?? 0, player["MaximumRate"]?.asDouble ?? .infinity)
        // Live streams have no rate but 1, and MPRIS leaves it to the player what becomes of another one.
        guard least <= rate, rate <= most else {
            throw Failure(
                .refused,
                "\(NumberText(rate)) is not possible here: the rate can be \(NumberText(least)) to \(NumberText(most))")
        }
        try daemon.set(.player, "Rate", to: .double(rate))
    }
}
