import ArgumentParser
import DBusKit

/// `tracks add`.
struct TracksAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add subtitles from a file or URI to the current item.")

    @Argument(help: ArgumentHelp("The file or URI.", valueName: "file-or-uri"), completion: .file())
    var name: String

    func run() throws {
        var media = MediaArguments()
        try media.add(name)
        guard media.uris.count == 1 else {
            throw Failure(.usage, "'\(name)' is more than one file: name the subtitles' own file")
        }
        try DaemonConnection().callOnItem(.tracks, "AddSubtitles", [.string(media.uris[0])])
    }
}
