/// The identity of an item's content, independent of its place. A renamed or moved file keeps it; another file of the
/// same name has another.
public struct ContentIdentity: Hashable, Sendable, CustomStringConvertible {
    /// `file:<size>-<SHA-256 in hexadecimal>` for a local file, `uri:<uri>` for everything else.
    public let text: String

    /// Wraps an identity that was computed before.
    public init(text: String) { self.text = text }

    public var description: String { text }
}
