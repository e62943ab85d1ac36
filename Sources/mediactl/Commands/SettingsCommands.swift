import ArgumentParser
import DBusKit
import MediaProbe

/// `volume`.
struct VolumeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "volume", abstract: "Show or change the volume.",
        discussion: """
            Examples: volume 50%, volume 0.5, volume +5%, volume -0.05. Whole numbers and \
            numbers above 1.5 are percentages. 100 % leaves the sound unchanged, and the maximum is 150 %.
            """)

    @OptionGroup var output: JSONOption

    @Argument(help: "50%, 50 or 0.5 to set it; +5% or -5% to change it.")
    var amount: AmountArgument?

    func run() throws {
        let daemon = try DaemonConnection()
        let old = try daemon.property(.player, "Volume").asDouble ?? 1
        if let amount {
            // The player would silently limit the volume.
            if case .value(let value) = amount, value > AmountArgument.loudest {
                let loudest = VolumeText(AmountArgument.loudest)
                throw Failure(
                    .refused, "\(VolumeText(value)) is out of range: the volume can be 0 to \(loudest).")
            }
            try daemon.set(.player, "Volume", to: .double(amount.applied(to: old)))
        }
        let volume = amount == nil ? old : try daemon.property(.player, "Volume").asDouble ?? old
        output.show(.object(["volume": .number(volume)]), lines: [VolumeText(volume).description])
    }
}

/// `mute`.
struct MuteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mute", abstract: "Silence the sound, and keep the volume.",
        discussion: "Prints whether the sound is silenced now. A louder volume ends it.")

    @OptionGroup var output: JSONOption

    @Argument(help: "on, off or toggle, which is the default.")
    var change: ShuffleCommand.Change = .toggle

    func run() throws {
        let daemon = try DaemonConnection()
        let isMuted =
            if change == .toggle { try daemon.property(.audio, "Muted").asBool != true } else { change == .on }
        try daemon.set(.audio, "Muted", to: .boolean(isMuted))
        output.show(.object(["muted": .bool(isMuted)]), lines: [isMuted ? "muted" : "not muted"])
    }
}

/// `rate`.
struct RateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rate", abstract: "Show or change the playback speed.")

    @OptionGroup var output: JSONOption

    @Argument(help: "1 is normal, 2 is twice as fast; + or - changes the current rate.")
    var change: StepArgument?

    func validate() throws {
        guard case .value(0) = change else { return }
        throw ValidationError("The rate must be above 0; see mediactl pause.")
    }

    func run() throws {
        let daemon = try DaemonConnection()
        let player = try daemon.properties(of: .player)
        let old = player["Rate"]?.asDouble ?? 1
        guard let rate = change?.applied(to: old) else {
            return output.show(.object(["rate": .number(old)]), lines: [NumberText(old).description])
        }
        let (least, most) = (player["MinimumRate"]?.asDouble ?? 0, player["MaximumRate"]?.asDouble ?? .infinity)
        guard least < most || rate == least else {
            throw Failure(
                .refused,
                "The rate of this item cannot be changed: it is live, or its source does not support seeking.")
        }
        // The player would silently limit the rate to its range.
        guard least <= rate, rate <= most else {
            let range = "the rate can be \(NumberText(least)) to \(NumberText(most))."
            guard case .step(let step) = change else {
                throw Failure(.refused, "\(NumberText(rate)) is out of range: \(range)")
            }
            let amount = "\(step < 0 ? "-" : "+")\(NumberText(abs(step)))"
            throw Failure(
                .refused, "\(amount) would change the rate from \(NumberText(old)) to \(NumberText(rate)): \(range)")
        }
        try daemon.set(.player, "Rate", to: .double(rate))
        let new = try daemon.property(.player, "Rate").asDouble ?? rate
        output.show(.object(["rate": .number(new)]), lines: [NumberText(new).description])
    }
}

/// `loop`.
struct LoopCommand: ParsableCommand {
    /// What repeats.
    enum Mode: String, ExpressibleByArgument, CaseIterable {
        case none
        case track
        case playlist

        init?(argument: String) { self.init(rawValue: argument == "off" ? "none" : argument) }

        static var allValueStrings: [String] { ["off"] + allCases.map(\.rawValue) }

        /// The name of the mode in MPRIS.
        var status: String {
            switch self {
            case .none: "None"
            case .track: "Track"
            case .playlist: "Playlist"
            }
        }
    }

    static let configuration = CommandConfiguration(
        commandName: "loop", abstract: "Show or change the repeat mode.")

    @OptionGroup var output: JSONOption

    @Argument(help: "off, none, track or playlist.", completion: .list(["off", "track", "playlist"]))
    var mode: Mode?

    func run() throws {
        let daemon = try DaemonConnection()
        if let mode {
            try daemon.set(.player, "LoopStatus", to: .string(mode.status))
        }
        let mode = try daemon.property(.player, "LoopStatus").asString?.lowercased() ?? Mode.none.rawValue
        output.show(.object(["loop": .string(mode)]), lines: [mode])
    }
}

/// `shuffle`.
struct ShuffleCommand: ParsableCommand {
    /// The requested change.
    enum Change: String, ExpressibleByArgument, CaseIterable {
        case on
        case off
        case toggle
    }

    static let configuration = CommandConfiguration(
        commandName: "shuffle", abstract: "Show or change whether the queue plays in random order.")

    @OptionGroup var output: JSONOption

    @Argument(help: "on, off or toggle.")
    var change: Change?

    func run() throws {
        let daemon = try DaemonConnection()
        var isOn = try daemon.property(.player, "Shuffle").asBool ?? false
        if let change {
            isOn = change == .toggle ? !isOn : change == .on
            try daemon.set(.player, "Shuffle", to: .boolean(isOn))
        }
        output.show(.object(["shuffle": .bool(isOn)]), lines: [isOn ? "on" : "off"])
    }
}
