import ArgumentParser
import DBusKit
import Glibc
import MediaProbe
import PlayerCore

/// `audio`: the sound device, ReplayGain and the delay.
struct AudioCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audio", abstract: "List or choose sound devices, or change ReplayGain or the delay.",
        subcommands: [
            AudioDevicesCommand.self, AudioUseCommand.self, AudioReplayGainCommand.self, AudioDelayCommand.self,
        ],
        defaultSubcommand: AudioDevicesCommand.self)
}

/// `audio devices`.
struct AudioDevicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices", abstract: "List the sound devices; '>' marks the chosen one.")

    @OptionGroup var output: JSONOption

    func run() throws {
        let daemon = try DaemonConnection()
        let devices = try daemon.soundDevices()
        let chosen = try daemon.property(.audio, "Device").asString ?? ""
        var table = TextTable()
        for device in [(id: "", description: Self.default)] + devices {
            table.add([
                .init(text: device.id == chosen ? ">" : " "), .init(text: device.id.isEmpty ? "default" : device.id),
                .init(text: device.description),
            ])
        }
        let isMissing = !chosen.isEmpty && !devices.contains { $0.id == chosen }
        if isMissing { table.add([.init(text: ">"), .init(text: chosen), .init(text: "(not connected)")]) }
        var json = ([(id: "", description: Self.default)] + devices).map { device in
            Self.json(device.id.isEmpty ? "default" : device.id, device.description, isChosen: device.id == chosen)
        }
        if isMissing { json.append(Self.json(chosen, "", isChosen: true, isConnected: false)) }
        let none = devices.isEmpty ? ["No devices were found: the sound server may not be running."] : []
        output.show(.array(json), lines: table.lines() + none)
    }

    private static let `default` = "The default device of the sound server"

    /// - Parameter id: as `audio use` takes it.
    private static func json(
        _ id: String, _ description: String, isChosen: Bool, isConnected: Bool? = nil
    ) -> JSONValue {
        .members([
            "id": .string(id), "description": description.isEmpty ? nil : .string(description),
            "chosen": .bool(isChosen), "connected": isConnected.map { .bool($0) },
        ])
    }
}

/// `audio use`.
struct AudioUseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "use", abstract: "Choose the sound device.",
        discussion: "NAME is a name from 'mediactl audio devices', or 'default'. mediad remembers the choice.")

    @Argument(help: ArgumentHelp("The name in the list, or 'default'.", valueName: "name"))
    var name: String

    func run() throws {
        let daemon = try DaemonConnection()
        // The devices are known after this call, so that mediad can refuse a wrong name.
        if name != "default" { _ = try daemon.soundDevices() }
        try daemon.set(.audio, "Device", to: .string(name == "default" ? "" : name))
        Output.print(Output.visible(name))
    }
}

extension DaemonConnection {
    /// Returns the sound devices. mediad may have to look for them first, which takes a second at most.
    func soundDevices() throws(Failure) -> [(id: String, description: String)] {
        var devices: [(id: String, description: String)] = []
        for attempt in 1...20 {
            devices = (try property(.audio, "Devices").asArray ?? []).compactMap { entry in
                guard case .structure(let fields) = entry, fields.count == 2, let id = fields[0].asString else {
                    return nil
                }
                return (id, fields[1].asString ?? "")
            }
            // The first replies may be outdated.
            if attempt > 3, !devices.isEmpty { break }
            usleep(50_000)
        }
        return devices
    }
}

/// `audio replay-gain`.
struct AudioReplayGainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay-gain", abstract: "Show or change the ReplayGain mode.",
        discussion: """
            'auto' applies the album gain within an album that plays in order, and the track gain otherwise. The \
            change lasts until mediad exits.
            """)

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
        if let mode { try daemon.set(.audio, "ReplayGain", to: .string(mode.rawValue)) }
        let audio = try daemon.properties(of: .audio)
        let mode = audio["ReplayGain"]?.asString ?? "off"
        let gain = audio["AppliedGain"]?.asDouble ?? 0
        output.show(
            .object(["replayGain": .string(mode), "appliedGain": .number(gain)]),
            lines: [gain == 0 ? mode : "\(mode), \(Self.text(gain))"])
    }

    /// The gain in decibels, such as `-6.3 dB`.
    static func text(_ gain: Double) -> String {
        let rounded = (gain * 10).rounded() / 10
        return "\(rounded > 0 ? "+" : "")\(rounded) dB"
    }
}

/// `audio delay`.
struct AudioDelayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delay", abstract: "Show the delay, or hear the sound later or earlier than the picture.",
        discussion: """
            +0.3 delays the sound by another 0.3 s; 0 removes the delay. It is remembered for the current item, and \
            applies to all items without their own.
            """)

    @OptionGroup var output: JSONOption

    @Argument(help: ArgumentHelp("Seconds, or 80ms; + or - changes the current delay.", valueName: "seconds"))
    var change: DelayArgument?

    func run() throws {
        let daemon = try DaemonConnection()
        var delay = Double(try daemon.property(.audio, "Delay").asInt64 ?? 0) / 1e6
        if let change {
            let microseconds = Int64((change.applied(to: delay) * 1e6).rounded())
            try daemon.set(.audio, "Delay", to: .int64(microseconds))
            delay = Double(microseconds) / 1e6
        }
        output.show(.object(["delay": .number(delay)]), lines: ["\(NumberText(delay)) s"])
    }
}
