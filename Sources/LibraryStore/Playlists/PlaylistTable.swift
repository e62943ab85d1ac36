/// When lists were last played, as rows of `playlist`.
enum PlaylistTable {
    /// The maximum number of lists; those played longest ago are removed.
    static let mostEntries = 1_000

    static func record(_ uri: String, at time: Double, in db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO playlist (uri, last_played) VALUES (?, ?)", arguments: [uri, time])
        try db.execute(
            sql: """
                DELETE FROM playlist WHERE uri IN (
                    SELECT uri FROM playlist ORDER BY last_played DESC LIMIT -1 OFFSET ?)
                """, arguments: [mostEntries])
    }

    /// By URI, in seconds since 1970.
    static func all(in db: Database) throws -> [String: Double] {
        var times: [String: Double] = [:]
        for row in try db.rows(sql: "SELECT uri, last_played FROM playlist") {
            times[try row.decode(atIndex: 0)] = try row.decode(atIndex: 1)
        }
        return times
    }
}
