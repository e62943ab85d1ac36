internal import GLibLoop
internal import PlayerCore

/// The queues from which entries of the history were played: books, seasons, podcasts. Equal queues are stored once.
enum CollectionTable {
    /// The maximum number of queues; the oldest are forgotten.
    static let most = 100
    /// Bytes of a queue with the descriptions of its items; a larger one is not remembered.
    static let largest = 4 << 20
    /// Bytes of all queues together; the oldest are forgotten.
    static let largestTogether = 32 << 20

    /// Stores a queue unless it is known.
    ///
    /// - Returns: its number; 0 if it is too large.
    static func write(_ items: [QueueItem], in db: Database) throws -> Int64 {
        let coding = DetailsCoding()
        var problems: [String] = []
        let rows = items.map { SessionTables.row(of: $0, coding: coding, problems: &problems) }
        let text = rows.map { "\($0.uri)\u{0}\($0.details ?? "")" }.joined(separator: "\u{0}")
        guard text.utf8.count <= largest else { return 0 }
        let digest = Checksum.md5.text(of: Array(text.utf8))
        let known = "SELECT id FROM collection WHERE digest = ?"
        if let id = try db.value(Int64.self, sql: known, arguments: [digest]) { return id }
        try db.execute(sql: "INSERT INTO collection (digest) VALUES (?)", arguments: [digest])
        guard let id = try db.value(Int64.self, sql: known, arguments: [digest]) else { return 0 }
        let statement = try db.cachedStatement(
            sql: "INSERT INTO collection_item (collection, place, id, uri, details) VALUES (?, ?, ?, ?, ?)")
        for (place, row) in rows.enumerated() {
            try statement.execute(arguments: [id, place, row.id, row.uri, row.details])
        }
        try prune(keeping: id, in: db)
        return id
    }

    /// Removes the queues that no entry names, and the oldest beyond the limits.
    private static func prune(keeping id: Int64, in db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM collection WHERE id != ? AND (
                    id NOT IN (SELECT collection FROM history WHERE collection IS NOT NULL)
                    OR id <= (SELECT max(id) FROM collection) - ?
                    OR id <= (SELECT max(collection) FROM (
                        SELECT collection, sum(sum(length(uri) + coalesce(length(details), 0)))
                            OVER (ORDER BY collection DESC) AS together
                        FROM collection_item GROUP BY collection) WHERE together > ?))
                """, arguments: [id, most, largestTogether])
        try db.execute(sql: "DELETE FROM collection_item WHERE collection NOT IN (SELECT id FROM collection)")
    }

    /// The items of the queue that an entry of the history was played from; empty if it is not known.
    static func items(of identity: ContentIdentity, in db: Database) throws -> [MediaDescription] {
        var items: [MediaDescription] = []
        var problems: [String] = []
        let coding = DetailsCoding()
        let number = try db.value(
            Int64.self, sql: "SELECT coalesce(collection, 0) FROM history WHERE identity = ?",
            arguments: [identity.text])
        guard let number else { return [] }
        try db.forEachRow(
            sql: "SELECT id, uri, details FROM collection_item WHERE collection = ? ORDER BY place",
            arguments: [number]
        ) { row in
            items.append(try SessionTables.item(row, coding: coding, problems: &problems).description)
            return items.count < Continuation.mostItems
        }
        return items
    }
}
