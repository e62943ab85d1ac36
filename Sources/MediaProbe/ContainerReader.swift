internal import MediaContainers
internal import PlayerCore

/// Reads one family of containers.
///
/// A reader never fails as a whole: broken or excessive parts are reported as sentences in
/// ``ContainerFindings/problems``, and everything else that was read is kept.
protocol ContainerReader: SendableMetatype {
    /// - Parameter head: the first bytes of the resource, up to ``MediaProbe/headLength``.
    static func recognises(_ head: [UInt8]) -> Bool

    /// - Parameter uri: of the resource, for the pictures in it.
    init(_ bytes: ByteReader, uri: String)

    func read() -> ContainerFindings
}
