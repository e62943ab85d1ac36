/// The big-endian fields of a box, one after the other.
public struct MP4Fields: Sendable {
    public private(set) var rest: ArraySlice<UInt8>

    public init(_ bytes: [UInt8]) { rest = bytes[...] }
    public init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    public mutating func u8() throws(ProbeError) -> UInt8 { UInt8(truncatingIfNeeded: try number(1)) }
    public mutating func u16() throws(ProbeError) -> UInt16 { UInt16(truncatingIfNeeded: try number(2)) }
    public mutating func u24() throws(ProbeError) -> UInt32 { UInt32(truncatingIfNeeded: try number(3)) }
    public mutating func u32() throws(ProbeError) -> UInt32 { UInt32(truncatingIfNeeded: try number(4)) }
    public mutating func u64() throws(ProbeError) -> UInt64 { try number(8) }
    public mutating func type() throws(ProbeError) -> MP4BoxType { MP4BoxType(code: try u32()) }

    /// Reads 64 bits in version 1 of a box, otherwise 32: times and durations.
    public mutating func word(isWide: Bool) throws(ProbeError) -> UInt64 { isWide ? try u64() : UInt64(try u32()) }

    public mutating func skip(_ count: Int) throws(ProbeError) {
        guard rest.count >= count else { throw .truncated }
        rest = rest.dropFirst(count)
    }

    public mutating func bytes(_ count: Int) throws(ProbeError) -> ArraySlice<UInt8> {
        guard rest.count >= count else { throw .truncated }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// Reads a Pascal string: a length in one byte and that many bytes.
    public mutating func shortBytes() throws(ProbeError) -> ArraySlice<UInt8> { try bytes(Int(try u8())) }

    private mutating func number(_ count: Int) throws(ProbeError) -> UInt64 {
        try bytes(count).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
