internal import FoundationEssentials
internal import Glibc
internal import MediaContainers

/// The journal's file: opened, created, or set aside if it is not usable.
struct JournalFile {
    let path: String

    /// Why a file is no longer used.
    enum Rejection: Error {
        /// It is damaged, or not a database; how that showed.
        case damaged(String)
        /// It is another program's database.
        case foreign
        /// Its schema is unknown to this version.
        case newer

        /// The rejection if a row contains an invalid value.
        static let wrongValue = Rejection.damaged("it contains an invalid value")

        fileprivate var word: String {
            switch self {
            case .damaged, .foreign: "corrupt"
            case .newer: "newer"
            }
        }

        fileprivate var clause: String {
            switch self {
            case .damaged(let how): "is damaged (\(how))"
            case .foreign: "is another program's database"
            case .newer: "was written by a newer version of mediad"
            }
        }
    }

    /// Opens the database with the newest schema; creates the file (0600) and its folder (0700) if they are missing.
    ///
    /// - Throws: ``Rejection`` for a file that must be set aside, otherwise ``JournalError`` and ``DatabaseError``.
    func open() throws -> Database {
        try create()
        do {
            let database = try Database(path: path)
            try prepare(database)
            try JournalSchema.migrate(database)
            try? database.checkpoint(.passive)
            return database
        } catch let error as DatabaseError where error.isDamage {
            throw Rejection.damaged(error.clause)
        } catch is RowDecodingError {
            throw Rejection.wrongValue
        }
    }

    /// Whether SQLite finds no problem in the whole database.
    static func isWhole(_ database: Database) -> Bool {
        let found = try? database.value(String.self, sql: "PRAGMA integrity_check(1)")
        return found == "ok"
    }

    private func prepare(_ database: Database) throws {
        let application = try database.value(Int32.self, sql: "PRAGMA application_id") ?? 0
        if application != JournalSchema.applicationID {
            let tables = try database.value(Int.self, sql: "SELECT count(*) FROM sqlite_master") ?? 0
            guard application == 0, tables == 0 else { throw Rejection.foreign }
        }
        guard try !JournalSchema.isNewer(database) else { throw Rejection.newer }
        let mode = try database.value(String.self, sql: "PRAGMA journal_mode = WAL")
        guard mode == "wal" else { throw JournalError("its disk does not allow write-ahead logging") }
        // A commit is on disk when it returns: what was saved survives a power failure.
        try database.execute(sql: "PRAGMA synchronous = FULL")
        // In KiB. SQLite's own limit of 2 MiB fills up while the history grows, and is never given back.
        try database.execute(sql: "PRAGMA cache_size = -256")
        if application == 0 { try database.execute(sql: "PRAGMA application_id = \(JournalSchema.applicationID)") }
    }

    /// Creates the folder and an empty file, or checks the first bytes of an existing one: SQLite would delete a
    /// write-ahead log beside a file that is not a database.
    private func create() throws {
        try makeFolder(Self.parent(of: path) ?? ".")
        let created = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if created >= 0 {
            close(created)
            return
        }
        guard errno == EEXIST else { throw JournalError(errno: errno) }
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw JournalError(errno: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw JournalError("it is not a regular file")
        }
        let magic = Array("SQLite format 3\0".utf8)
        var bytes = [UInt8](repeating: 0, count: magic.count)
        let count = read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw JournalError(errno: errno) }
        guard count == 0 || bytes == magic else { throw Rejection.damaged("file is not a database") }
    }

    private func makeFolder(_ folder: String) throws {
        guard mkdir(folder, 0o700) != 0 else { return }
        switch errno {
        case EEXIST: return
        case ENOENT:
            guard let parent = Self.parent(of: folder), parent != folder else { throw JournalError(errno: ENOENT) }
            try makeFolder(parent)
            guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw JournalError(errno: errno) }
        default: throw JournalError(errno: errno)
        }
    }

    /// The folder that a path names something in; nil if it names no folder.
    private static func parent(of path: String) -> String? {
        guard let slash = path.lastIndex(of: "/") else { return nil }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Runs a closure with a temporary copy of the database.
    func withCopy<Value>(_ body: (Database) throws -> Value) throws -> Value {
        let files = FileManager.default
        guard (try? RegularFile(Array(path.utf8))) != nil else { throw JournalError("it is not a regular file") }
        let folder = files.temporaryDirectory.path + "/mediad-journal-\(UUID().uuidString)"
        try files.createDirectory(
            atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? files.removeItem(atPath: folder) }
        let copy = JournalFile(path: folder + "/journal.sqlite")
        for suffix in ["", "-wal"] where files.fileExists(atPath: path + suffix) {
            try files.copyItem(atPath: path + suffix, toPath: copy.path + suffix)
        }
        let database = try copy.open()
        defer { database.close() }
        return try body(database)
    }

    /// Renames the file and SQLite's files beside it to the first free name, such as `journal.sqlite.corrupt-1`.
    ///
    /// - Returns: a sentence for the log.
    func setAside(_ rejection: Rejection) throws -> String {
        let suffixes = ["-wal", "-shm", ""]
        var status = stat()
        var number = 1
        while suffixes.contains(where: { lstat("\(path).\(rejection.word)-\(number)\($0)", &status) == 0 }) {
            number += 1
        }
        let aside = "\(path).\(rejection.word)-\(number)"
        // The log first: one that stayed behind would be taken for the new file's.
        for suffix in suffixes where rename(path + suffix, aside + suffix) != 0 && errno != ENOENT {
            throw JournalError("it \(rejection.clause) and cannot be set aside: \(JournalError.clause(errno))")
        }
        let name = aside.split(separator: "/").last ?? ""
        return "The journal \(path) \(rejection.clause); it is kept as \(name), and a new one is created."
    }
}
