import ArgumentParser
import DBusKit
import MediaProbe
import PlayerCore

/// `pip`: picture in picture.
struct PipCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pip", abstract: "Show video in a small window above all others.",
        subcommands: [PipStartCommand.self, PipStopCommand.self, PipCloseCommand.self, PipToggleCommand.self],
        defaultSubcommand: PipToggleCommand.self)
}

/// `pip start`.
struct PipStartCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "start", abstract: "Start picture in picture.")

    func run() throws { try DaemonConnection().changeWindow("StartPictureInPicture") }
}

/// `pip stop`.
struct PipStopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "stop", abstract: "Restore the window.")

    func run() throws { try DaemonConnection().changeWindow("StopPictureInPicture") }
}

/// `pip close`.
struct PipCloseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "close", abstract: "Close picture in picture, and pause or stop playback.",
        discussion: "The key on-close under [video] in the configuration decides which of the two.")

    func run() throws { try DaemonConnection().call(.window, "ClosePictureInPicture") }
}

/// `pip toggle`.
struct PipToggleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "toggle", abstract: "Start or stop picture in picture.")

    func run() throws { try DaemonConnection().changeWindow("TogglePictureInPicture") }
}

/// `step`.
struct StepCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "step", abstract: "Show the next frame, or another one, while paused.")

    @Argument(
        help: ArgumentHelp("The number of frames; negative: back. The default is 1.", valueName: "N"))
    var frames = "1"

    func validate() throws { _ = try number() }

    private func number() throws -> Int32 {
        guard let number = Int32(frames), number != 0 else {
            throw ValidationError("'\(frames)' is no number of frames: use 1, -1, +5 …")
        }
        return number
    }

    func run() throws { try DaemonConnection().callOnItem(.window, "Step", [.int32(number())]) }
}

/// `rotate`.
struct RotateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate", abstract: "Show or set by how much the picture of this item is turned clockwise.")

    @OptionGroup var output: JSONOption

    @Argument(
        help: ArgumentHelp("90, 180 or 270 degrees from upright, or 'reset'.", valueName: "90|180|270|reset"),
        completion: .list(["90", "180", "270", "reset"]))
    var turn: String?

    func validate() throws { if let turn { _ = try degrees(turn) } }

    private func degrees(_ turn: String) throws -> Int32 {
        switch turn {
        case "reset", "0": 0
        case "90", "180", "270": Int32(turn) ?? 0
        default: throw ValidationError("'\(turn)' is neither 90, 180 or 270 nor 'reset'.")
        }
    }

    func run() throws {
        let daemon = try DaemonConnection()
        if let turn { try daemon.set(.window, "Rotation", to: .int32(degrees(turn))) }
        let turned = try daemon.property(.window, "Rotation").asInt32 ?? 0
        output.show(.object(["rotation": .integer(Int64(turned))]), lines: ["\(turned)"])
    }
}

/// `fullscreen`.
struct FullscreenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fullscreen", abstract: "Turn fullscreen on or off.")

    @Argument(
        help: ArgumentHelp("'on' or 'off'; the default is to toggle.", valueName: "on|off"),
        completion: .list(["on", "off"]))
    var wish: String?

    func validate() throws {
        guard let wish, wish != "on", wish != "off" else { return }
        throw ValidationError("'\(wish)' is neither 'on' nor 'off'.")
    }

    func run() throws {
        let daemon = try DaemonConnection()
        let isOn =
            if let wish { wish == "on" } else {
                try daemon.properties(of: .window)["State"]?.asString != "fullscreen"
            }
        let state = try daemon.changeWindow("SetFullscreen", [.boolean(isOn)])
        if isOn, state == "none" { Output.complain("no film is shown; the next one opens in full screen") }
    }
}

extension DaemonConnection {
    /// Calls a method that changes the window, and prints its state.
    @discardableResult
    fileprivate func changeWindow(_ method: String, _ arguments: [DBusValue] = []) throws(Failure) -> String? {
        try call(.window, method, arguments)
        let state = try properties(of: .window)["State"]?.asString
        if let state { Output.print(state) }
        return state
    }
}

/// `scaling`.
struct ScalingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scaling", abstract: "Show or set how the picture meets the window.",
        discussion: "'fit' shows the whole picture, with bars; 'fill' leaves no bars and cuts it at two sides.")

    @OptionGroup var output: JSONOption

    @Argument(
        help: "fit or fill.", completion: .list(PictureScaling.allCases.map(\.rawValue)),
        transform: { text in
            guard let scaling = PictureScaling(rawValue: text) else {
                throw ValidationError("'\(text)' is neither fit nor fill.")
            }
            return scaling
        })
    var scaling: PictureScaling?

    func run() throws {
        let daemon = try DaemonConnection()
        if let scaling { try daemon.set(.window, "Scaling", to: .string(scaling.rawValue)) }
        let scaling = try daemon.property(.window, "Scaling").asString ?? "fit"
        output.show(.object(["scaling": .string(scaling)]), lines: [scaling])
    }
}

/// `screenshot`.
struct ScreenshotCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "screenshot", abstract: "Save the picture that is on the screen as a PNG file.",
        discussion: """
            Without FILE, the picture gets a name of its own in the folder 'screenshots' of the configuration. Prints \
            the path of the file.
            """)

    @Argument(help: ArgumentHelp("The file, which ends with .png.", valueName: "file"), completion: .file())
    var file: String?

    @Flag(help: "Replace the file if it exists.")
    var overwrite = false

    func run() throws {
        let path = file.map { LocalPath($0).text } ?? ""
        let saved = try DaemonConnection().call(.window, "Screenshot", [.string(path), .boolean(overwrite)])
        Output.print(Output.visible(saved.first?.asString ?? ""))
    }
}
