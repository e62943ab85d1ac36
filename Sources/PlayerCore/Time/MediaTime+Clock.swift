extension MediaTime {
    /// Parses `90`, `1.5`, `1:23.5` or `1:02:03.250`, without a sign; nil for anything else.
    ///
    /// Minutes and seconds after a colon are below 60 and have at most two digits; decimals after the ninth are
    /// ignored.
    public init?(clock text: some StringProtocol) {
        var fields = text.split(separator: ":", omittingEmptySubsequences: false).map { Substring($0) }
        guard (1...3).contains(fields.count), let last = fields.popLast() else { return nil }
        let parts = last.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, whole.count + (parts.count > 1 ? parts[1].count : 0) > 0 else { return nil }
        fields.append(whole.isEmpty ? "0" : whole)

        var seconds: Int64 = 0
        for (index, field) in fields.enumerated() {
            guard Self.isDigits(field), let value = Int64(field),
                index == 0 || (value < 60 && field.count <= 2)
            else { return nil }
            let (product, overflow) = seconds.multipliedReportingOverflow(by: 60)
            let (sum, isTooLarge) = product.addingReportingOverflow(value)
            guard !overflow, !isTooLarge else { return nil }
            seconds = sum
        }
        var nanoseconds: Int64 = 0
        if parts.count > 1, !parts[1].isEmpty {
            let decimals = parts[1].prefix(9)
            guard Self.isDigits(parts[1]), let value = Int64(decimals) else { return nil }
            nanoseconds = (decimals.count..<9).reduce(value) { scaled, _ in scaled * 10 }
        }
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isTooLarge) = product.addingReportingOverflow(nanoseconds)
        guard !overflow, !isTooLarge else { return nil }
        self.init(nanoseconds: sum)
    }

    private static func isDigits(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

extension MediaTime {
    /// The time as people read it in messages: `0:00.4`, `1:10`, `1:02:03.25`. Milliseconds are the smallest unit.
    public var clock: String {
        let milliseconds = nanoseconds.magnitude / 1_000_000
        let (seconds, fraction) = (milliseconds / 1_000, milliseconds % 1_000)
        let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
        var text = nanoseconds < 0 && milliseconds > 0 ? "-" : ""
        text += hours > 0 ? "\(hours):\(Self.padded(minutes, to: 2))" : "\(minutes)"
        text += ":\(Self.padded(seconds % 60, to: 2))"
        guard fraction > 0 else { return text }
        var digits = Self.padded(fraction, to: 3)
        while digits.hasSuffix("0") { digits.removeLast() }
        return text + "." + digits
    }

    private static func padded(_ value: UInt64, to length: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, length - digits.count)) + digits
    }
}
