/// Reads cues of SubRip and WebVTT: blocks with a line of times, separated by empty lines.
enum SubtitleBlocks {
    /// Blocks with invalid times are left out.
    static func subRip(_ text: String) -> [SubtitleCue] {
        blocks(text) { _ in nil }
    }

    static func webVTT(_ text: String) -> [SubtitleCue] {
        blocks(text) { WebVTTPlacement(settings: $0).place }
    }

    private static func blocks(
        _ text: String, _ place: (Substring) -> SubtitleCue.Place?
    ) -> [SubtitleCue] {
        var cues: [SubtitleCue] = []
        var open: SubtitleCue?
        var body: [Substring] = []
        func close() {
            defer { (open, body) = (nil, []) }
            guard var cue = open, cues.count < SubtitleCue.most else { return }
            while body.last?.allSatisfy(\.isWhitespace) == true { body.removeLast() }
            var joined = body.joined(separator: "\n")
            if joined.utf8.count > SubtitleCue.longest { joined = String(joined.prefix(SubtitleCue.longest / 4)) }
            cue.text = SubtitleMarkup.overrides(joined)
            if cue.end > cue.start, joined.contains(where: { !$0.isWhitespace }) { cues.append(cue) }
        }
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            if let (start, end, settings) = times(line) {
                // If the empty line before a cue is missing, its number is the line above its times.
                if open != nil, let last = body.last, last.allSatisfy({ $0.isNumber }), !last.isEmpty {
                    body.removeLast()
                }
                close()
                open = SubtitleCue(start: start, end: end, text: "", place: place(settings))
            } else if line.allSatisfy(\.isWhitespace) {
                close()
            } else if open != nil {
                body.append(line)
            }
        }
        close()
        return cues
    }

    /// Parses `00:00:01,000 --> 00:00:02,500 line:0`.
    private static func times(_ line: Substring) -> (start: Int64, end: Int64, settings: Substring)? {
        guard let arrow = line.firstRange(of: "-->"), let start = SubtitleClock.milliseconds(line[..<arrow.lowerBound])
        else { return nil }
        let rest = line[arrow.upperBound...].drop { $0 == " " || $0 == "\t" }
        let word = rest.prefix { $0 != " " && $0 != "\t" }
        guard let end = SubtitleClock.milliseconds(word) else { return nil }
        return (start, end, rest[word.endIndex...])
    }
}

/// The position of a cue according to WebVTT's settings (https://www.w3.org/TR/webvtt1/#webvtt-cue-settings).
private struct WebVTTPlacement {
    private var isRight = false
    private var isLeft = false
    private var position: Double?
    /// Percent of the height, of the upper edge or, counted from below, of the lower edge.
    private var line: (percent: Double, isFromBelow: Bool)?
    /// A line is 5.33 % of the height.
    private static let lineHeight = 100.0 / 18.75

    init(settings: Substring) {
        for setting in settings.split(whereSeparator: \.isWhitespace) {
            guard let colon = setting.firstIndex(of: ":") else { continue }
            let value = setting[setting.index(after: colon)...].prefix { $0 != "," }
            switch setting[..<colon] {
            case "align":
                isLeft = value == "start" || value == "left"
                isRight = value == "end" || value == "right"
            case "position": position = Self.percent(value)
            case "line":
                if let percent = Self.percent(value) {
                    line = (percent, false)
                } else if let number = Double(value), abs(number) <= 100 {
                    let offset = number * Self.lineHeight
                    line = number < 0 ? (max(0, 100 + offset + Self.lineHeight), true) : (min(100, offset), false)
                }
            default: break
            }
        }
    }

    private static func percent(_ text: Substring) -> Double? {
        guard text.last == "%", let value = Double(text.dropLast()), (0...100).contains(value) else { return nil }
        return value
    }

    /// Nil: the usual position.
    var place: SubtitleCue.Place? {
        guard isLeft || isRight || position != nil || line != nil else { return nil }
        let column = isLeft ? 0 : isRight ? 2 : 1
        let usual = [5.0, 50, 95][column]
        guard let line else {
            return .init(anchor: 1 + column, point: position.map { ($0, 95) })
        }
        let row = line.isFromBelow ? 0 : 2
        return .init(anchor: 1 + column + 3 * row, point: (position ?? usual, min(max(line.percent, 3), 97)))
    }
}
