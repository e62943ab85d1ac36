import ArgumentParser

/// `pip stop`.
struct PipStopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "stop", abstract: "Back to the window that it was.")

    func run() throws { try DaemonConnection().call(.window, "StopPictureInPicture") }
}
