/// Reads cues of formats with one cue per line: MicroDVD, MPL2, SubViewer and TMPlayer, all with the extension `.sub`
/// or `.txt`.
enum SubtitleLines {
    /// MicroDVD's frame rate if it is not given; that of most films.
    private static let usualRate = 23.976
    /// How long the last line of TMPlayer stays, in milliseconds.
    private static let usualLength: Int64 = 4_000

    static func cues(_ text: String) -> [SubtitleCue] {
        var cues: [SubtitleCue] = []
        var rate = usualRate
        var isFirst = true
        // SubViewer's text is below its times.
        var open: (start: Int64, end: Int64)?
        for line in text.split(whereSeparator: \.isNewline) where cues.count < SubtitleCue.most {
            let line = line.prefix(SubtitleCue.longest).drop { $0 == " " }
            if let times = open {
                open = nil
                let words = SubtitleMarkup.overrides(line.replacing("[br]", with: "\n"))
                cues.append(SubtitleCue(start: times.start, end: times.end, text: words))
            } else if let (from, to, words) = numbers(line, "{", "}") {
                defer { isFirst = false }
                // {1}{1}25: the rate.
                if isFirst, from == to, let told = Double(words.filter { $0 != " " }), (1...200).contains(told) {
                    rate = told
                    continue
                }
                add(Double(from) / rate * 1_000, Double(to) / rate * 1_000, words)
            } else if let (from, to, words) = numbers(line, "[", "]") {
                add(Double(from) * 100, Double(to) * 100, words)
            } else if let comma = line.firstIndex(of: ","), let start = SubtitleClock.milliseconds(line[..<comma]),
                let end = SubtitleClock.milliseconds(line[line.index(after: comma)...]), end > start
            {
                open = (start, end)
            } else if let (start, words) = clocked(line) {
                if let last = cues.indices.last, cues[last].end == cues[last].start + usualLength {
                    cues[last].end = max(cues[last].start, min(cues[last].end, start))
                }
                cues.append(SubtitleCue(start: start, end: start + usualLength, text: Self.plain(words)))
            }
        }
        return cues.filter { $0.end > $0.start && $0.text.contains { !$0.isWhitespace } }

        func add(_ start: Double, _ end: Double, _ words: Substring) {
            guard start < 3.6e9, end < 3.6e9 else { return }
            cues.append(SubtitleCue(start: Int64(start), end: Int64(end), text: plain(words)))
        }
    }

    /// Lines are separated by bars; `{y:i}` and a leading slash mean italics.
    private static func plain(_ words: Substring) -> String {
        words.split(separator: "|").map { line in
            var line = line
            var isItalic = line.first == "/"
            if isItalic { line.removeFirst() }
            while line.first == "{", let end = line.firstIndex(of: "}") {
                isItalic = isItalic || line[..<end].lowercased().hasSuffix(":i")
                line = line[line.index(after: end)...]
            }
            let text = SubtitleMarkup.overrides(line)
            return isItalic ? "{\\i1}\(text){\\i0}" : text
        }.joined(separator: "\\N")
    }

    /// Parses `{12}{60}words`.
    private static func numbers(
        _ line: Substring, _ open: Character, _ close: Character
    ) -> (Int64, Int64, Substring)? {
        var rest = line
        var values: [Int64] = []
        for _ in 0..<2 {
            guard rest.first == open, let end = rest.firstIndex(of: close) else { return nil }
            let digits = rest[rest.index(after: rest.startIndex)..<end]
            // MicroDVD's end may be omitted.
            let told = digits.isEmpty ? (values.first ?? 0) + 100 : Int64(digits)
            guard let value = told, (0...1_000_000_000).contains(value) else { return nil }
            values.append(value)
            rest = rest[rest.index(after: end)...]
        }
        return (values[0], values[1], rest)
    }

    /// Parses `00:01:02:words`.
    private static func clocked(_ line: Substring) -> (Int64, Substring)? {
        let parts = line.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, let start = SubtitleClock.milliseconds(line[..<parts[2].endIndex]) else { return nil }
        return (start, parts[3])
    }
}
