import DBusKit
import MediaProbe
import PlayerCore

/// Reads the queue through `Queue1`.
struct QueueReader {
    private static let pageSize: UInt32 = 2000

    let daemon: DaemonConnection
    /// How many items there are.
    let length: UInt32
    /// From 0; nil if none is current.
    let currentIndex: UInt32?

    init(_ daemon: DaemonConnection) throws(Failure) {
        self.daemon = daemon
        let properties = try daemon.properties(of: .queue)
        length = properties["Length"]?.asUInt32 ?? 0
        currentIndex = properties["CurrentIndex"]?.asUInt32
    }

    /// The items with these numbers, or all; in pages, so that no reply outgrows what a message may be.
    func items(_ numbers: ClosedRange<UInt32>? = nil) throws(Failure) -> [ItemView] {
        guard length > 0 else { return [] }
        let numbers = numbers ?? 1...length
        var items: [ItemView] = []
        var offset = numbers.lowerBound - 1
        while offset < min(numbers.upperBound, length) {
            let count = min(Self.pageSize, min(numbers.upperBound, length) - offset)
            let reply = try daemon.call(.queue, "Items", [.uint32(offset), .uint32(count)])
            let page = (reply.first?.asDictionaries ?? []).prefix(Int(count))
            for (index, fields) in page.enumerated() {
                let position = offset + UInt32(index)
                items.append(ItemView(number: position + 1, isCurrent: position == currentIndex, fields: fields))
            }
            // The queue became shorter meanwhile.
            guard page.count == Int(count) else { break }
            offset += count
        }
        return items
    }

    /// The ids of items that have to exist.
    func ids(_ numbers: ClosedRange<UInt32>) throws(Failure) -> [String] {
        guard numbers.upperBound <= length else {
            let has =
                length == 0
                ? "the queue is empty" : length == 1 ? "the queue has 1 item" : "the queue has \(length) items"
            throw Failure(.notFound, "there is no item \(numbers.upperBound): \(has), see mediactl queue")
        }
        return try items(numbers).compactMap(\.id)
    }

    /// The id of an item that has to exist.
    func id(_ number: UInt32) throws(Failure) -> String {
        guard let id = try ids(number...number).first else {
            throw Failure(.notFound, "item \(number) was removed: see mediactl queue")
        }
        return id
    }
}

/// An item of the queue as `Queue1.Items` returns it.
struct ItemView {
    /// From 1.
    var number: UInt32
    var isCurrent: Bool
    /// The description and what the daemon adds to it.
    var fields: [String: DBusValue]

    /// What it is called: its title, else its file's name.
    var title: String {
        let title = fields["title"]?.asString ?? ""
        return title.isEmpty ? URIText.name(of: fields["uri"]?.asString ?? "") : title
    }

    /// The MPRIS track id.
    var id: String? { fields["item"]?.asString }

    /// Nil if it is not known yet.
    var duration: MediaTime? {
        guard let duration = fields["duration"]?.asInt64, duration > 0 else { return nil }
        return MediaTime(microseconds: duration)
    }

    /// Why it does not play; nil if nothing is wrong.
    var problem: String? {
        guard fields["state"]?.asString == "failed" || fields["error"]?.asDictionary?.isEmpty == false else {
            return nil
        }
        return fields["error"]?.asDictionary?["message"]?.asString ?? "does not play"
    }

    /// Why it does not play, as an error message: with the file's name. Nil if nothing is wrong.
    var failure: String? {
        guard let problem else { return nil }
        let uri = fields["uri"]?.asString ?? ""
        // Most messages name it.
        return Output.visible(problem.contains(uri) ? problem : "\(uri): \(problem)")
    }

    /// Whether it plays, has played to its end, or stands ready in a player that is paused.
    var hasStarted: Bool {
        switch fields["state"]?.asString {
        case "playing", "ready", "ended": true
        default: false
        }
    }

    /// All that is known of it.
    var json: JSONValue {
        var members = fields.mapValues { JSONValue($0) }
        members["number"] = .integer(Int64(number))
        members["current"] = .bool(isCurrent)
        return .object(members)
    }

    /// Its cells in the listing: mark, number, title, duration.
    var cells: [TextTable.Cell] {
        let artists = fields["artist"]?.asStringArray ?? []
        let by = artists.isEmpty ? "" : " – " + artists.joined(separator: ", ")
        let why = problem.map { " (failed: \($0))" } ?? ""
        return [
            TextTable.Cell(text: isCurrent ? ">" : " "),
            TextTable.Cell(text: String(number), isRightAligned: true),
            TextTable.Cell(text: Output.visible(title + by + why)),
            TextTable.Cell(text: duration.map { DurationText($0).description } ?? "", isRightAligned: true),
        ]
    }
}
