import ArgumentParser
import DBusKit

/// `chapters go`.
struct ChaptersGoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "go", abstract: "Go to chapter N.")

    @Argument(help: ArgumentHelp("The chapter.", valueName: "n"))
    var number: UInt32

    func validate() throws {
        if number == 0 { throw ValidationError("Chapters are numbered from 1.") }
    }

    func run() throws {
        let daemon = try DaemonConnection()
        // The daemon counts from 0, and its sentence with it.
        let count = try daemon.property(.chapters, "Chapters").asArray?.count ?? 0
        guard number <= count else {
            try daemon.requirePlaying()
            let has = count == 0 ? "this item has none" : count == 1 ? "this item has 1" : "this item has \(count)"
            throw Failure(.notFound, "there is no chapter \(number): \(has), see mediactl chapters")
        }
        try daemon.callOnItem(.chapters, "GoTo", [.uint32(number - 1)])
    }
}
