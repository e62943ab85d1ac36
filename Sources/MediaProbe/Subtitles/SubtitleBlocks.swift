/// Reads the subtitles of SubRip and WebVTT.
enum SubtitleBlocks {
    /// Cues with invalid times are left out.
    static func subRip(_ text: String) -> [SubtitleCue] {
        cues(text, .subRip) { _ in nil }
    }

    static func webVTT(_ text: String) -> [SubtitleCue] {
        cues(text, .webVTT) { WebVTTPlacement(settings: $0).place }
    }

    private static func cues(
        _ text: String, _ format: CueBlocks.Format, _ place: (Substring) -> SubtitleCue.Place?
    ) -> [SubtitleCue] {
        // A text that was converted twice has CR CR LF, which would be an empty line in each place.
        let isConvertedTwice = text.utf8.firstRange(of: "\r\r\n".utf8) != nil
        let text = isConvertedTwice ? text.replacing("\r\r\n", with: "\n") : text
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        var cues: [SubtitleCue] = []
        for case .cue(let block) in CueBlocks.read(lines, format) where cues.count < SubtitleCue.most {
            guard block.end > block.start, !block.lines.isEmpty else { continue }
            var joined = block.lines.joined(separator: "\n")
            if joined.utf8.count > SubtitleCue.longest { joined = String(joined.prefix(SubtitleCue.longest / 4)) }
            cues.append(
                SubtitleCue(
                    start: block.start, end: block.end, text: SubtitleMarkup.overrides(joined),
                    place: place(block.settings)))
        }
        return cues
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
