import ArgumentParser
import PlayerCore

/// A seek target: a time (`1:23.5`, `90`), a percentage (`50%`) or an offset (`+10`, `-1:30`).
enum TimeArgument: Hashable {
    case absolute(MediaTime)
    case relative(MediaTime)
    /// A fraction of the item's duration, 0...1.
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

extension TimeArgument {
    /// - Throws: ``ValidationError`` that says why the text is no target.
    init(checked argument: String) throws {
        if let target = TimeArgument(argument: argument) {
            self = target
        } else if argument.hasSuffix("%") {
            throw ValidationError("Percentages are 0% to 100%.")
        } else if argument.contains(":") {
            throw ValidationError("Minutes and seconds of a clock time are 0 to 59, as in 1:23.5 or 1:02:03.")
        } else {
            throw ValidationError("Write a time (90, 1:23.5, 1h30), a percentage (50%) or an offset (+10, -30).")
        }
    }
}

/// A time in an item: `90`, `1:23.5`, `1h30`.
struct ClockArgument: ExpressibleByArgument, Hashable {
    var time: MediaTime

    init?(argument: String) {
        guard let time = MediaTime(argument: argument) else { return nil }
        self.time = time
    }
}

/// A range of an item: `1:00-2:30`. A missing start is the item's start, a missing end the item's end.
struct ClockRange: ExpressibleByArgument, Hashable {
    var start: MediaTime
    var end: MediaTime?

    init?(argument: String) {
        let parts = argument.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, argument != "-" else { return nil }
        guard let start = parts[0].isEmpty ? .zero : MediaTime(argument: String(parts[0])) else { return nil }
        self.start = start
        if !parts[1].isEmpty {
            guard let end = MediaTime(argument: String(parts[1])) else { return nil }
            self.end = end
        }
    }
}

extension MediaTime {
    /// Parses a clock time (`1:23.5`), seconds (`90`), or a time with units (`1h30`).
    init?(argument: some StringProtocol) {
        guard let time = MediaTime(clock: argument) ?? MediaTime(units: argument) else { return nil }
        self = time
    }

    /// Parses hours, minutes and seconds with units: `20m`, `1h30m`, `1.5h`, `90 s`. Returns nil for any other text.
    ///
    /// The last unit may be omitted if it follows from the previous one: `1h30` is an hour and a half.
    init?(units text: some StringProtocol) {
        var rest = text.lowercased().filter { $0 != " " }[...]
        var last: Unit?
        var seconds = 0.0
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && !$0.isLetter }
            guard let number = AmountArgument.number(digits) else { return nil }
            rest = rest[digits.endIndex...]
            let name = rest.prefix { $0.isLetter }
            rest = rest[name.endIndex...]
            guard let unit = name.isEmpty && rest.isEmpty ? last?.next : Unit(name: name) else { return nil }
            if let last {
                guard unit.rawValue < last.rawValue, number < 60 else { return nil }
            }
            seconds += number * unit.rawValue
            last = unit
        }
        guard last != nil, let time = MediaTime(seconds: seconds) else { return nil }
        self = time
    }
}

/// A unit of time. The raw value is its length in seconds.
private enum Unit: Double {
    case hours = 3600
    case minutes = 60
    case seconds = 1

    init?(name: some StringProtocol) {
        switch name {
        case "h": self = .hours
        case "m", "min": self = .minutes
        case "s", "sec": self = .seconds
        default: return nil
        }
    }

    /// The next smaller unit.
    var next: Unit? {
        switch self {
        case .hours: .minutes
        case .minutes: .seconds
        case .seconds: nil
        }
    }
}
