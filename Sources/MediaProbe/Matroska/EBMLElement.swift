/// Where one EBML element lies in the resource (RFC 8794 section 4).
struct EBMLElement: Hashable {
    /// With its length marker, as the specifications write it down.
    let id: UInt64
    /// Of its first byte.
    let offset: Int64
    /// Of its content's first byte.
    let start: Int64
    /// Of its content, in bytes; nil where it does not say.
    let size: Int64?

    /// Of the first byte behind it; nil where it does not say its size.
    var end: Int64? { size.map { start + $0 } }
}
