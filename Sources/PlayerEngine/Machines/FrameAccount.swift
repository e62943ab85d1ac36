/// The frames of an item that were dropped because they were late, by its decoders or on their way to the window.
///
/// Decoders and sinks post a message for each. Their own counters begin anew with each segment and each pause.
struct FrameAccount {
    private var dropped: UInt64 = 0
    private var told: UInt64 = 0

    mutating func drop() { dropped += 1 }

    /// The number of the item so far, if it has increased since it was asked for.
    mutating func news() -> UInt64? {
        guard dropped > told else { return nil }
        told = dropped
        return dropped
    }
}
