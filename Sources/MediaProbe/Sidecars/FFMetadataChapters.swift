internal import PlayerCore

/// Reads the `[CHAPTER]` sections of FFmpeg's metadata files (ffmpeg.org/ffmpeg-formats.html, "Metadata"). Their
/// global tags are copies of the container's own and are ignored.
enum FFMetadataChapters {
    /// FFmpeg's default time base for a section.
    private static let nanosecond = (numerator: Int64(1), denominator: Int64(1_000_000_000))

    private struct Section {
        var line: Int
        var base = nanosecond
        var start: Int64?
        var end: Int64?
        var title: String?
    }

    static func read(_ text: SidecarText, into notes: inout SidecarNotes) {
        let lines = logicalLines(text.lines)
        guard lines.first?.text.hasPrefix(";FFMETADATA") == true else {
            notes.note("it does not start with ';FFMETADATA1'")
            return
        }
        var section: Section?
        for line in lines.dropFirst() where !line.text.isEmpty && line.text.first != ";" && line.text.first != "#" {
            if line.text.first == "[" {
                close(section, into: &notes)
                section = line.text.lowercased().hasPrefix("[chapter]") ? Section(line: line.number) : nil
            } else if var open = section {
                read(line, into: &open, notes: &notes)
                section = open
            }
        }
        close(section, into: &notes)
        notes.sort()
    }

    private static func read(
        _ line: (number: Int, text: String), into section: inout Section, notes: inout SidecarNotes
    ) {
        guard let (key, value) = field(line.text) else {
            notes.note("it has no '='", line: line.number)
            return
        }
        switch key.lowercased() {
        case "timebase":
            if let base = timeBase(value) {
                section.base = base
            } else {
                notes.note("'\(notes.text(value.prefix(40)) ?? "")' is not a time base", line: line.number)
            }
        case "start":
            section.start = Int64(value)
            if section.start == nil { notes.note("START is not a whole number", line: line.number) }
        case "end":
            section.end = Int64(value)
            if section.end == nil { notes.note("END is not a whole number", line: line.number) }
        case "title": section.title = value
        default: break
        }
    }

    private static func close(_ section: Section?, into notes: inout SidecarNotes) {
        guard let section else { return }
        guard let start = section.start.flatMap({ time($0, section.base) }) else {
            notes.note("the chapter has no START", line: section.line)
            return
        }
        let end = section.end.flatMap { time($0, section.base) }
        notes.add(
            Chapter(
                start: start, end: end.flatMap { $0 >= start ? $0 : nil }, titles: notes.titles(section.title ?? "")))
    }

    private static func timeBase(_ text: String) -> (numerator: Int64, denominator: Int64)? {
        let parts = text.split(separator: "/", maxSplits: 1).map { Int32($0) }
        guard parts.count == 2, let numerator = parts[0], let denominator = parts[1], numerator > 0, denominator > 0
        else { return nil }
        return (Int64(numerator), Int64(denominator))
    }

    /// Exact: 64 bits of ticks, 32 of the base and 30 of a second fit into 128. Nil if out of range.
    private static func time(_ ticks: Int64, _ base: (numerator: Int64, denominator: Int64)) -> MediaTime? {
        let nanoseconds = Int128(ticks) * Int128(base.numerator) * 1_000_000_000 / Int128(base.denominator)
        return Int64(exactly: nanoseconds).map { MediaTime(nanoseconds: $0) }
    }

    /// Joins lines that end with a backslash with the next one; the number is that of the first.
    private static func logicalLines(_ lines: [Substring]) -> [(number: Int, text: String)] {
        var result: [(number: Int, text: String)] = []
        var open: (number: Int, text: String)?
        for (index, line) in lines.enumerated() {
            var current = open ?? (index + 1, "")
            // With two owners the text would be copied for every line.
            open = nil
            current.text += line
            let backslashes = line.utf8.reversed().prefix { $0 == UInt8(ascii: "\\") }.count
            if backslashes % 2 == 1 {
                current.text += "\n"
                open = current
            } else {
                result.append(current)
            }
        }
        if let open { result.append(open) }
        return result
    }

    /// Splits a line into its unescaped parts; nil without an unescaped equals sign.
    private static func field(_ line: String) -> (key: String, value: String)? {
        var (key, value) = ("", "")
        var (isValue, isEscaped) = (false, false)
        for character in line.unicodeScalars {
            if !isEscaped, character == "\\" {
                isEscaped = true
                continue
            }
            if !isEscaped, character == "=", !isValue {
                isValue = true
                continue
            }
            isEscaped = false
            if isValue { value.unicodeScalars.append(character) } else { key.unicodeScalars.append(character) }
        }
        return isValue ? (key, value) : nil
    }
}
