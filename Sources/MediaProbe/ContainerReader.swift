internal import MediaContainers
internal import PlayerCore

/// Reads one family of containers.
///
/// A reader never fails as a whole: what is broken or beyond the limits becomes a sentence in
/// ``ContainerFindings/problems``, and what was read so far counts.
protocol ContainerReader: SendableMetatype {
    /// - Parameter head: the first bytes of the resource, ``MediaProbe/headLength`` where it has so many.
    static func recognises(_ head: [UInt8]) -> Bool

    /// - Parameter uri: of the resource, for the pictures in it.
    init(_ bytes: ByteReader, uri: String)

    func read() -> ContainerFindings
}
