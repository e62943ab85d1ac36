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

/// A delay in seconds, or a change of it: `0.3`, `+0.3`, `0.3s`, `-80ms`.
struct DelayArgument: Hashable, ExpressibleByArgument {
    let step: StepArgument

    init?(argument: String) {
        let isInMilliseconds = argument.hasSuffix("ms")
        let unit = isInMilliseconds ? 2 : argument.hasSuffix("s") ? 1 : 0
        guard let step = StepArgument(argument: String(argument.dropLast(unit))) else { return nil }
        switch step {
        case .value(let amount) where isInMilliseconds: self.step = .value(amount / 1000)
        case .step(let amount) where isInMilliseconds: self.step = .step(amount / 1000)
        default: self.step = step
        }
    }

    /// The resulting delay, in seconds.
    func applied(to old: Double) -> Double { step.applied(to: old) }
}
