internal import MediaContainers
internal import PlayerCore

/// Reads chapters as lines of text: OGM's pairs (`CHAPTER01=00:00:00.000`, `CHAPTER01NAME=Title`, mkvtoolnix's "simple
/// chapter format") or one time and title per line, as people write them below videos (`0:00 Title`).
enum OGMChapters {
    static func read(_ text: SidecarText, into notes: inout SidecarNotes) {
        let lines = text.lines.enumerated().map { (number: $0.offset + 1, text: trimmed($0.element)) }
            .filter { !$0.text.isEmpty }
        if lines.contains(where: { pair($0.text) != nil }) {
            readPairs(lines, into: &notes)
        } else {
            for line in lines where line.text.utf8.first != UInt8(ascii: "#") {
                guard readLine(line.text, number: line.number, into: &notes) else { break }
            }
        }
        notes.sort()
    }

    private static func readPairs(_ lines: [(number: Int, text: Substring)], into notes: inout SidecarNotes) {
        var starts: [(key: Substring, time: MediaTime)] = []
        var names: [Substring: Substring] = [:]
        for line in lines {
            guard let pair = pair(line.text) else {
                notes.note("it is not a CHAPTER line", line: line.number)
                continue
            }
            if pair.isName {
                names[pair.key] = pair.value
            } else if starts.count > notes.limits.chapters {
                break
            } else if let time = MediaTime(clock: pair.value.replacing(",", with: ".")) {
                starts.append((pair.key, time))
            } else {
                notes.note("it has no time", line: line.number)
            }
        }
        for (key, time) in starts {
            let chapter = Chapter(start: time, titles: notes.titles(names[key] ?? ""))
            guard notes.add(chapter) else { return }
        }
    }

    /// `CHAPTER` and its digits identify a pair; nil for any other line.
    private static func pair(_ line: Substring) -> (key: Substring, isName: Bool, value: Substring)? {
        // Most lines of other files fail here, at their first byte.
        guard let first = line.utf8.first, first | 0x20 == UInt8(ascii: "c"), line.prefix(7).lowercased() == "chapter",
            let sign = line.firstIndex(of: "=")
        else { return nil }
        let rest = line[..<sign].dropFirst(7)
        let key = rest.prefix { $0.isASCII && $0.isNumber }
        let suffix = rest[key.endIndex...].lowercased()
        guard !key.isEmpty, suffix.isEmpty || suffix == "name" else { return nil }
        return (key, suffix == "name", trimmed(line[line.index(after: sign)...]))
    }

    /// False when the maximum number of chapters is reached.
    private static func readLine(_ line: Substring, number: Int, into notes: inout SidecarNotes) -> Bool {
        var rest = line
        // A list bullet.
        if let first = rest.first, "-–—*•".contains(first) { rest = trimmed(rest.dropFirst()) }
        guard let start = takeClock(from: &rest) else {
            notes.note("it does not start with a time", line: number)
            return true
        }
        var end: MediaTime?
        // "0:00 - 1:30 Title" is a range; "0:00 - 1984" is not.
        var behind = trimmed(rest)
        if let first = behind.first, "-–—".contains(first) {
            behind = trimmed(behind.dropFirst())
            if let time = takeClock(from: &behind), time > start {
                end = time
                rest = behind
            }
        }
        let title = rest.drop { $0.isWhitespace || "-–—:|.".contains($0) }
        return notes.add(Chapter(start: start, end: end, titles: notes.titles(title)))
    }

    /// A clock with a colon, alone or in brackets, with the closing bracket.
    private static func takeClock(from text: inout Substring) -> MediaTime? {
        let closing: Character? =
            switch text.first {
            case "[": "]"
            case "(": ")"
            default: nil
            }
        let clock = trimmed(closing == nil ? text : text.dropFirst()).prefix {
            $0.isASCII && $0.isNumber || $0 == ":" || $0 == "." || $0 == ","
        }
        var rest = text[clock.endIndex...]
        // A colon or comma after it belongs to the sentence.
        var digits = clock
        while let last = digits.last, !last.isNumber { digits.removeLast() }
        guard digits.contains(":"), let time = MediaTime(clock: digits.replacing(",", with: ".")) else { return nil }
        if let closing {
            rest = trimmed(rest)
            guard rest.first == closing else { return nil }
            rest = rest.dropFirst()
        } else if let next = rest.first, next.isLetter {
            return nil
        }
        text = rest
        return time
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0.isWhitespace || $0 == "\0" }
        while let last = text.last, last.isWhitespace || last == "\0" { text.removeLast() }
        return text
    }
}
