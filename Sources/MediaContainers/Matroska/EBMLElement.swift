/// Where one EBML element lies in the resource (RFC 8794 section 4).
public struct EBMLElement: Hashable, Sendable {
    /// With its length marker, as the specifications write it down.
    public let id: UInt64
    /// Of its first byte.
    public let offset: Int64
    /// Of its content's first byte.
    public let start: Int64
    /// Of its content, in bytes; nil where it does not say.
    public let size: Int64?

    /// Of the first byte behind it; nil where it does not say its size.
    public var end: Int64? { size.map { start + $0 } }
}
