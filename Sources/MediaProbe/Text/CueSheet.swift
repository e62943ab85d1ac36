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
        let lines = lines(text, limits)
        return (tracks(in: lines, limits)[item.map { number(of: $0, in: lines) } ?? 1] ?? []).map(\.chapter)
    }

    /// The tracks of each `FILE`, by its number from 1, sorted by start.
    private static func tracks(in lines: [Substring], _ limits: ProbeLimits) -> [Int: [Track]] {
        var sheet = Sheet(limits: limits)
        sheet.unit = CueTime.unit(in: lines)
        for line in lines where !sheet.isFull { sheet.read(line) }
        if !sheet.isFull { sheet.finishTrack() }
        return Dictionary(grouping: sheet.tracks, by: \.file).mapValues { tracks in
            // Stable, as for chapters.
            tracks.enumerated().sorted {
                ($0.element.chapter.start, $0.offset) < ($1.element.chapter.start, $1.offset)
            }.map(\.element)
        }
    }

    /// An audio track.
    struct Track {
        /// The number of the `FILE` in which it starts, from 1.
        var file: Int
        var number: UInt16
        var performer: String?
        /// Its start and its title.
        var chapter: Chapter
    }

    /// The lines of a sheet. After the limit, the rest is one last line.
    private static func lines(_ text: String, _ limits: ProbeLimits) -> [Substring] {
        Array(text.split(maxSplits: limits.elements, whereSeparator: \.isNewline).prefix(limits.elements))
    }

    /// The number of the `FILE` that is the item, from 1.
    private static func number(of item: String, in lines: [Substring]) -> Int {
        let name = stem(item)
        // Without folders of Linux or Windows.
        let files = files(in: lines).map { stem(String($0.split { $0 == "/" || $0 == "\\" }.last ?? "")) }
        return (files.firstIndex(of: name) ?? 0) + 1
    }

    /// The names in the `FILE` lines.
    private static func files(in lines: [Substring]) -> [String] {
        lines.compactMap { line in
            let line = line.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
            guard line.prefix(5).uppercased() == "FILE " else { return nil }
            let rest = line.dropFirst(5).drop(while: \.isWhitespace)
            let quoted = rest.first == "\"" ? rest.dropFirst().prefix { $0 != "\"" } : rest.prefix { !$0.isWhitespace }
            return String(quoted)
        }
    }

    /// What a sheet says of its whole, and the files that it names.
    struct Contents {
        private(set) var files: [String] = []
        /// The tracks of each file, by its number from 1, sorted by start.
        private(set) var tracks: [Int: [Track]] = [:]
        private(set) var title: String?
        private(set) var performer: String?
        private(set) var genre: String?
        private(set) var date: String?

        init(_ text: String, limits: ProbeLimits = ProbeLimits()) {
            let lines = CueSheet.lines(text, limits)
            files = CueSheet.files(in: lines)
            tracks = CueSheet.tracks(in: lines, limits)
            for line in lines {
                let line = line.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
                let command = line.prefix { !$0.isWhitespace }
                let rest = String(line.dropFirst(command.count))
                switch command.uppercased() {
                case "TRACK": return
                case "TITLE": title = CueSheet.value(rest, limits)
                case "PERFORMER": performer = CueSheet.value(rest, limits)
                case "REM": readRemark(rest.drop(while: \.isWhitespace), limits)
                default: break
                }
            }
        }

        private mutating func readRemark(_ text: Substring, _ limits: ProbeLimits) {
            let name = text.prefix { !$0.isWhitespace }
            let value = CueSheet.value(String(text.dropFirst(name.count)), limits)
            switch name.uppercased() {
            case "GENRE": genre = value
            case "DATE": date = value
            default: break
            }
        }
    }

    /// Returns the quoted text; without quotes, all of it.
    private static func value(_ text: String, _ limits: ProbeLimits) -> String? {
        guard var text = BoundedText.trimmed(text) else { return nil }
        if text.hasPrefix("\"") {
            text.removeFirst()
            if let end = text.lastIndex(of: "\"") { text = String(text[..<end]) }
        }
        return BoundedText.trimmed(BoundedText.cut(text, limit: limits.text))
    }

    private static func stem(_ name: String) -> String {
        let name = name.lowercased()
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
        return String(name[..<dot])
    }

    private struct Sheet {
        /// How many parts a second has.
        var unit = CueTime.frames
        let limits: ProbeLimits
        private(set) var tracks: [Track] = []
        private var files = 0
        private var track: Draft?

        init(limits: ProbeLimits) { self.limits = limits }

        /// A track that is being read.
        private struct Draft {
            let number: UInt16
            let isAudio: Bool
            var start: (file: Int, time: MediaTime)?
            /// Where what precedes it begins.
            var lead: (file: Int, time: MediaTime)?
            var title: String?
            var performer: String?
        }

        var isFull: Bool { tracks.count >= limits.chapters }

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
                track = Draft(number: number, isAudio: words.count < 2 || words[1].uppercased() == "AUDIO")
            case "TITLE":
                let title = CueSheet.value(rest, limits)
                track?.title = title
            case "PERFORMER":
                let performer = CueSheet.value(rest, limits)
                track?.performer = performer
            case "INDEX":
                let words = rest.split(whereSeparator: \.isWhitespace)
                guard words.count >= 2, let number = UInt16(words[0]), number < 2, track?.start == nil else { return }
                guard let time = CueTime.time(words[1], unit: unit) else { return }
                if number == 1 { track?.start = (max(1, files), time) } else { track?.lead = (max(1, files), time) }
            default: break
            }
        }

        mutating func finishTrack() {
            defer { track = nil }
            guard let track, track.isAudio, let (file, time) = track.start ?? track.lead else { return }
            // A track of a medley may have only a performer.
            let titles = [track.title ?? track.performer].compactMap { $0.map { ChapterTitle($0) } }
            let chapter = Chapter(start: time, titles: titles, id: String(track.number), source: "cuesheet")
            tracks.append(Track(file: file, number: track.number, performer: track.performer, chapter: chapter))
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
