import ArgumentParser
import MediaProbe

/// `queue list`.
struct QueueListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the items; '>' marks the current one.")

    @OptionGroup var output: JSONOption

    func run() throws {
        let items = try QueueReader(DaemonConnection()).items()
        if output.isJSON {
            Output.print(JSONValue.array(items.map(\.json)))
            return
        }
        var table = TextTable()
        for item in items {
            table.add(item.cells, style: item.isCurrent ? .bold : item.problem != nil ? .failure : nil)
        }
        if !items.isEmpty { Output.print(table.lines.joined(separator: "\n")) }
    }
}
