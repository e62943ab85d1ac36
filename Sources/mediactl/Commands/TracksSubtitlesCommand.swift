import ArgumentParser
import DBusKit

/// `tracks subtitles`.
struct TracksSubtitlesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "subtitles", abstract: "Choose a subtitle track, or none.")

    @Argument(help: ArgumentHelp("Its number in the list, or 'off'.", valueName: "n|off"))
    var choice: String

    func validate() throws {
        if id == nil { throw ValidationError("'\(choice)' is no track: give a number of 'mediactl tracks', or 'off'.") }
    }

    func run() throws {
        guard let id else { return }
        try DaemonConnection().call(.tracks, "SelectSubtitles", [.int32(id)])
    }

    /// As the daemon takes it.
    private var id: Int32? {
        if choice == "off" { return -1 }
        guard let id = Int32(choice), id >= 0 else { return nil }
        return id
    }
}
