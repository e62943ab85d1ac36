import ArgumentParser
import DBusKit

/// `tracks audio`.
struct TracksAudioCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audio", abstract: "Choose an audio track.")

    @Argument(help: ArgumentHelp("Its number in the list.", valueName: "n"))
    var number: UInt32

    func validate() throws {
        if number == 0 { throw ValidationError("Tracks are numbered from 1.") }
    }

    func run() throws {
        let daemon = try DaemonConnection()
        try daemon.callOnItem(.tracks, "SelectAudio", [.uint32(try daemon.track(number, of: "audio"))])
    }
}
