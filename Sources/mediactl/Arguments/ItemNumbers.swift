import ArgumentParser

/// Items as the queue's listing numbers them: `3`, or `3-7`.
struct ItemNumbers: ExpressibleByArgument, Hashable {
    /// From 1.
    var range: ClosedRange<UInt32>

    init?(argument: String) {
        let ends = argument.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = ends.first.flatMap({ Self.number($0) }),
            let last = ends.count > 1 ? Self.number(ends[1]) : first, first <= last
        else { return nil }
        range = first...last
    }

    private static func number(_ text: Substring) -> UInt32? {
        guard let number = UInt32(text), number > 0 else { return nil }
        return number
    }
}
