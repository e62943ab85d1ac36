internal import PlayerCore

/// The queue that was replaced last as rows: `former_queue` (one row) and `former_queue_item` (one row per item).
enum FormerQueueTable {
    /// Writes a queue over the one on disk.
    ///
    /// - Parameter time: when it was replaced, in seconds since 1970.
    /// - Returns: sentences about descriptions that could not be written; their items are kept without them.
    static func write(_ queue: FormerQueue, at time: Double, in db: Database) throws -> [String] {
        try drop(in: db)
        let statement = try db.cachedStatement(
            sql: "INSERT INTO former_queue_item (place, id, uri, details) VALUES (?, ?, ?, ?)")
        let coding = DetailsCoding()
        var problems: [String] = []
        for (place, item) in queue.items.enumerated() {
            let row = SessionTables.row(of: item, coding: coding, problems: &problems)
            try statement.execute(arguments: [place, row.id, row.uri, row.details])
        }
        try db.execute(
            sql: """
                INSERT INTO former_queue (
                    id, current_index, shuffle_cursor, shuffle_order, position, was_playing, playlist, replaced_at
                ) VALUES (1, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                queue.currentIndex, queue.shuffle?.cursor, queue.shuffle.map { ShuffleOrderCoding.bytes($0.order) },
                queue.point.position.nanoseconds, queue.wasPlaying, queue.playlist, time.isFinite ? time : 0,
            ])
        return problems
    }

    static func drop(in db: Database) throws {
        try db.execute(sql: "DELETE FROM former_queue")
        try db.execute(sql: "DELETE FROM former_queue_item")
    }

    /// Returns the queue, and when it was replaced; nil if none is kept.
    static func queue(in db: Database) throws -> (queue: FormerQueue, time: Double)? {
        guard
            let row = try db.row(
                sql: """
                    SELECT current_index, shuffle_cursor, shuffle_order, position, was_playing, playlist, replaced_at
                    FROM former_queue
                    """)
        else { return nil }
        var problems: [String] = []
        var items: [QueueItem] = []
        let coding = DetailsCoding()
        try db.forEachRow(sql: "SELECT id, uri, details FROM former_queue_item ORDER BY place") { row in
            guard items.count < Queue.limit else { return false }
            items.append(try SessionTables.item(row, coding: coding, problems: &problems))
            return true
        }
        guard !items.isEmpty else { return nil }
        let index: Int? = try row.decode(atIndex: 0)
        let cursor: Int? = try row.decode(atIndex: 1)
        let order: [UInt8]? = try row.decode(atIndex: 2)
        let shuffle = cursor.map { StoredSession.Shuffle(order: order.map(ShuffleOrderCoding.order) ?? [], cursor: $0) }
        let queue = FormerQueue(
            items: items, currentIndex: index.flatMap { items.indices.contains($0) ? $0 : nil } ?? 0, shuffle: shuffle,
            point: ResumePoint(position: MediaTime(nanoseconds: try row.decode(atIndex: 3))),
            wasPlaying: try row.decode(atIndex: 4), playlist: try row.decode(atIndex: 5))
        return (queue, try row.decode(atIndex: 6))
    }
}
