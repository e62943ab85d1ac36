/// What an item is, wherever it lies: a renamed or moved file keeps it, another file of the same name has another.
public struct ContentIdentity: Hashable, Sendable, CustomStringConvertible {
    /// `file:<size>-<SHA-256 in hexadecimal>` of a local file, `uri:<uri>` of everything else.
    public let text: String

    /// One that was made before.
    public init(text: String) { self.text = text }

    public var description: String { text }
}
