internal import MediaContainers
internal import PlayerCore

/// Reads cue sheets, as CD burning programs write them: text with a command per line.
enum CueSheet {
    /// Returns the audio tracks of one `FILE`, sorted by start: those of other files are not on this item's timeline.
    ///
    /// A track starts at its `INDEX 01`, or at its `INDEX 00` if that is its only one; a track without either is ignored.
    ///
    /// - Parameter item: the item's file name; the `FILE` of this name is used, whatever its extension, or else the
    ///   first.
    static func chapters(_ text: String, item: String? = nil, limits: ProbeLimits = ProbeLimits()) -> [Chapter] {
        // After the limit, the rest is one last line.
        let lines = text.split(maxSplits: limits.elements, whereSeparator: \.isNewline).prefix(limits.elements)
        var sheet = Sheet(limits: limits)
        if let item { sheet.wanted = Self.number(of: item, in: lines) }
        sheet.unit = CueTime.unit(in: lines)
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
        /// How many parts a second has.
        var unit = CueTime.frames
        let limits: ProbeLimits
        var chapters: [Chapter] = []
        private var files = 0
        private var track: Track?

        init(limits: ProbeLimits) { self.limits = limits }

        private struct Track {
            let number: String
            let isAudio: Bool
            var start: MediaTime?
            /// Where what precedes it begins, if that is in the wanted `FILE`.
            var lead: MediaTime?
            /// Whether it starts in another `FILE`.
            var isElsewhere = false
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
                guard words.count >= 2, let number = UInt16(words[0]), number < 2, track?.start == nil else { return }
                let time = CueTime.time(words[1], unit: unit)
                switch (number, max(1, files) == wanted) {
                case (1, true): track?.start = time
                case (1, false): track?.isElsewhere = true
                case (_, true): track?.lead = time
                default: break
                }
            default: break
            }
        }

        mutating func finishTrack() {
            defer { track = nil }
            guard let track, track.isAudio, let start = track.start ?? (track.isElsewhere ? nil : track.lead) else {
                return
            }
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
}

/// The times of cue sheets: minutes, seconds, and frames of 1/75 s, `mm:ss:ff`.
///
/// Other programs than those that burn discs write `mm:ss`, `hh:mm:ss:ff` or `mm:ss.mmm`, and hundredths or thousandths of a
/// second in place of frames. A sheet has one kind of them.
enum CueTime {
    /// In a second.
    static let frames: UInt64 = 75

    /// How many parts of a second the sheet counts: frames, unless a number is none.
    static func unit(in lines: some Sequence<Substring>) -> UInt64 {
        var largest: UInt64 = 0
        for line in lines {
            let words = line.split(whereSeparator: \.isWhitespace)
            guard words.count >= 3, words[0].uppercased() == "INDEX" else { continue }
            let parts = words[2].split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count > 2, let last = parts.last.flatMap({ UInt64($0) }) else { continue }
            largest = max(largest, last)
        }
        return largest < frames ? frames : largest < 100 ? 100 : 1_000
    }

    /// - Parameter unit: how many parts a second has.
    static func time(_ text: Substring, unit: UInt64) -> MediaTime? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...4).contains(parts.count) else { return nil }
        if parts.count == 2, parts[1].contains(where: { $0 == "." || $0 == "," }) {
            guard let minutes = UInt32(parts[0]),
                let seconds = Double(parts[1].map { $0 == "," ? "." : String($0) }.joined()),
                (0..<60).contains(seconds)
            else { return nil }
            return MediaTime(seconds: Double(minutes) * 60 + seconds)
        }
        var numbers = parts.map { UInt32($0).map(UInt64.init) }
        if numbers.count == 2 { numbers.append(0) }
        let hours = numbers.count == 4 ? numbers.removeFirst() : 0
        guard let hours, let minutes = numbers[0], let seconds = numbers[1], let rest = numbers[2], seconds < 60,
            rest < unit
        else { return nil }
        return MediaTime(samples: ((hours * 60 + minutes) * 60 + seconds) * unit + rest, rate: unit)
    }
}
