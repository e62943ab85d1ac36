/// Lines that are shown together, with their times.
struct SubtitleCue: Hashable, Sendable {
    /// The maximum number of cues of a file.
    static let most = 50_000
    /// The maximum length of a cue in bytes.
    static let longest = 4_096

    /// In milliseconds.
    var start: Int64
    var end: Int64
    /// With ASS overrides.
    var text: String
    /// Nil: at the bottom centre.
    var place: Place?

    /// The place of a cue in the picture.
    struct Place: Hashable, Sendable {
        /// The point of the text that is at the place, as on a keypad: 1 is the lower left, 9 the upper right.
        var anchor: Int
        /// Percent of the picture's width and height; nil: the usual place of that anchor.
        var point: (x: Double, y: Double)?

        static func == (left: Place, right: Place) -> Bool {
            left.anchor == right.anchor && left.point?.x == right.point?.x && left.point?.y == right.point?.y
        }

        func hash(into hasher: inout Hasher) { hasher.combine(anchor) }
    }
}

/// Parses times of subtitle files.
enum SubtitleClock {
    /// Parses `H:MM:SS,mmm` or `MM:SS.mmm`, with any number of decimals and surrounding spaces; in milliseconds, less
    /// than 1,000 hours.
    static func milliseconds(_ text: Substring) -> Int64? {
        let text = visible(text)
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let last = parts.last else { return nil }
        let seconds = last.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "," || $0 == "." }
        var total: Int64 = 0
        for part in parts.dropLast() + [seconds[0]] {
            guard (1...3).contains(part.count), let value = Int64(part), value >= 0 else { return nil }
            total = total * 60 + value
        }
        var fraction: Int64 = 0
        if seconds.count == 2 {
            let digits = seconds[1].prefix(3)
            guard let value = digits.isEmpty ? 0 : Int64(digits), value >= 0 else { return nil }
            fraction = value * [100, 10, 1][max(0, digits.count - 1)]
        }
        return total < 3_600_000 ? total * 1_000 + fraction : nil
    }

    /// Removes white space and invisible characters, such as marks of direction: tools leave them at the start of a file.
    static func visible(_ text: Substring) -> String {
        let scalars = text.unicodeScalars.filter {
            !$0.properties.isWhitespace && ($0.isASCII || $0.properties.generalCategory != .format)
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
