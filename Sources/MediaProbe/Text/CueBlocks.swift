/// Divides SubRip and WebVTT into blocks, for subtitles, chapters and storyboards: cues, which have a line of times, and
/// what is between them.
///
/// Empty lines are often missing or too many. As WebVTT prescribes (w3.org/TR/webvtt1, section 6.1), the next line of
/// times ends a cue, too. In SubRip nothing else does: there is no rule against empty lines in its text.
struct CueBlocks {
    enum Format {
        case subRip, webVTT
    }

    /// A line and its number, from 1.
    typealias Line = (number: Int, text: Substring)

    enum Block {
        case cue(Cue)
        /// The number of a line whose times cannot be read. What it belongs to is left out.
        case unreadable(Int)
        /// Lines without times: the head of WebVTT, its notes and styles.
        case other([Line])
    }

    struct Cue {
        /// The line above the times.
        var id: Substring?
        /// In milliseconds; the end may be before the start.
        var start: Int64
        var end: Int64
        /// What follows the times in their line.
        var settings: Substring
        /// Not empty ones.
        var lines: [Substring] = []
        /// The number of the line of times.
        var number: Int
    }

    static func read(_ lines: some Sequence<Substring>, _ format: Format) -> [Block] {
        var reader = CueBlocks(format: format)
        for (index, line) in lines.enumerated() { reader.take(line, number: index + 1) }
        reader.close()
        return reader.blocks
    }

    private let format: Format
    private var blocks: [Block] = []
    private var open: Cue?
    /// The lines below the times of the open cue, or those of a block without times.
    private var body: [Line] = []
    /// Whether lines belong to times that cannot be read.
    private var isSkipping = false
    /// Whether cues have numbers, so that one without text is not shown as the number of the next.
    private var isNumbered = false
    private var latestNumber: Int?

    private init(format: Format) { self.format = format }

    private mutating func take(_ line: Substring, number: Int) {
        // Most lines have no hyphen.
        if line.utf8.contains(UInt8(ascii: "-")), let arrow = line.firstRange(of: "-->") {
            let cue = Self.cue(line, arrow, number)
            if cue != nil || format == .webVTT || isBegun {
                begin(cue, number)
                return
            }
        }
        let isBlank = line.utf8.isEmpty || line.allSatisfy(\.isWhitespace)
        if isBlank, format == .webVTT || open == nil {
            close()
        } else if !isSkipping {
            body.append((number, isBlank ? "" : line))
        }
    }

    /// Whether a line with an arrow stands where times do, not in a text.
    private var isBegun: Bool {
        guard open != nil, !isSkipping else { return true }
        return body.last.map { $0.text.isEmpty || Self.number($0.text) != nil } ?? false
    }

    private mutating func begin(_ cue: Cue?, _ number: Int) {
        let id = takeID()
        close()
        guard var cue else {
            blocks.append(.unreadable(number))
            isSkipping = true
            return
        }
        cue.id = id
        latestNumber = id.flatMap { Self.number($0) } ?? latestNumber
        open = cue
    }

    /// Removes the line above the times if it is a name, not text of the cue before it.
    private mutating func takeID() -> Substring? {
        guard let last = body.last else { return nil }
        guard !last.text.isEmpty else { return takeDistantNumber() }
        if open == nil {
            // The head of WebVTT is a block of its own, and so is a longer one.
            guard body.count == 1 || format == .subRip, format == .subRip || !blocks.isEmpty else { return nil }
            isNumbered = isNumbered || Self.number(last.text) != nil
            return body.removeLast().text
        }
        guard let number = Self.number(last.text), isNumbered || body.count > 1 else { return nil }
        isNumbered = true
        body.removeLast()
        dropBlankLines()
        // Some files have a number twice.
        if body.count > 1, body[body.count - 2].text.isEmpty, Self.number(body[body.count - 1].text) == number {
            body.removeLast()
        }
        return last.text
    }

    /// Removes the number of SubRip's next cue if an empty line is between the two.
    private mutating func takeDistantNumber() -> Substring? {
        dropBlankLines()
        guard let last = body.last, let latestNumber, Self.number(last.text) == latestNumber &+ 1,
            body.count == 1 || body[body.count - 2].text.isEmpty
        else { return nil }
        return body.removeLast().text
    }

    private mutating func dropBlankLines() {
        while let last = body.last, last.text.isEmpty { body.removeLast() }
    }

    private mutating func close() {
        if var cue = open {
            cue.lines = body.map(\.text).filter { !$0.isEmpty }
            blocks.append(.cue(cue))
        } else if !body.isEmpty {
            blocks.append(.other(body))
        }
        (open, body, isSkipping) = (nil, [], false)
    }

    /// Returns a line that is a number; invisible characters beside it are left out.
    private static func number(_ line: Substring) -> Int? {
        guard line.utf8.count < 64 else { return nil }
        return Int(SubtitleClock.visible(line))
    }

    /// Parses `00:00:01,000 --> 00:00:02,500 line:0`; nil if the times cannot be read.
    private static func cue(_ line: Substring, _ arrow: Range<Substring.Index>, _ number: Int) -> Cue? {
        guard let start = SubtitleClock.milliseconds(line[..<arrow.lowerBound]) else { return nil }
        let rest = line[arrow.upperBound...].drop { $0 == " " || $0 == "\t" }
        let word = rest.prefix { $0 != " " && $0 != "\t" }
        guard let end = SubtitleClock.milliseconds(word) else { return nil }
        return Cue(start: start, end: end, settings: rest[word.endIndex...], number: number)
    }
}
