public import MediaContainers
public import PlayerCore

/// What GStreamer reads of a file of subtitles.
public enum SubtitleText {
    /// The text of a file, in a format that GStreamer's `subparse` knows.
    ///
    /// - Throws: a clause that says why there are no lines in it.
    public static func readable(
        _ text: String, _ format: SubtitleSidecar.Format
    ) throws(ProbeError) -> [UInt8] {
        switch format {
        case .subRip, .webVTT, .text:
            guard text.contains(where: { !$0.isWhitespace }) else { throw .malformed("it is empty") }
            return Array(text.utf8)
        case .ass, .ssa:
            let lines = ASSLines(text)
            guard !lines.lines.isEmpty else { throw .malformed("it holds no lines") }
            return Array(lines.subRip.utf8)
        case .vobSub: throw .malformed("subtitles of pictures (VobSub) are not shown")
        }
    }
}

/// The lines of an ASS or SSA file: when they are shown, and their text without styles.
struct ASSLines {
    /// Lines that are taken.
    static let mostLines = 50_000
    /// Lines that are shown at a time; signs are drawn with hundreds.
    static let mostAtOnce = 8

    struct Line: Equatable {
        /// Hundredths of a second.
        var start: Int
        var end: Int
        /// With `<i>` and `<b>`.
        var text: String
    }

    /// By start.
    private(set) var lines: [Line] = []

    init(_ text: String) {
        var order = ["layer", "start", "end", "style", "name", "marginl", "marginr", "marginv", "effect", "text"]
        var isInEvents = false
        for row in text.split(whereSeparator: \.isNewline) {
            if row.first == "[" { isInEvents = row.lowercased().hasPrefix("[events]") }
            guard isInEvents, let colon = row.firstIndex(of: ":") else { continue }
            let rest = row[row.index(after: colon)...]
            switch row[..<colon].lowercased() {
            case "format": order = rest.split(separator: ",").map { String($0.filter { $0 != " " }).lowercased() }
            case "dialogue":
                if let line = Self.line(rest, order) { lines.append(line) }
                if lines.count == Self.mostLines { break }
            default: break
            }
            if lines.count == Self.mostLines { break }
        }
        lines.sort { ($0.start, $0.end) < ($1.start, $1.end) }
    }

    private static func line(_ row: Substring, _ order: [String]) -> Line? {
        let fields = row.split(separator: ",", maxSplits: max(0, order.count - 1), omittingEmptySubsequences: false)
        func field(_ name: String) -> Substring? {
            order.firstIndex(of: name).flatMap { fields.indices.contains($0) ? fields[$0] : nil }
        }
        guard let start = field("start").flatMap(time), let end = field("end").flatMap(time), start < end,
            let raw = field("text")
        else { return nil }
        let text = plain(raw)
        return text.isEmpty ? nil : Line(start: start, end: end, text: text)
    }

    /// `H:MM:SS.cc`.
    private static func time(_ text: Substring) -> Int? {
        let parts = text.filter { $0 != " " }.split(separator: ":")
        guard parts.count == 3, let hours = Int(parts[0]), let minutes = Int(parts[1]), (0..<1_000).contains(hours),
            (0..<60).contains(minutes), let seconds = Double(parts[2]), (0..<60).contains(seconds)
        else { return nil }
        return (hours * 60 + minutes) * 6_000 + Int((seconds * 100).rounded())
    }

    /// Without override codes, but for what is slanted or bold; nothing of drawings.
    private static func plain(_ text: Substring) -> String {
        var result = ""
        var open: [Character: Bool] = [:]
        var isDrawing = false
        var rest = text
        while let character = rest.first {
            if character == "{", let end = rest.firstIndex(of: "}") {
                for code in rest[rest.index(after: rest.startIndex)..<end].split(separator: "\\") {
                    if code.first == "p", let number = Int(code.dropFirst()) { isDrawing = number > 0 }
                    guard let name = code.first, name == "i" || name == "b", let number = Int(code.dropFirst()) else {
                        continue
                    }
                    if (open[name] ?? false) != (number != 0) {
                        result += number != 0 ? "<\(name)>" : "</\(name)>"
                        open[name] = number != 0
                    }
                }
                rest = rest[rest.index(after: end)...]
                continue
            }
            rest.removeFirst()
            if character == "\\", let next = rest.first, "Nnh".contains(next) {
                rest.removeFirst()
                result += next == "h" ? " " : "\n"
            } else if !isDrawing {
                result += character == "<" ? "&lt;" : String(character)
            }
        }
        for name in open.keys.sorted() where open[name] == true { result += "</\(name)>" }
        let isEmpty = result.split(separator: "\n").allSatisfy { $0.allSatisfy { $0.isWhitespace } }
        return isEmpty ? "" : result.split(separator: "\n").joined(separator: "\n")
    }

    /// As SubRip, which shows one entry at a time: what is shown together is one.
    var subRip: String {
        var result = ""
        var number = 0
        var shown: [Line] = []
        var next = 0
        var now = 0
        while next < lines.count || !shown.isEmpty {
            if shown.isEmpty { now = max(now, lines[next].start) }
            while next < lines.count, lines[next].start <= now {
                if shown.count < Self.mostAtOnce,
                    !shown.contains(where: { $0.text == lines[next].text && $0.end >= lines[next].end })
                {
                    shown.append(lines[next])
                }
                next += 1
            }
            let ends = shown.map(\.end).min() ?? now
            let until = next < lines.count ? min(ends, lines[next].start) : ends
            if until > now, !shown.isEmpty {
                number += 1
                let text = shown.map(\.text).joined(separator: "\n")
                result += "\(number)\n\(Self.written(now)) --> \(Self.written(until))\n\(text)\n\n"
            }
            now = max(now, until)
            shown.removeAll { $0.end <= now }
        }
        return result
    }

    private static func written(_ time: Int) -> String {
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "\(two(time / 360_000)):\(two(time / 6_000 % 60)):\(two(time / 100 % 60)),\(two(time % 100))0"
    }
}
