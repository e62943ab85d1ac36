import Foundation
import PlayerCore
import Synchronization

@testable import LibraryStore

/// A folder for a journal, with what its stores log; it goes away with its value.
final class JournalFolder: Sendable {
    /// Of the folder.
    let path: String
    private let lines = Mutex<[String]>([])

    init() throws {
        path = "/tmp/librarystore-test-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Of the database.
    var journal: String { "\(path)/state/journal.sqlite" }

    /// What was logged so far.
    var log: [String] { lines.withLock { $0 } }

    func store(at path: String? = nil, historyLimit: Int = 10_000) -> LibraryStore {
        LibraryStore(path: path ?? journal, historyLimit: historyLimit) { [self] line in
            lines.withLock { $0.append(line) }
        }
    }

    /// The names in the database's folder, sorted.
    var files: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: "\(path)/state").sorted() }
    }

    func write(_ bytes: some Collection<UInt8>, to name: String) throws {
        let url = URL(filePath: "\(path)/\(name)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }

    func bytes(of name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: "\(path)/\(name)"))) }

    /// Something done to the database behind the store's back.
    @discardableResult
    func database<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try FileManager.default.createDirectory(atPath: "\(path)/state", withIntermediateDirectories: true)
        let database = try Database(path: journal)
        defer { database.close() }
        return try body(database)
    }

    /// "ok", or what SQLite finds wrong with the database.
    var integrity: String {
        get throws { try database { try $0.value(String.self, sql: "PRAGMA integrity_check") } ?? "" }
    }
}

extension StoredSession {
    /// Plain items `file:///0`, `file:///1`, … with ids from 1.
    static func plain(_ count: Int, position: Double = 0, savedAt: Double = 0) -> StoredSession {
        StoredSession(
            items: (0..<count).map { item($0) }, currentIndex: count > 0 ? 0 : nil,
            state: State(position: seconds(position), wasPlaying: false, savedAt: savedAt))
    }

    static func item(_ number: Int) -> QueueItem {
        QueueItem(
            id: ItemID(rawValue: UInt64(number + 1)), description: MediaDescription(uri: "file:///media/\(number).mkv"))
    }

    /// The same at another position.
    func at(_ position: Double) -> StoredSession {
        var session = self
        session.state.position = seconds(position)
        session.state.savedAt = position
        return session
    }
}

func seconds(_ value: Double) -> MediaTime { MediaTime(nanoseconds: Int64((value * 1e9).rounded())) }
