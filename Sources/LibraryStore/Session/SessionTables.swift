internal import PlayerCore

/// The session as rows: `session` (one row), `queue` (one row per item), `shuffle_order` (one row).
///
/// A save that changes only the position writes only the row of `session`.
enum SessionTables {
    /// Writes a session over the one on disk.
    ///
    /// - Parameter written: the session on disk; nil if unknown, and then everything is written.
    /// - Returns: whether more than the one row was written, and sentences about descriptions that could not be; their
    ///   items are kept without them.
    static func write(
        _ session: StoredSession, over written: StoredSession?, in db: Database
    ) throws -> (isQueueWritten: Bool, problems: [String]) {
        var problems: [String] = []
        var isQueueWritten = false
        // The same storage, as it is without edits, compares equal at once.
        if written?.items != session.items {
            isQueueWritten = true
            problems = try writeItems(session.items, over: written?.items, in: db)
        }
        if written.map({ $0.shuffle?.order != session.shuffle?.order }) ?? true {
            isQueueWritten = true
            try db.execute(sql: "DELETE FROM shuffle_order")
            if let order = session.shuffle?.order {
                try db.execute(
                    sql: "INSERT INTO shuffle_order (id, items) VALUES (1, ?)",
                    arguments: [ShuffleOrderCoding.bytes(order)])
            }
        }
        let state = session.state
        let layout = state.pictureInPicture
        let statement = try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO session (
                    id, item_count, current_index, shuffle_cursor, position, chapter_start, is_speech, duration,
                    identity, metadata, was_playing, loop, volume, rate, disarmed_segments, saved_at,
                    pip_corner, pip_width, pip_margin, pip_aspect_width, pip_aspect_height,
                    subtitle_delay, subtitle_scale, audio_device, pip_automatic, audio_delay, scaling
                ) VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        try statement.execute(arguments: [
            session.items.count, session.currentIndex, session.shuffle?.cursor, state.position.nanoseconds,
            state.chapterStart.nanoseconds, state.isSpeech, state.duration?.nanoseconds,
            state.identity?.text, MetadataCoding.text(state.metadata), state.wasPlaying, state.loop.rawValue,
            number(state.volume, or: 1), number(state.rate, or: 1),
            DisarmedSegmentCoding.text(state.disarmedSegments), number(state.savedAt, or: 0),
            layout?.corner.rawValue, layout?.width, layout?.margin, layout?.aspect.width, layout?.aspect.height,
            state.subtitles?.delay.nanoseconds, state.subtitles.map { number($0.scale, or: 1) },
            state.audioDevice, state.startsAutomatically, state.audioDelay?.nanoseconds,
            state.scaling?.rawValue,
        ])
        return (isQueueWritten, problems)
    }

    /// SQLite takes NaN for NULL.
    private static func number(_ value: Double, or other: Double) -> Double { value.isFinite ? value : other }

    /// Rewrites from the first item that differs to the last one: an appended item is one row.
    private static func writeItems(_ items: [QueueItem], over old: [QueueItem]?, in db: Database) throws -> [String] {
        var changed = items.indices
        if let old {
            let first = zip(items, old).prefix { $0 == $1 }.count
            var end = items.count
            if old.count == items.count {
                while end > first, old[end - 1] == items[end - 1] { end -= 1 }
            }
            changed = first..<end
            if old.count > items.count {
                try db.execute(sql: "DELETE FROM queue WHERE place >= ?", arguments: [items.count])
            }
        } else {
            try db.execute(sql: "DELETE FROM queue")
        }
        var problems: [String] = []
        let statement = try db.cachedStatement(
            sql: "INSERT OR REPLACE INTO queue (place, id, uri, details) VALUES (?, ?, ?, ?)")
        let coding = DetailsCoding()
        for place in changed {
            let row = row(of: items[place], coding: coding, problems: &problems)
            try statement.execute(arguments: [place, row.id, row.uri, row.details])
        }
        return problems
    }

    /// The values of an item; without its description if that cannot be written.
    static func row(
        of item: QueueItem, coding: DetailsCoding, problems: inout [String]
    ) -> (id: Int64, uri: String, details: String?) {
        var details: String?
        if let described = item.description.details {
            do { details = try coding.text(described) } catch {
                problems.append("The description of \(item.description.uri) cannot be kept in the journal: \(error).")
            }
        }
        return (Int64(bitPattern: item.id.rawValue), item.description.uri, details)
    }

    /// Returns the whole session.
    ///
    /// - Parameter limit: the maximum number of items in a queue; later ones are left out.
    /// - Returns: nil if no session was ever saved.
    static func session(
        in db: Database, limit: Int = Queue.limit
    ) throws -> (session: StoredSession, problems: [String])? {
        guard let row = try sessionRow(in: db) else { return nil }
        var problems: [String] = []
        var items: [QueueItem] = []
        items.reserveCapacity(max(0, min(row.itemCount, limit)))
        let coding = DetailsCoding()
        try db.forEachRow(sql: "SELECT id, uri, details FROM queue ORDER BY place") { row in
            guard items.count < limit else {
                problems.append("The queue in the journal has more than \(limit) items; the rest is ignored.")
                return false
            }
            items.append(try item(row, coding: coding, problems: &problems))
            return true
        }

        // Also without an order: an empty queue stays shuffled, and an order that does not fit is drawn again.
        let shuffle = try row.shuffleCursor.map { position in
            let bytes = try db.value([UInt8].self, sql: "SELECT items FROM shuffle_order")
            return StoredSession.Shuffle(order: bytes.map(ShuffleOrderCoding.order) ?? [], cursor: position)
        }
        let index = row.currentIndex.map { min($0, items.count - 1) }
        let session = StoredSession(
            items: items, currentIndex: items.isEmpty ? nil : max(0, index ?? 0), shuffle: shuffle, state: row.state)
        return (session, problems)
    }

    private struct SessionRow {
        var itemCount: Int
        var currentIndex: Int?
        var shuffleCursor: Int?
        var state: StoredSession.State
    }

    private static func sessionRow(in db: Database) throws -> SessionRow? {
        guard
            let row = try db.row(
                sql: """
                    SELECT item_count, current_index, shuffle_cursor, position, was_playing, loop, volume, rate,
                        disarmed_segments, saved_at, chapter_start, is_speech, duration, metadata, identity,
                        pip_corner, pip_width, pip_margin, pip_aspect_width, pip_aspect_height,
                        subtitle_delay, subtitle_scale, audio_device, pip_automatic, audio_delay, scaling
                    FROM session
                    """)
        else { return nil }
        let duration: Int64? = try row.decode(atIndex: 12)
        let identity: String? = try row.decode(atIndex: 14)
        let state = StoredSession.State(
            position: MediaTime(nanoseconds: try row.decode(atIndex: 3)),
            chapterStart: MediaTime(nanoseconds: try row.decode(atIndex: 10)), isSpeech: try row.decode(atIndex: 11),
            identity: identity.map { ContentIdentity(text: $0) },
            metadata: MetadataCoding.metadata(try row.decode(atIndex: 13)),
            duration: duration.map { MediaTime(nanoseconds: $0) }, wasPlaying: try row.decode(atIndex: 4),
            loop: LoopMode(rawValue: try row.decode(atIndex: 5)) ?? .none, volume: try row.decode(atIndex: 6),
            rate: try row.decode(atIndex: 7),
            disarmedSegments: DisarmedSegmentCoding.segments(try row.decode(atIndex: 8)),
            pictureInPicture: try layout(row, from: 15), startsAutomatically: try row.decode(atIndex: 23),
            scaling: try (row.decode(atIndex: 25) as String?).flatMap(PictureScaling.init),
            subtitles: try subtitles(row, from: 20), audioDelay: try audioDelay(row, at: 24),
            audioDevice: try row.decode(atIndex: 22),
            savedAt: try row.decode(atIndex: 9))
        return SessionRow(
            itemCount: try row.decode(atIndex: 0), currentIndex: try row.decode(atIndex: 1),
            shuffleCursor: try row.decode(atIndex: 2), state: state)
    }

    /// Nil if nothing was saved, or the saved values are invalid.
    private static func subtitles(_ row: Row, from index: Int) throws -> SubtitleStyle? {
        let (delay, scale): (Int64?, Double?) = (try row.decode(atIndex: index), try row.decode(atIndex: index + 1))
        guard let delay, let scale else { return nil }
        return SubtitleStyle(delay: MediaTime(nanoseconds: delay), scale: scale).checked
    }

    /// Nil if nothing was saved, or the saved values are invalid.
    private static func audioDelay(_ row: Row, at index: Int) throws -> MediaTime? {
        let delay: Int64? = try row.decode(atIndex: index)
        return delay.flatMap { AudioDelay.checked(MediaTime(nanoseconds: $0)) }
    }

    private static func layout(_ row: Row, from index: Int) throws -> PictureInPictureLayout? {
        let corner: String? = try row.decode(atIndex: index)
        let numbers: [Int?] = try (1...4).map { try row.decode(atIndex: index + $0) }
        let known = numbers.compactMap { $0 }
        guard known.count == 4, let corner = corner.flatMap(WindowCorner.init),
            let aspect = AspectRatio(width: known[2], height: known[3]),
            (PictureInPictureLayout.leastWidth...16_384).contains(known[0]), (0...16_384).contains(known[1])
        else { return nil }
        return PictureInPictureLayout(corner: corner, width: known[0], margin: known[1], aspect: aspect)
    }

    /// Reads an item from a row of id, URI and details.
    static func item(_ row: Row, coding: DetailsCoding, problems: inout [String]) throws -> QueueItem {
        let id: Int64 = try row.decode(atIndex: 0)
        let uri: String = try row.decode(atIndex: 1)
        let text: String? = try row.decode(atIndex: 2)
        var details: MediaDetails?
        if let text {
            do { details = try coding.details(text) } catch {
                problems.append("The description of \(uri) in the journal cannot be read; the item is kept without it.")
            }
        }
        return QueueItem(
            id: ItemID(rawValue: UInt64(bitPattern: id)), description: MediaDescription(uri: uri, details: details))
    }
}
