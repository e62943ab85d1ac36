internal import PlayerCore

/// The history as rows of `history`, limited to the newest.
enum HistoryTable {
    /// Records that an item was played.
    ///
    /// - Parameters:
    ///   - limit: how many rows are kept; those played longest ago are removed.
    ///   - replacesNewer: false keeps an entry that was played later.
    ///   - collection: the number of the queue that it was played from; nil keeps the known one.
    static func record(
        _ entry: HistoryEntry, limit: Int, replacesNewer: Bool, collection: Int64? = nil, in db: Database
    ) throws {
        // Values that are unknown this time keep the known ones.
        let update = try db.cachedStatement(
            sql: """
                UPDATE history SET
                    uri = ?, title = coalesce(?, title), series = coalesce(?, series), season = coalesce(?, season),
                    episode = coalesce(?, episode), position = iif(? AND resume NOT NULL, position, ?),
                    duration = coalesce(?, duration),
                    furthest = max(furthest, ?), is_played = max(is_played, ?), last_played = ?,
                    resume = iif(? AND resume NOT NULL, resume, ?),
                    resume_chapter = iif(? AND resume NOT NULL, resume_chapter, ?),
                    resume_is_speech = iif(? AND resume NOT NULL, resume_is_speech, ?),
                    subtitle_delay = coalesce(?, subtitle_delay), subtitle_scale = coalesce(?, subtitle_scale),
                    audio_delay = coalesce(?, audio_delay), tracks = coalesce(?, tracks), kind = coalesce(?, kind),
                    collection = coalesce(?, collection)
                WHERE identity = ?
                """)
        // SQLite takes NaN for NULL.
        let lastPlayed = entry.lastPlayed.isFinite ? entry.lastPlayed : 0
        if !replacesNewer,
            let known = try db.value(
                Double.self, sql: "SELECT last_played FROM history WHERE identity = ?", arguments: [entry.identity.text]
            ),
            known >= lastPlayed
        {
            return
        }
        // Whoever plays the beginning of something, and stops, has not lost where it was left.
        let isFalseStart = entry.isFalseStart
        let tracks = ItemTracksCoding.text(entry.tracks)
        try update.execute(arguments: [
            entry.uri, entry.title, entry.series, entry.season, entry.episode, isFalseStart,
            entry.position.nanoseconds, entry.duration?.nanoseconds, entry.furthest.nanoseconds, entry.isPlayed,
            lastPlayed, isFalseStart, entry.resume?.position.nanoseconds, isFalseStart,
            entry.resume?.chapterStart.nanoseconds, isFalseStart, entry.resume?.isSpeech,
            entry.subtitles?.delay.nanoseconds, entry.subtitles?.scale, entry.audioDelay?.nanoseconds, tracks,
            entry.kind?.rawValue, collection,
            entry.identity.text,
        ])
        guard db.changesCount == 0 else { return }
        let insert = try db.cachedStatement(
            sql: """
                INSERT INTO history (
                    \(columns), collection
                ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        try insert.execute(arguments: [
            entry.identity.text, entry.uri, entry.title, entry.series, entry.season, entry.episode,
            entry.position.nanoseconds, entry.duration?.nanoseconds, entry.furthest.nanoseconds, entry.isPlayed,
            lastPlayed, entry.resume?.position.nanoseconds, entry.resume?.chapterStart.nanoseconds,
            entry.resume?.isSpeech, entry.subtitles?.delay.nanoseconds, entry.subtitles?.scale,
            entry.audioDelay?.nanoseconds, entry.kind?.rawValue, tracks, collection,
        ])
        try db.execute(
            sql: """
                DELETE FROM history WHERE number IN (
                    SELECT number FROM history ORDER BY last_played DESC, number DESC LIMIT -1 OFFSET ?)
                """, arguments: [limit])
    }

    /// Removes the entry of an identity.
    static func forget(_ identity: ContentIdentity, in db: Database) throws {
        try db.execute(sql: "DELETE FROM history WHERE identity = ?", arguments: [identity.text])
    }

    /// Removes every entry that was last played from a URI.
    static func forget(uri: String, in db: Database) throws {
        try db.execute(sql: "DELETE FROM history WHERE uri = ?", arguments: [uri])
    }

    /// The newest first.
    static func entries(offset: Int, count: Int, in db: Database) throws -> [HistoryEntry] {
        try db.rows(
            sql: "SELECT \(columns) FROM history ORDER BY last_played DESC, number DESC LIMIT ? OFFSET ?",
            arguments: [max(0, count), max(0, offset)]
        ).map(entry)
    }

    static func entry(for identity: ContentIdentity, in db: Database) throws -> HistoryEntry? {
        try db.row(
            sql: "SELECT \(columns) FROM history WHERE identity = ?", arguments: [identity.text]
        ).map(entry)
    }

    /// The newest entry that was last played from a URI.
    static func entry(uri: String, in db: Database) throws -> HistoryEntry? {
        try db.row(
            sql: "SELECT \(columns) FROM history WHERE uri = ? ORDER BY last_played DESC, number DESC LIMIT 1",
            arguments: [uri]
        ).map(entry)
    }

    private static let columns = """
        identity, uri, title, series, season, episode, position, duration, furthest, is_played, last_played, resume,
        resume_chapter, resume_is_speech, subtitle_delay, subtitle_scale, audio_delay, kind,
        tracks
        """

    private static func entry(_ row: Row) throws -> HistoryEntry {
        let duration: Int64? = try row.decode(atIndex: 7)
        let kind: String? = try row.decode(atIndex: 17)
        let audioDelay: Int64? = try row.decode(atIndex: 16)
        return HistoryEntry(
            identity: ContentIdentity(text: try row.decode(atIndex: 0)), uri: try row.decode(atIndex: 1),
            title: try row.decode(atIndex: 2), series: try row.decode(atIndex: 3), season: try row.decode(atIndex: 4),
            episode: try row.decode(atIndex: 5), position: MediaTime(nanoseconds: try row.decode(atIndex: 6)),
            duration: duration.map { MediaTime(nanoseconds: $0) },
            furthest: MediaTime(nanoseconds: try row.decode(atIndex: 8)), isPlayed: try row.decode(atIndex: 9),
            resume: try resume(row), subtitles: try subtitles(row),
            audioDelay: audioDelay.flatMap { AudioDelay.checked(MediaTime(nanoseconds: $0)) },
            tracks: ItemTracksCoding.tracks(try row.decode(atIndex: 18)), kind: kind.flatMap(ContentKind.init),
            lastPlayed: try row.decode(atIndex: 10))
    }

    private static func subtitles(_ row: Row) throws -> SubtitleStyle? {
        guard let delay: Int64 = try row.decode(atIndex: 14), let scale: Double = try row.decode(atIndex: 15) else {
            return nil
        }
        return SubtitleStyle(delay: MediaTime(nanoseconds: delay), scale: scale).checked
    }

    private static func resume(_ row: Row) throws -> ResumePoint? {
        guard let position: Int64 = try row.decode(atIndex: 11) else { return nil }
        let chapterStart: Int64? = try row.decode(atIndex: 12)
        let isSpeech: Bool? = try row.decode(atIndex: 13)
        return ResumePoint(
            position: MediaTime(nanoseconds: position), chapterStart: MediaTime(nanoseconds: chapterStart ?? 0),
            isSpeech: isSpeech ?? false)
    }
}
