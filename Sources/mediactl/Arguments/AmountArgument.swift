import ArgumentParser

/// A new volume (`0.5`, `50%`, `50`) or a change of the present one (`+0.05`, `-5%`, `-5`).
enum AmountArgument: Hashable {
    case value(Double)
    case change(Double)

    /// The resulting value; never below zero.
    func applied(to old: Double) -> Double {
        switch self {
        case .value(let value): value
        // The sum of many steps of 0.05 should still reach round values.
        case .change(let change): max(0, ((old + change) * 1e6).rounded() / 1e6)
        }
    }

    /// The maximum volume. Larger numbers can only be percentages.
    static let loudest = 1.5

    /// Parses a plain decimal number without a sign. Swift's own parser would also accept `nan` and `0x1p3`.
    static func number(_ text: some StringProtocol) -> Double? {
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".") }),
            let number = Double(text), number.isFinite
        else { return nil }
        return number
    }
}

extension AmountArgument: ExpressibleByArgument {
    init?(argument: String) {
        let isSigned = argument.hasPrefix("+") || argument.hasPrefix("-")
        var digits = isSigned ? argument.dropFirst() : argument[...]
        let isPercent = digits.hasSuffix("%")
        if isPercent {
            digits.removeLast()
            // The form that `volume` and `status` print.
            if digits.hasSuffix(" ") { digits.removeLast() }
        }
        guard let number = Self.number(digits) else { return nil }
        // A factor has a point: 1 is as quiet as 2 is, and not fifty times as loud.
        let isWhole = !digits.contains(".")
        // 33.3 % is 0.333, not a neighbouring double.
        let amount = isPercent || isWhole || number > Self.loudest ? (number * 1e4).rounded() / 1e6 : number
        self = isSigned ? .change(argument.hasPrefix("-") ? -amount : amount) : .value(amount)
    }
}
