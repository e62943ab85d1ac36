import DBusKit

/// Reads the history through `Session1`.
struct HistoryReader {
    /// What mediad gives at most.
    private static let pageSize: UInt32 = 1_000

    let daemon: DaemonConnection

    init(_ daemon: DaemonConnection) { self.daemon = daemon }

    /// Entries from an offset on, the one that was played last first; fewer at the end.
    func entries(offset: UInt32, limit: UInt32) throws(Failure) -> [HistoryEntryView] {
        var entries: [HistoryEntryView] = []
        let limit = min(limit, .max - offset)
        while entries.count < limit {
            let start = offset + UInt32(entries.count)
            let count = min(Self.pageSize, limit - UInt32(entries.count))
            let reply = try daemon.call(.session, "History", [.uint32(start), .uint32(count)])
            let page = (reply.first?.asDictionaries ?? []).prefix(Int(count))
            for (index, fields) in page.enumerated() {
                entries.append(HistoryEntryView(number: Int(start) + index + 1, fields: fields))
            }
            guard page.count == Int(count) else { break }
        }
        return entries
    }

    /// The URIs of what was named, each once, in that order.
    func uris(of arguments: [HistoryArgument]) throws(Failure) -> [String] {
        // All numbers before anything is done: what is done may give the others another one.
        let numbers = arguments.compactMap(\.number)
        var entries: [HistoryEntryView] = []
        if let first = numbers.min(), let last = numbers.max() {
            entries = try self.entries(offset: first - 1, limit: last - first + 1)
        }
        var uris: [String] = []
        for argument in arguments {
            let uri = try Self.uri(of: argument, among: entries)
            if !uris.contains(uri) { uris.append(uri) }
        }
        return uris
    }

    private static func uri(of argument: HistoryArgument, among entries: [HistoryEntryView]) throws(Failure) -> String {
        switch argument {
        case .uri(let uri): return uri
        case .number(let number):
            guard let entry = entries.first(where: { $0.number == Int(number) }) else {
                throw Failure(.notFound, "there is no entry \(number) in the history: see mediactl history")
            }
            guard let uri = entry.uri else {
                throw Failure(.refused, "mediad does not say where entry \(number) is: name the file or URI instead")
            }
            return uri
        }
    }
}
