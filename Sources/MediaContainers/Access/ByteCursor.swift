/// Steps through bytes in memory; every step checks how many are left.
public struct ByteCursor: Sendable {
    public private(set) var rest: ArraySlice<UInt8>

    public init(_ bytes: ArraySlice<UInt8>) { rest = bytes }
    public init(_ bytes: [UInt8]) { rest = bytes[...] }

    public var remaining: Int { rest.count }

    /// Takes the next `count` bytes; nil, and nothing is taken, if fewer are left.
    public mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// Takes as many of the next `count` bytes as there are.
    public mutating func takeUp(to count: Int) -> ArraySlice<UInt8> {
        defer { rest = rest.dropFirst(max(0, count)) }
        return rest.prefix(max(0, count))
    }

    /// Takes everything before the next zero byte, and the zero; nil if there is none.
    public mutating func takeUntilZero() -> ArraySlice<UInt8>? {
        guard let end = rest.firstIndex(of: 0) else { return nil }
        defer { rest = rest[(end + 1)...] }
        return rest[..<end]
    }

    /// Takes an unsigned number of up to eight bytes, the most significant first.
    public mutating func big(_ count: Int) -> UInt64? { take(count)?.bigEndian }

    /// Takes an unsigned number of up to eight bytes, the least significant first.
    public mutating func little(_ count: Int) -> UInt64? { take(count)?.littleEndian }

    /// Takes a 32-bit number, the most significant byte first, as a count.
    public mutating func bigCount() -> Int? { big(4).map { Int($0) } }

    /// Takes a 32-bit number, the least significant byte first, as a count.
    public mutating func littleCount() -> Int? { little(4).map { Int($0) } }
}

extension Collection<UInt8> {
    /// As one unsigned number, the most significant byte first; of more than eight bytes the last eight are used.
    @inlinable
    public var bigEndian: UInt64 { reduce(0) { $0 << 8 | UInt64($1) } }
}

extension BidirectionalCollection<UInt8> {
    /// As one unsigned number, the least significant byte first; of more than eight bytes the first eight are used.
    @inlinable
    public var littleEndian: UInt64 { reversed().bigEndian }
}
