/// A value as SQLite stores it.
enum StoredValue: Equatable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

/// What can be an argument of a statement, and the value of a column.
protocol Storable {
    /// The value of a column; nil if it is of another type.
    init?(stored: StoredValue)
    /// The value to be stored.
    var stored: StoredValue { get }
}

/// A column holds no value of the expected type.
struct RowDecodingError: Error {
    /// The number of the column, from 0.
    let column: Int
}

/// One row of a result.
struct Row {
    let values: [StoredValue]

    /// Returns the value of a column.
    ///
    /// - Parameter index: from 0.
    /// - Throws: ``RowDecodingError`` if there is no such column, or it holds a value of another type.
    func decode<Value: Storable>(atIndex index: Int) throws -> Value {
        guard values.indices.contains(index), let value = Value(stored: values[index]) else {
            throw RowDecodingError(column: index)
        }
        return value
    }
}

extension Int64: Storable {
    init?(stored: StoredValue) {
        guard case .integer(let value) = stored else { return nil }
        self = value
    }

    var stored: StoredValue { .integer(self) }
}

extension Int: Storable {
    init?(stored: StoredValue) {
        guard case .integer(let value) = stored else { return nil }
        self.init(exactly: value)
    }

    var stored: StoredValue { .integer(Int64(self)) }
}

extension Int32: Storable {
    init?(stored: StoredValue) {
        guard case .integer(let value) = stored else { return nil }
        self.init(exactly: value)
    }

    var stored: StoredValue { .integer(Int64(self)) }
}

extension Bool: Storable {
    init?(stored: StoredValue) {
        guard case .integer(let value) = stored else { return nil }
        self = value != 0
    }

    var stored: StoredValue { .integer(self ? 1 : 0) }
}

extension Double: Storable {
    /// SQLite stores whole numbers as integers where that is shorter.
    init?(stored: StoredValue) {
        switch stored {
        case .real(let value): self = value
        case .integer(let value): self = Double(value)
        case .null, .text, .blob: return nil
        }
    }

    /// SQLite takes NaN for NULL.
    var stored: StoredValue { .real(self) }
}

extension String: Storable {
    init?(stored: StoredValue) {
        guard case .text(let value) = stored else { return nil }
        self = value
    }

    var stored: StoredValue { .text(self) }
}

extension [UInt8]: Storable {
    init?(stored: StoredValue) {
        guard case .blob(let value) = stored else { return nil }
        self = value
    }

    var stored: StoredValue { .blob(self) }
}

extension Optional: Storable where Wrapped: Storable {
    init?(stored: StoredValue) {
        if stored == .null {
            self = .none
            return
        }
        guard let value = Wrapped(stored: stored) else { return nil }
        self = .some(value)
    }

    var stored: StoredValue { self?.stored ?? .null }
}
