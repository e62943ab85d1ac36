import ArgumentParser

/// `pip start`.
struct PipStartCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "start", abstract: "Start it.")

    func run() throws { try DaemonConnection().call(.window, "StartPictureInPicture") }
}
