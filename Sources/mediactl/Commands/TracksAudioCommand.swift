import ArgumentParser
import DBusKit

/// `tracks audio`.
struct TracksAudioCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audio", abstract: "Choose an audio track.")

    @Argument(help: ArgumentHelp("Its number in the list.", valueName: "n"))
    var id: UInt32

    func run() throws { try DaemonConnection().call(.tracks, "SelectAudio", [.uint32(id)]) }
}
