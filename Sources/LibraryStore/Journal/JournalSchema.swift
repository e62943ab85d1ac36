/// The tables of the journal and their migrations.
///
/// A released migration is never changed: the next change of the schema is the next migration.
enum JournalSchema {
    /// "mdia": distinguishes the journal from other SQLite files (`PRAGMA application_id`).
    static let applicationID: Int32 = 0x6d64_6961

    private struct Migration {
        /// Written into the database when it is done.
        let name: String
        let sql: String
        /// Columns that the history gets, unless it has them.
        var ofHistory: [String] = []
    }

    private static let migrations = [
        Migration(
            name: "1: session, history, choices",
            sql: """
                CREATE TABLE session (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    item_count INTEGER NOT NULL,
                    current_index INTEGER,
                    shuffle_cursor INTEGER,
                    position INTEGER NOT NULL, -- nanoseconds
                    chapter_start INTEGER NOT NULL,
                    is_speech INTEGER NOT NULL,
                    duration INTEGER,
                    metadata TEXT, -- JSON
                    was_playing INTEGER NOT NULL,
                    loop TEXT NOT NULL,
                    volume REAL NOT NULL,
                    rate REAL NOT NULL,
                    disarmed_segments TEXT, -- JSON
                    saved_at REAL NOT NULL -- seconds since 1970
                ) STRICT;

                CREATE TABLE queue (
                    place INTEGER PRIMARY KEY,
                    id INTEGER NOT NULL,
                    uri TEXT NOT NULL,
                    details TEXT -- JSON; NULL for a plain item
                ) STRICT;

                CREATE TABLE shuffle_order (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    items BLOB NOT NULL -- ids of eight bytes, little-endian
                ) STRICT;

                CREATE TABLE history (
                    number INTEGER PRIMARY KEY,
                    identity TEXT NOT NULL UNIQUE,
                    uri TEXT NOT NULL,
                    title TEXT,
                    series TEXT,
                    season INTEGER,
                    episode INTEGER,
                    position INTEGER NOT NULL, -- nanoseconds
                    duration INTEGER,
                    furthest INTEGER NOT NULL,
                    is_played INTEGER NOT NULL,
                    resume INTEGER, -- where it goes on; NULL: at its beginning
                    resume_chapter INTEGER,
                    resume_is_speech INTEGER,
                    last_played REAL NOT NULL -- seconds since 1970
                ) STRICT;
                CREATE INDEX history_by_time ON history (last_played);
                CREATE INDEX history_by_uri ON history (uri);

                CREATE TABLE series_choice (
                    series TEXT PRIMARY KEY NOT NULL,
                    audio_language TEXT,
                    shows_subtitles INTEGER,
                    subtitle_language TEXT,
                    rate REAL
                ) STRICT, WITHOUT ROWID;
                """),
        // The identity of the current item's content: its address may lead to something else by now.
        Migration(name: "2: identity in the session", sql: "ALTER TABLE session ADD COLUMN identity TEXT"),
        Migration(
            name: "3: picture in picture",
            sql: """
                ALTER TABLE session ADD COLUMN pip_corner TEXT; -- NULL: as at first
                ALTER TABLE session ADD COLUMN pip_width INTEGER;
                ALTER TABLE session ADD COLUMN pip_margin INTEGER;
                ALTER TABLE session ADD COLUMN pip_aspect_width INTEGER;
                ALTER TABLE session ADD COLUMN pip_aspect_height INTEGER;
                """),
        Migration(
            name: "4: playlists",
            sql: """
                CREATE TABLE playlist (
                    uri TEXT PRIMARY KEY NOT NULL,
                    last_played REAL NOT NULL -- seconds since 1970
                ) STRICT, WITHOUT ROWID;
                """),
        Migration(
            name: "5: subtitles",
            sql: """
                ALTER TABLE session ADD COLUMN subtitle_delay INTEGER; -- nanoseconds; NULL: as usual
                ALTER TABLE session ADD COLUMN subtitle_scale REAL;
                """),
        // NULL: none was chosen
        Migration(name: "6: the sound device", sql: "ALTER TABLE session ADD COLUMN audio_device TEXT"),
        Migration(
            name: "7: subtitles of an item",
            sql: """
                ALTER TABLE history ADD COLUMN subtitle_delay INTEGER; -- nanoseconds; NULL: none was chosen
                ALTER TABLE history ADD COLUMN subtitle_scale REAL;
                """),
        // NULL: as the configuration says
        Migration(
            name: "8: whether picture in picture starts by itself",
            sql: "ALTER TABLE session ADD COLUMN pip_automatic INTEGER"),
        Migration(
            name: "9: the replaced queue",
            sql: """
                CREATE TABLE IF NOT EXISTS former_queue (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    current_index INTEGER,
                    shuffle_cursor INTEGER,
                    shuffle_order BLOB, -- as in shuffle_order
                    position INTEGER NOT NULL, -- nanoseconds
                    was_playing INTEGER NOT NULL,
                    playlist TEXT,
                    replaced_at REAL NOT NULL -- seconds since 1970
                ) STRICT;

                CREATE TABLE IF NOT EXISTS former_queue_item (
                    place INTEGER PRIMARY KEY,
                    id INTEGER NOT NULL,
                    uri TEXT NOT NULL,
                    details TEXT -- JSON; NULL for a plain item
                ) STRICT;
                """),
        Migration(
            name: "10: kinds and queues of the history",
            sql: """
                CREATE TABLE IF NOT EXISTS collection (
                    id INTEGER PRIMARY KEY,
                    digest TEXT NOT NULL UNIQUE
                ) STRICT;

                CREATE TABLE IF NOT EXISTS collection_item (
                    collection INTEGER NOT NULL,
                    place INTEGER NOT NULL,
                    id INTEGER NOT NULL,
                    uri TEXT NOT NULL,
                    details TEXT, -- JSON; NULL for a plain item
                    PRIMARY KEY (collection, place)
                ) STRICT, WITHOUT ROWID;
                """,
            // The kind of content, and the number of the queue; NULL: not recorded.
            ofHistory: ["kind TEXT", "collection INTEGER"]),
        // Nanoseconds; NULL: none was chosen.
        Migration(
            name: "11: the delay of the sound", sql: "ALTER TABLE session ADD COLUMN audio_delay INTEGER",
            ofHistory: ["audio_delay INTEGER"]),
        // NULL: as the configuration says
        Migration(
            name: "12: how the picture meets the window", sql: "ALTER TABLE session ADD COLUMN scaling TEXT"),
        // JSON; NULL: none were chosen
        Migration(name: "13: the tracks of an item", sql: "ALTER TABLE history ADD COLUMN tracks TEXT"),
    ]

    /// The names of those that were done. The library GRDB created it, so it keeps its name.
    private static let ledger = "grdb_migrations"

    /// Whether a version of mediad that knows more migrations wrote the database.
    static func isNewer(_ database: Database) throws -> Bool {
        !Set(try done(in: database)).isSubset(of: migrations.map(\.name))
    }

    /// Brings the schema up to date, each migration in a transaction of its own.
    static func migrate(_ database: Database) throws {
        try database.execute(sql: "CREATE TABLE IF NOT EXISTS \(ledger) (identifier TEXT NOT NULL PRIMARY KEY)")
        let done = try done(in: database)
        for migration in migrations where !done.contains(migration.name) {
            try database.write { database in
                try database.execute(sql: migration.sql)
                for column in migration.ofHistory {
                    let name = String(column.prefix { $0 != " " })
                    let known = try database.value(
                        Int.self, sql: "SELECT count(*) FROM pragma_table_info('history') WHERE name = ?",
                        arguments: [name])
                    if known == 0 { try database.execute(sql: "ALTER TABLE history ADD COLUMN \(column)") }
                }
                try database.execute(
                    sql: "INSERT INTO \(ledger) (identifier) VALUES (?)", arguments: [migration.name])
            }
        }
    }

    private static func done(in database: Database) throws -> [String] {
        let tables = try database.value(
            Int.self, sql: "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?", arguments: [ledger])
        guard tables == 1 else { return [] }
        return try database.rows(sql: "SELECT identifier FROM \(ledger)").map { try $0.decode(atIndex: 0) }
    }
}
