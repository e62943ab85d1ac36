/// The place of an EBML element in the resource (RFC 8794 section 4).
public struct EBMLElement: Hashable, Sendable {
    /// Including its length marker, as in the specifications.
    public let id: UInt64
    /// The offset of its first byte.
    public let offset: Int64
    /// The offset of its content's first byte.
    public let start: Int64
    /// The size of its content in bytes; nil if unknown.
    public let size: Int64?

    /// The offset of the first byte after it; nil if its size is unknown.
    public var end: Int64? { size.map { start + $0 } }
}
