internal import CSQLite

/// A prepared statement of a ``Database``, which must outlive it.
final class Statement {
    private let connection: OpaquePointer
    private let handle: OpaquePointer

    /// Prepares the first statement of a text.
    ///
    /// - Parameters:
    ///   - isKept: whether it is used many times.
    ///   - rest: what follows the statement in the text.
    /// - Returns: nil for a text of spaces and comments.
    init?(sql: Substring, isKept: Bool, on connection: OpaquePointer, rest: inout Substring) throws {
        var handle: OpaquePointer?
        var used = 0
        let text = String(sql)
        let code = text.withCString { start in
            var tail: UnsafePointer<CChar>?
            let flags = isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
            let code = sqlite3_prepare_v3(connection, start, -1, flags, &handle, &tail)
            used = tail.map { $0 - start } ?? text.utf8.count
            return code
        }
        guard code == SQLITE_OK else { throw DatabaseError(code: code, of: connection) }
        rest = Substring(decoding: text.utf8.dropFirst(used), as: UTF8.self)
        guard let handle else { return nil }
        self.connection = connection
        self.handle = handle
    }

    deinit { sqlite3_finalize(handle) }

    /// Runs the statement to its end, ignoring its rows.
    func execute(arguments: [any Storable] = []) throws { try forEachRow(arguments: arguments) { _ in true } }

    /// Runs the statement for as long as a closure wants more rows.
    func forEachRow(arguments: [any Storable] = [], _ body: (Row) throws -> Bool) throws {
        defer {
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        }
        for (index, argument) in arguments.enumerated() { try bind(argument.stored, at: Int32(index + 1)) }
        while true {
            switch sqlite3_step(handle) {
            case SQLITE_ROW: if try !body(row) { return }
            case SQLITE_DONE: return
            case let code: throw DatabaseError(code: code, of: connection)
            }
        }
    }

    private func bind(_ value: StoredValue, at index: Int32) throws {
        let code =
            switch value {
            case .null: sqlite3_bind_null(handle, index)
            case .integer(let number): sqlite3_bind_int64(handle, index, number)
            case .real(let number): sqlite3_bind_double(handle, index, number)
            case .text(var text):
                text.withUTF8 { bytes in bind(UnsafeRawBufferPointer(bytes), at: index, with: bindText) }
            case .blob(let bytes): bytes.withUnsafeBytes { bind($0, at: index, with: csqlite_bind_blob) }
            }
        guard code == SQLITE_OK else { throw DatabaseError(code: code, of: connection) }
    }

    private typealias Binding = (OpaquePointer?, Int32, UnsafeRawPointer?, UInt64) -> Int32

    /// An empty buffer may have no address, which SQLite would take for NULL.
    private func bind(_ bytes: UnsafeRawBufferPointer, at index: Int32, with binding: Binding) -> Int32 {
        if let start = bytes.baseAddress { return binding(handle, index, start, UInt64(bytes.count)) }
        var nothing: UInt8 = 0
        return binding(handle, index, &nothing, 0)
    }

    private var bindText: Binding {
        { csqlite_bind_text($0, $1, $2?.assumingMemoryBound(to: CChar.self), $3) }
    }

    private var row: Row { Row(values: (0..<sqlite3_column_count(handle)).map(value)) }

    private func value(at column: Int32) -> StoredValue {
        switch sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(handle, column))
        case SQLITE_FLOAT: .real(sqlite3_column_double(handle, column))
        case SQLITE_TEXT: .text(String(decoding: bytes(sqlite3_column_text(handle, column), of: column), as: UTF8.self))
        case SQLITE_BLOB: .blob([UInt8](bytes(sqlite3_column_blob(handle, column), of: column)))
        default: .null
        }
    }

    /// The bytes of a column, valid until the next step. SQLite counts them after it converted the value.
    private func bytes(_ start: UnsafeRawPointer?, of column: Int32) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
    }
}
