import ArgumentParser

/// A new volume (`0.5`, `50%`, `50`) or a change of the old one (`+0.05`, `-5%`, `-5`).
enum AmountArgument: Hashable {
    case value(Double)
    case change(Double)

    /// The value that results; never below zero.
    func applied(to old: Double) -> Double {
        switch self {
        case .value(let value): value
        // Steps of 0.05 that were added up many times should still meet the round values.
        case .change(let change): max(0, ((old + change) * 1e6).rounded() / 1e6)
        }
    }

    /// The loudest volume there is. Larger numbers can only be percentages.
    private static let loudest = 1.5

    /// A plain decimal number without a sign; Swift's own parser would take `nan` and `0x1p3` too.
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
            // As `volume` and `status` print it.
            if digits.hasSuffix(" ") { digits.removeLast() }
        }
        guard let number = Self.number(digits) else { return nil }
        // A whole number of steps can only be percent: +1 is one louder, not twice as loud.
        let isStep = isSigned && !digits.contains(".")
        // 33.3 % is 0.333, not the double beside it.
        let amount = isPercent || isStep || number > Self.loudest ? (number * 1e4).rounded() / 1e6 : number
        self = isSigned ? .change(argument.hasPrefix("-") ? -amount : amount) : .value(amount)
    }
}
