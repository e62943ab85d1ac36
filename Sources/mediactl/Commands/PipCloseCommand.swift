import ArgumentParser

/// `pip close`.
struct PipCloseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "close", abstract: "End it, and playback as the configuration says.")

    func run() throws { try DaemonConnection().call(.window, "ClosePictureInPicture") }
}
