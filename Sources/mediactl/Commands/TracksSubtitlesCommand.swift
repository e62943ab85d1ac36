import ArgumentParser
import DBusKit

/// `tracks subtitles`.
struct TracksSubtitlesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "subtitles", abstract: "Choose a subtitle track, or none.")

    @Argument(help: ArgumentHelp("Its number in the list, or 'off'.", valueName: "n|off"))
    var choice: String

    func validate() throws {
        if choice == "off" { return }
        guard let number else {
            throw ValidationError("'\(choice)' is no track: give a number of 'mediactl tracks', or 'off'.")
        }
        if number == 0 { throw ValidationError("Tracks are numbered from 1; 'off' turns subtitles off.") }
    }

    func run() throws {
        let daemon = try DaemonConnection()
        var id: Int32 = -1
        if let number { id = Int32(clamping: try daemon.track(number, of: "subtitles")) }
        try daemon.callOnItem(.tracks, "SelectSubtitles", [.int32(id)])
    }

    /// Nil for `off`, and for what is no number.
    private var number: UInt32? { UInt32(choice) }
}
