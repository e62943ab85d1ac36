import ArgumentParser
import PlayerCore

/// Where to go: to a point (`1:23.5`, `90`, `50%`), or by an amount (`+10`, `-1:30`).
enum TimeArgument: Hashable {
    case absolute(MediaTime)
    case relative(MediaTime)
    /// Of the item's duration, 0...1.
    case fraction(Double)
}

extension TimeArgument: ExpressibleByArgument {
    init?(argument: String) {
        if argument.hasSuffix("%") {
            guard let percent = AmountArgument.number(argument.dropLast()), percent <= 100 else { return nil }
            self = .fraction(percent / 100)
            return
        }
        let isSigned = argument.hasPrefix("+") || argument.hasPrefix("-")
        guard let time = MediaTime(argument: isSigned ? argument.dropFirst() : argument[...]) else { return nil }
        self =
            !isSigned
            ? .absolute(time)
            : .relative(argument.hasPrefix("-") ? MediaTime(nanoseconds: -time.nanoseconds) : time)
    }
}
