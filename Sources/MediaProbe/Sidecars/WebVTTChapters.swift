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

        init(_ block: CueBlocks.Cue) {
            id = block.id.flatMap { SidecarText.clean($0, limit: 1024) }
            start = MediaTime(nanoseconds: block.start * 1_000_000)
            end = MediaTime(nanoseconds: block.end * 1_000_000)
            text = WebVTTChapters.plain(block.lines.joined(separator: " "))
            lines = block.lines.count
            isPlaced = block.settings.contains { !$0.isWhitespace }
        }
    }

    private static let badTimes = "the cue's times cannot be read"

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
        for (index, block) in CueBlocks.read(lines, .webVTT).enumerated() {
            guard cues.count < notes.limits.elements else { break }
            switch block {
            case .other(let lines) where index == 0: header.read(lines)
            case .other(let lines):
                if !header.readIfNote(lines) {
                    unread.append(("there is no '-->' in this cue", lines.first?.number ?? 0))
                }
            case .cue(let block) where block.end >= block.start: cues.append(Cue(block))
            case .cue(let block): unread.append((badTimes, block.number))
            case .unreadable(let number): unread.append((badTimes, number))
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

    /// Removes tags and resolves entities.
    fileprivate static func plain(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let mark = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
            result += rest[..<mark]
            rest = rest[mark...]
            if rest.first == "<" {
                guard let close = rest.firstIndex(of: ">") else { break }
                rest = rest[rest.index(after: close)...]
            } else if let (character, length) = CharacterReference.read(rest) {
                result.append(character)
                rest = rest.dropFirst(length)
            } else {
                result += "&"
                rest = rest.dropFirst()
            }
        }
        return result + (rest.first == "<" ? "" : rest)
    }

    /// The declarations in the file.
    private struct Header {
        /// BCP 47.
        var language = "und"
        /// Nil without a declaration.
        var saysChapters: Bool?

        /// Reads the lines below `WEBVTT`, as YouTube writes them: `Kind: chapters`, `Language: en`.
        mutating func read(_ block: [CueBlocks.Line]) {
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
        mutating func readIfNote(_ block: [CueBlocks.Line]) -> Bool {
            guard let first = block.first?.text else { return false }
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
