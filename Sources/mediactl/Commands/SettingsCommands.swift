import ArgumentParser
import DBusKit
import MediaProbe

/// `volume`.
struct VolumeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "volume", abstract: "Show or change the volume.",
        discussion: """
            mediactl volume 50%, volume 0.5, volume +5%, volume -0.05. A number above 1.5 is a percentage: volume 50 is \
            50 %. A whole number with a sign is a percentage, too: volume +1 is 1 % louder. The loudest is 150 %.
            """)

    @OptionGroup var output: JSONOption

    @Argument(help: "50%, 50 or 0.5; +5% or -5% from what it is. 100 % leaves the sound as it is.")
    var amount: AmountArgument?

    func run() throws {
        let daemon = try DaemonConnection()
        let old = try daemon.property(.player, "Volume").asDouble ?? 1
        if let amount {
            try daemon.set(.player, "Volume", to: .double(amount.applied(to: old)))
        } else {
            output.show(.object(["volume": .number(old)]), lines: [VolumeText(old).description])
        }
    }
}

/// `rate`.
struct RateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rate", abstract: "Show or change the playback speed.")

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
            return output.show(.object(["rate": .number(rate)]), lines: [NumberText(rate).description])
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
        commandName: "loop", abstract: "Show or change what is repeated.")

    @OptionGroup var output: JSONOption

    @Argument(help: "off (or none), track or playlist.", completion: .list(["off", "track", "playlist"]))
    var mode: Mode?

    func run() throws {
        let daemon = try DaemonConnection()
        if let mode {
            try daemon.set(.player, "LoopStatus", to: .string(mode.status))
            return
        }
        let mode = try daemon.property(.player, "LoopStatus").asString?.lowercased() ?? Mode.none.rawValue
        output.show(.object(["loop": .string(mode)]), lines: [mode])
    }
}

/// `shuffle`.
struct ShuffleCommand: ParsableCommand {
    /// What to make of it.
    enum Change: String, ExpressibleByArgument, CaseIterable {
        case on
        case off
        case toggle
    }

    static let configuration = CommandConfiguration(
        commandName: "shuffle", abstract: "Show or change whether the order is random.")

    @OptionGroup var output: JSONOption

    @Argument(help: "on, off or toggle.")
    var change: Change?

    func run() throws {
        let daemon = try DaemonConnection()
        let isOn = try daemon.property(.player, "Shuffle").asBool ?? false
        if let change {
            let wish = change == .toggle ? !isOn : change == .on
            try daemon.set(.player, "Shuffle", to: .boolean(wish))
        } else {
            output.show(.object(["shuffle": .bool(isOn)]), lines: [isOn ? "on" : "off"])
        }
    }
}
