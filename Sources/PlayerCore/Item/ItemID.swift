/// An entry of the queue. The id stays the same when the entry is moved or edited, and is never reused.
public struct ItemID: Hashable, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
}
