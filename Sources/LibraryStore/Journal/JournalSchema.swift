internal import GRDB

/// The tables of the journal and their migrations.
///
/// A released migration is never changed: the next change of the schema is the next migration.
enum JournalSchema {
    /// "mdia": distinguishes the journal from other SQLite files (`PRAGMA application_id`).
    static let applicationID: Int32 = 0x6d64_6961

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1: session, history, choices", foreignKeyChecks: .immediate) { db in
            try db.execute(
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
                    """)
        }
        // The identity of the current item's content: its address may lead to something else by now.
        migrator.registerMigration("2: identity in the session") { db in
            try db.execute(sql: "ALTER TABLE session ADD COLUMN identity TEXT")
        }
        migrator.registerMigration("3: picture in picture") { db in
            try db.execute(
                sql: """
                    ALTER TABLE session ADD COLUMN pip_corner TEXT; -- NULL: as at first
                    ALTER TABLE session ADD COLUMN pip_width INTEGER;
                    ALTER TABLE session ADD COLUMN pip_margin INTEGER;
                    ALTER TABLE session ADD COLUMN pip_aspect_width INTEGER;
                    ALTER TABLE session ADD COLUMN pip_aspect_height INTEGER;
                    """)
        }
        migrator.registerMigration("4: playlists") { db in
            try db.execute(
                sql: """
                    CREATE TABLE playlist (
                        uri TEXT PRIMARY KEY NOT NULL,
                        last_played REAL NOT NULL -- seconds since 1970
                    ) STRICT, WITHOUT ROWID;
                    """)
        }
        migrator.registerMigration("5: subtitles") { db in
            try db.execute(
                sql: """
                    ALTER TABLE session ADD COLUMN subtitle_delay INTEGER; -- nanoseconds; NULL: as usual
                    ALTER TABLE session ADD COLUMN subtitle_scale REAL;
                    """)
        }
        migrator.registerMigration("6: the sound device") { db in
            try db.execute(sql: "ALTER TABLE session ADD COLUMN audio_device TEXT")  // NULL: none was chosen
        }
        migrator.registerMigration("7: subtitles of an item") { db in
            try db.execute(
                sql: """
                    ALTER TABLE history ADD COLUMN subtitle_delay INTEGER; -- nanoseconds; NULL: none was chosen
                    ALTER TABLE history ADD COLUMN subtitle_scale REAL;
                    """)
        }
        return migrator
    }
}
