internal import MediaContainers
internal import PlayerCore

/// Reads WebVTT files whose cues are chapters (w3.org/TR/webvtt1, sections 4 and 5.3). A cue within another one is a
/// level deeper.
enum WebVTTChapters {
    /// A cue of the file.
    private struct Cue {
        var id: String?
        var start: MediaTime
        var end: MediaTime
        var text: String
        var lines: Int
        /// Whether it says where in the picture it is shown.
        var isPlaced: Bool
    }

    /// - Parameter isNamedSo: whether the file's name identifies it as chapters; otherwise its cues must look like
    ///   chapters.
    static func read(_ text: SidecarText, isNamedSo: Bool, into notes: inout SidecarNotes) {
        let lines = text.lines
        guard lines.first?.hasPrefix("WEBVTT") == true else {
            if isNamedSo { notes.note("it does not start with 'WEBVTT'") }
            return
        }
        var header = Header()
        var cues: [Cue] = []
        // Subtitles are read to the end to recognise them, but without notes about their cues.
        var unread: [(String, Int)] = []
        for (index, block) in blocks(lines).enumerated() {
            if index == 0 {
                header.read(block)
            } else if !header.readIfNote(block) {
                guard cues.count < notes.limits.elements else { break }
                switch cue(block) {
                case .success(let cue): cue.map { cues.append($0) }
                case .failure(let failure): unread.append((failure.problem, failure.line))
                }
            }
        }
        guard isNamedSo || header.saysChapters ?? looksLikeChapters(cues) else { return }
        for (problem, line) in unread { notes.note(problem, line: line) }
        add(cues, language: header.language, to: &notes)
    }

    /// Whether cues that are not marked as chapters are meant as such. Taking subtitles for chapters is worse than
    /// missing chapters, so all of these conditions must hold:
    ///
    /// - at most 500 cues, ten seconds long on average (subtitles last two to six);
    /// - together they cover nine tenths of the time from the first to the last (songs and signs leave gaps);
    /// - each is one line of at most 120 characters (a transcript's paragraphs are longer), and has no place in the
    ///   picture.
    private static func looksLikeChapters(_ cues: [Cue]) -> Bool {
        guard (1...500).contains(cues.count), let first = cues.map(\.start).min(), let last = cues.map(\.end).max(),
            cues.allSatisfy({ $0.lines == 1 && $0.text.count <= 120 && !$0.isPlaced })
        else { return false }
        var (covered, reached) = (0.0, first)
        for cue in cues.sorted(by: { $0.start < $1.start }) where cue.end > reached {
            covered += (cue.end - max(cue.start, reached)).seconds
            reached = cue.end
        }
        let average = cues.reduce(0) { $0 + ($1.end - $1.start).seconds } / Double(cues.count)
        return average >= 10 && covered >= 0.9 * (last - first).seconds
    }

    private static func add(_ cues: [Cue], language: String, to notes: inout SidecarNotes) {
        // Outer cues first, so that the open cues are those that may contain the next one.
        let sorted = cues.sorted { ($0.start, $1.end) < ($1.start, $0.end) }
        var open: [MediaTime] = []
        for cue in sorted {
            while let last = open.last, last <= cue.start || last < cue.end { open.removeLast() }
            let chapter = Chapter(
                start: cue.start, end: cue.end, titles: notes.titles(cue.text, language: language), id: cue.id,
                level: UInt32(clamping: min(open.count, notes.limits.depth)))
            guard notes.add(chapter) else { return }
            open.append(cue.end)
        }
    }

    /// The blocks between empty lines, with the number of each line.
    private static func blocks(_ lines: [Substring]) -> [[(number: Int, text: Substring)]] {
        var blocks: [[(number: Int, text: Substring)]] = [[]]
        for (index, line) in lines.enumerated() {
            if line.isEmpty {
                if blocks.last?.isEmpty == false { blocks.append([]) }
            } else {
                blocks[blocks.count - 1].append((index + 1, line))
            }
        }
        return blocks.filter { !$0.isEmpty }
    }

    private struct Failure: Error {
        var problem: String
        var line: Int
    }

    /// Nil for a block without a title line and times.
    private static func cue(_ block: [(number: Int, text: Substring)]) -> Result<Cue?, Failure> {
        guard let timing = block.prefix(2).firstIndex(where: { $0.text.contains("-->") }) else {
            return .failure(Failure(problem: "there is no '-->' in this cue", line: block.first?.number ?? 0))
        }
        let line = block[timing]
        guard let arrow = line.text.firstRange(of: "-->"),
            let start = time(line.text[..<arrow.lowerBound]),
            // Settings may follow the end.
            case let words = line.text[arrow.upperBound...].split(whereSeparator: \.isWhitespace),
            let end = time(words.first ?? ""), end >= start
        else { return .failure(Failure(problem: "the cue's times cannot be read", line: line.number)) }
        let payload = block[(timing + 1)...]
        let id = timing > 0 ? SidecarText.clean(block[0].text, limit: 1024) : nil
        return .success(
            Cue(
                id: id, start: start, end: end, text: plain(payload.map(\.text).joined(separator: " ")),
                lines: payload.count, isPlaced: words.count > 1))
    }

    /// Hours may be omitted.
    private static func time(_ text: Substring) -> MediaTime? {
        let clock = text.split(whereSeparator: \.isWhitespace)
        guard clock.count == 1, clock[0].contains(":") else { return nil }
        return MediaTime(clock: clock[0])
    }

    /// Removes tags and resolves entities.
    private static func plain(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let mark = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
            result += rest[..<mark]
            rest = rest[mark...]
            if rest.first == "<" {
                guard let close = rest.firstIndex(of: ">") else { break }
                rest = rest[rest.index(after: close)...]
            } else if let (name, character) = entities.first(where: { rest.hasPrefix($0.name) }) {
                result += character
                rest = rest.dropFirst(name.count)
            } else {
                result += "&"
                rest = rest.dropFirst()
            }
        }
        return result + (rest.first == "<" ? "" : rest)
    }

    private static let entities: [(name: String, character: String)] = [
        ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", " "), ("&lrm;", "\u{200E}"), ("&rlm;", "\u{200F}"),
    ]

    /// The declarations in the file.
    private struct Header {
        /// BCP 47.
        var language = "und"
        /// Nil without a declaration.
        var saysChapters: Bool?

        /// Reads the lines below `WEBVTT`, as YouTube writes them: `Kind: chapters`, `Language: en`.
        mutating func read(_ block: [(number: Int, text: Substring)]) {
            for line in block.dropFirst() {
                guard let colon = line.text.firstIndex(of: ":") else { continue }
                let value = line.text[line.text.index(after: colon)...].filter { !$0.isWhitespace }
                switch line.text[..<colon].lowercased() {
                case "language" where !value.isEmpty && value.utf8.count <= LanguageMatching.longest:
                    language = LanguageCode.bcp47(value)
                case "kind": saysChapters = value.lowercased() == "chapters"
                default: break
                }
            }
        }

        /// Whether the block is not a cue; a note that begins with "chapters" declares the content.
        mutating func readIfNote(_ block: [(number: Int, text: Substring)]) -> Bool {
            guard let first = block.first?.text, !block.prefix(2).contains(where: { $0.text.contains("-->") }) else {
                return false
            }
            let word = first.prefix { !$0.isWhitespace }
            guard ["NOTE", "STYLE", "REGION"].contains(word) else { return false }
            if word == "NOTE" {
                let text = first.dropFirst(word.count).drop { $0.isWhitespace }
                let note = text.isEmpty && block.count > 1 ? block[1].text : text
                if note.lowercased().hasPrefix("chapters") { saysChapters = true }
            }
            return true
        }
    }
}
