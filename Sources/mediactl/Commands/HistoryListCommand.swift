import ArgumentParser
import Glibc
import MediaProbe

/// `history list`.
struct HistoryListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List what was played, the last first: when, how far, what.")

    @Option(help: ArgumentHelp("So many entries at most.", valueName: "n"))
    var limit: UInt32 = 20

    @Option(help: ArgumentHelp("Leave out so many of the newest.", valueName: "n"))
    var offset: UInt32 = 0

    @OptionGroup var output: JSONOption

    func run() throws {
        let entries = try HistoryReader(DaemonConnection()).entries(offset: offset, limit: limit)
        if output.isJSON {
            Output.print(JSONValue.array(entries.map(\.json)))
            return
        }
        let now = Int64(time(nil))
        var table = TextTable()
        for entry in entries { table.add(entry.cells(now: now), style: entry.isOver ? .dim : nil) }
        if !entries.isEmpty { Output.print(table.lines.joined(separator: "\n")) }
    }
}
