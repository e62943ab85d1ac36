/// Selects the queue items that are offered: a queue may be longer than anybody would read, or than the daemon can
/// send in time.
enum QueueNumbers {
    /// The maximum number of items.
    static let limit: UInt32 = 100

    /// The first ``limit`` numbers from 1 to `length` whose digits begin with `prefix`, shorter numbers first.
    static func ranges(startingWith prefix: String, length: UInt32) -> [ClosedRange<UInt32>] {
        guard length > 0 else { return [] }
        if prefix.isEmpty { return [1...min(length, limit)] }
        guard let number = UInt32(prefix), number > 0, String(number) == prefix else { return [] }
        var ranges: [ClosedRange<UInt32>] = []
        // For prefix 1: 1, 10...19, 100...199.
        var (first, width, room) = (UInt64(number), UInt64(1), UInt64(limit))
        while first <= length, room > 0 {
            let count = min(width, UInt64(length) - first + 1, room)
            ranges.append(UInt32(first)...UInt32(first + count - 1))
            room -= count
            (first, width) = (first * 10, width * 10)
        }
        return ranges
    }
}
