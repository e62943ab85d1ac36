internal import MediaContainers
internal import PlayerCore

/// Reads cue sheets, as CD burning programs write them: text with a command per line.
enum CueSheet {
    /// Returns the audio tracks of one `FILE`, sorted by start: those of other files are not on this item's timeline.
    ///
    /// A track starts at its `INDEX 01` (minutes, seconds, and frames of 1/75 s if given); a track without one is ignored.
    ///
    /// - Parameter item: the item's file name; the `FILE` of this name is used, whatever its extension, or else the
    ///   first.
    static func chapters(_ text: String, item: String? = nil, limits: ProbeLimits = ProbeLimits()) -> [Chapter] {
        // After the limit, the rest is one last line.
        let lines = text.split(maxSplits: limits.elements, whereSeparator: \.isNewline).prefix(limits.elements)
        var sheet = Sheet(limits: limits)
        if let item { sheet.wanted = Self.number(of: item, in: lines) }
        for line in lines where !sheet.isFull { sheet.read(line) }
        if !sheet.isFull { sheet.finishTrack() }
        return sheet.chapters.sortedByStart()
    }

    /// The number of the `FILE` that is the item, from 1.
    private static func number(of item: String, in lines: some Sequence<Substring>) -> Int {
        let files = lines.filter { $0.drop(while: \.isWhitespace).prefix(5).uppercased() == "FILE " }
        let name = stem(item)
        return (files.firstIndex { stem(named($0)) == name } ?? 0) + 1
    }

    /// Returns the file name in a `FILE` line, without folders of Linux or Windows.
    private static func named(_ line: Substring) -> String {
        let rest = line.drop(while: \.isWhitespace).dropFirst(5).drop(while: \.isWhitespace)
        let quoted = rest.first == "\"" ? rest.dropFirst().prefix { $0 != "\"" } : rest.prefix { !$0.isWhitespace }
        return String(quoted.split { $0 == "/" || $0 == "\\" }.last ?? "")
    }

    private static func stem(_ name: String) -> String {
        let name = name.lowercased()
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
        return String(name[..<dot])
    }

    private struct Sheet {
        /// The number of the wanted `FILE`, from 1.
        var wanted = 1
        let limits: ProbeLimits
        var chapters: [Chapter] = []
        private var files = 0
        private var track: Track?

        init(limits: ProbeLimits) { self.limits = limits }

        private struct Track {
            let number: String
            let isAudio: Bool
            var start: MediaTime?
            var title: String?
            var performer: String?
        }

        var isFull: Bool { chapters.count >= limits.chapters }

        mutating func read(_ line: Substring) {
            let line = line.unicodeScalars.drop { $0.properties.isWhitespace || $0 == "\u{FEFF}" }
            let command = String(line.prefix { !$0.properties.isWhitespace }).uppercased()
            let rest = String(Substring(line.dropFirst(command.unicodeScalars.count)))
            switch command {
            case "FILE": files += 1
            case "TRACK":
                finishTrack()
                let words = rest.split(whereSeparator: \.isWhitespace)
                guard let number = words.first.flatMap({ UInt16($0) }) else { return }
                track = Track(number: String(number), isAudio: words.count < 2 || words[1].uppercased() == "AUDIO")
            case "TITLE":
                let title = value(rest)
                track?.title = title
            case "PERFORMER":
                let performer = value(rest)
                track?.performer = performer
            case "INDEX":
                let words = rest.split(whereSeparator: \.isWhitespace)
                guard max(1, files) == wanted, words.count == 2, UInt16(words[0]) == 1, track?.start == nil else {
                    return
                }
                track?.start = CueSheet.time(words[1])
            default: break
            }
        }

        mutating func finishTrack() {
            defer { track = nil }
            guard let track, track.isAudio, let start = track.start else { return }
            // A track of a medley may have only a performer.
            let titles = [track.title ?? track.performer].compactMap { $0.map { ChapterTitle($0) } }
            chapters.append(Chapter(start: start, titles: titles, id: track.number, source: "cuesheet"))
        }

        /// Returns the quoted text; without quotes, all of it.
        private func value(_ text: String) -> String? {
            guard var text = BoundedText.trimmed(text) else { return nil }
            if text.hasPrefix("\"") {
                text.removeFirst()
                if let end = text.lastIndex(of: "\"") { text = String(text[..<end]) }
            }
            return BoundedText.trimmed(BoundedText.cut(text, limit: limits.text))
        }
    }

    /// Parses `mm:ss:ff`, with any number of minutes, or `mm:ss`, as tools for audiobooks write it.
    private static func time(_ text: Substring) -> MediaTime? {
        var parts = text.split(separator: ":", omittingEmptySubsequences: false).map { UInt32($0) }
        if parts.count == 2 { parts.append(0) }
        guard parts.count == 3, let minutes = parts[0], let seconds = parts[1], let frames = parts[2], seconds < 60,
            frames < 75
        else { return nil }
        return MediaTime(samples: (UInt64(minutes) * 60 + UInt64(seconds)) * 75 + UInt64(frames), rate: 75)
    }
}
