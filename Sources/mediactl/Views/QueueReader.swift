import DBusKit

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
            let page = reply.first?.asDictionaries ?? []
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
            throw Failure(.notFound, "there is no item \(number) any more: see mediactl queue")
        }
        return id
    }
}
