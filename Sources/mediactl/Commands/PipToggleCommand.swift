import ArgumentParser

/// `pip toggle`.
struct PipToggleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "toggle", abstract: "Start it, or go back to the window.")

    func run() throws { try DaemonConnection().call(.window, "TogglePictureInPicture") }
}
