/// Which items of a queue are offered: a queue may be longer than anybody wants to read, or the daemon can send in time.
enum QueueNumbers {
    /// So many at most.
    static let limit: UInt32 = 100

    /// The numbers from 1 to `length` whose digits begin with `prefix`, the short ones first; the first ``limit`` of them.
    static func ranges(startingWith prefix: String, length: UInt32) -> [ClosedRange<UInt32>] {
        guard length > 0 else { return [] }
        if prefix.isEmpty { return [1...min(length, limit)] }
        guard let number = UInt32(prefix), number > 0, String(number) == prefix else { return [] }
        var ranges: [ClosedRange<UInt32>] = []
        // 1, 10...19, 100...199 begin with 1.
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
