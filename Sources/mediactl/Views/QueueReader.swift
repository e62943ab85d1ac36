import DBusKit
import MediaProbe
import PlayerCore

/// Reads the queue through `Queue1`.
struct QueueReader {
    private static let pageSize: UInt32 = 2000

    let daemon: DaemonConnection
    /// The number of items.
    let length: UInt32
    /// Counted from 0; nil if there is no current item.
    let currentIndex: UInt32?
    /// The indices of the items in the order of play; empty if mediad does not tell.
    let order: [UInt32]

    init(_ daemon: DaemonConnection) throws(Failure) {
        self.daemon = daemon
        let properties = try daemon.properties(of: .queue)
        length = properties["Length"]?.asUInt32 ?? 0
        currentIndex = properties["CurrentIndex"]?.asUInt32
        order = (properties["Order"]?.asArray ?? []).compactMap(\.asUInt32)
    }

    /// Returns the items with these numbers, or all. Reads them in pages, so that no reply exceeds the size of a
    /// message.
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
            // The queue has become shorter since.
            guard page.count == Int(count) else { break }
            offset += count
        }
        return items
    }

    /// Returns all items in the order of play.
    func itemsInOrder() throws(Failure) -> [ItemView] {
        let items = try items()
        // The queue may have changed since.
        guard order.count == items.count, Set(order).count == order.count,
            order.allSatisfy({ items.indices.contains(Int($0)) })
        else { return items }
        return order.map { items[Int($0)] }
    }

    /// Returns the items at ascending indices. Reads neighbours together.
    func items(at indices: [UInt32]) throws(Failure) -> [ItemView] {
        var items: [ItemView] = []
        var rest = indices[...]
        while let first = rest.first {
            let page = rest.prefix { $0 < first + Self.pageSize }
            let wanted = Set(page.map { $0 + 1 })
            items += try self.items(first + 1...(page.last ?? first) + 1).filter { wanted.contains($0.number) }
            rest = rest.dropFirst(page.count)
        }
        return items
    }

    /// Returns the ids of items, which must exist.
    func ids(_ numbers: ClosedRange<UInt32>) throws(Failure) -> [String] {
        guard numbers.upperBound <= length else {
            let has =
                length == 0
                ? "the queue is empty" : length == 1 ? "the queue has 1 item" : "the queue has \(length) items"
            throw Failure(.notFound, "There is no item \(numbers.upperBound): \(has). See mediactl queue.")
        }
        return try items(numbers).compactMap(\.id)
    }

    /// Returns the id of an item, which must exist.
    func id(_ number: UInt32) throws(Failure) -> String {
        guard let id = try ids(number...number).first else {
            throw Failure(.notFound, "Item \(number) has been removed. See mediactl queue.")
        }
        return id
    }
}

/// An item of the queue as `Queue1.Items` returns it.
struct ItemView {
    /// Counted from 1.
    var number: UInt32
    var isCurrent: Bool
    /// The description, and the properties that the daemon adds.
    var fields: [String: DBusValue]

    /// The title, else what the name of the file says, else that name.
    var title: String {
        let title = fields["title"]?.asString ?? ""
        guard title.isEmpty else { return title }
        let uri = fields["uri"]?.asString ?? ""
        return MediaName(uri: uri)?.text ?? URIText.name(of: uri)
    }

    /// The title with the artists.
    var text: String {
        let artists = fields["artist"]?.asStringArray ?? []
        return title + (artists.isEmpty ? "" : " – " + artists.joined(separator: ", "))
    }

    /// The MPRIS track id.
    var id: String? { fields["item"]?.asString }

    /// Nil if it is not known yet.
    var duration: MediaTime? {
        guard let duration = fields["duration"]?.asInt64, duration > 0 else { return nil }
        return MediaTime(microseconds: duration)
    }

    /// Why the item does not play; nil if it has not failed.
    var problem: String? {
        guard fields["state"]?.asString == "failed" || fields["error"]?.asDictionary?.isEmpty == false else {
            return nil
        }
        return fields["error"]?.asDictionary?["message"]?.asString ?? "cannot be played"
    }

    /// Why the item does not play, as an error message with the file name; nil if it has not failed.
    var failure: String? {
        guard let problem else { return nil }
        let uri = fields["uri"]?.asString ?? ""
        let name = FileURI.readable(uri)
        // Most messages contain it already.
        let isNamed = problem.contains(name) || problem.contains(uri)
        return Output.visible(isNamed ? problem : "\(name): \(problem)")
    }

    /// Whether the item plays, has ended, or is ready in a paused player.
    var hasStarted: Bool {
        switch fields["state"]?.asString {
        case "playing", "ready", "ended": true
        default: false
        }
    }

    /// All known properties for programs.
    var json: JSONValue {
        var members = fields.mapValues { JSONValue($0) }
        members["number"] = .integer(Int64(number))
        members["current"] = .bool(isCurrent)
        return .object(members)
    }

    /// The cells of the item in the listing: mark, number, title, duration.
    var cells: [TextTable.Cell] {
        let why = problem.map { " (failed: \($0))" } ?? ""
        return [
            TextTable.Cell(text: isCurrent ? ">" : " "),
            TextTable.Cell(text: String(number), isRightAligned: true),
            TextTable.Cell(text: Output.visible(text + why), isCut: true),
            TextTable.Cell(text: duration.map { DurationText($0).description } ?? "", isRightAligned: true),
        ]
    }
}
