/// One occurrence of something in the queue: stable over moves and edits, never used again.
public struct ItemID: Hashable, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
}
