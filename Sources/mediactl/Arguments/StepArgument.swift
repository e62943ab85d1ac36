import ArgumentParser

/// A value (`0.3`), or a change of the present one (`+0.3`, `-0.3`).
enum StepArgument: Hashable, ExpressibleByArgument {
    case value(Double)
    case step(Double)

    init?(argument: String) {
        let isSigned = argument.hasPrefix("+") || argument.hasPrefix("-")
        // Far above the accepted maximum, and far below the numbers that the conversion cannot represent.
        guard let number = AmountArgument.number(isSigned ? argument.dropFirst() : argument[...]), number < 1e9 else {
            return nil
        }
        self = isSigned ? .step(argument.hasPrefix("-") ? -number : number) : .value(number)
    }

    /// The resulting value. The sum of many steps should still reach round values.
    func applied(to old: Double) -> Double {
        switch self {
        case .value(let value): value
        case .step(let step): ((old + step) * 1e6).rounded() / 1e6
        }
    }
}
