/// A line of a song, and when it is sung.
public struct LyricLine: Hashable, Sendable {
    public var start: MediaTime
    /// Empty between verses.
    public var text: String

    public init(start: MediaTime, text: String) { (self.start, self.text) = (start, text) }
}

/// The words of a song: lines with times if they have some (LRC, en.wikipedia.org/wiki/LRC_(file_format)), otherwise text.
public struct Lyrics: Hashable, Sendable {
    /// Sorted by start; empty if the text has no times.
    public private(set) var lines: [LyricLine] = []
    /// The words without times and headers.
    public private(set) var plain = ""

    /// More lines are left out.
    private static let mostLines = 10_000
    /// In bytes: more than any song has. What follows is left out.
    private static let longestText = 65_536
    /// In characters. One line may be sung at many times.
    private static let longestLine = 500
    /// Of a time in brackets, in characters.
    private static let longestTag = 100

    public init() {}

    /// Reads a text: each line may begin with several times (`[00:12.34]`), a word may have one of its own (`<00:12.34>`),
    /// and a header says how many milliseconds earlier all lines are (`[offset:+500]`).
    public init(_ text: String) {
        let text =
            text.utf8.count <= Self.longestText
            ? text : String(decoding: text.utf8.prefix(Self.longestText), as: UTF8.self)
        var offset: Int64 = 0
        for line in text.split(whereSeparator: \.isNewline) {
            var (rest, times) = (line.drop(while: \.isWhitespace), [Int64]())
            while let (tag, after) = Self.tag(in: rest, "[", "]") {
                if let time = Self.milliseconds(tag) {
                    times.append(time)
                } else if times.isEmpty, let colon = tag.firstIndex(of: ":"), tag[..<colon].allSatisfy(\.isLetter) {
                    if tag[..<colon].lowercased() == "offset" {
                        offset = Int64(tag[tag.index(after: colon)...].filter { !$0.isWhitespace && $0 != "+" }) ?? 0
                    }
                } else {
                    break
                }
                rest = after.drop(while: \.isWhitespace)
            }
            guard !times.isEmpty else { continue }
            let words = Self.withoutWordTimes(rest.prefix(2 * Self.longestLine))
            for time in times where lines.count < Self.mostLines {
                lines.append(LyricLine(start: MediaTime(nanoseconds: max(0, time) * 1_000_000), text: words))
            }
        }
        guard !lines.isEmpty else {
            plain = text
            return
        }
        // A day is more than any song has, and any offset.
        let shift = MediaTime(nanoseconds: max(-86_400_000, min(offset, 86_400_000)) * 1_000_000)
        // Stable: lines of one moment stay in their order.
        lines = lines.enumerated().map { ($0, LyricLine(start: max(.zero, $1.start - shift), text: $1.text)) }
            .sorted { ($0.1.start, $0.0) < ($1.1.start, $1.0) }.map(\.1)
        plain = lines.map(\.text).joined(separator: "\n")
    }

    /// The index of the line that is sung at a position; nil before the first one.
    func index(at position: MediaTime) -> Int? {
        // The first line that begins later.
        var (low, high) = (0, lines.count)
        while low < high {
            let middle = (low + high) / 2
            if lines[middle].start <= position { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }

    /// When the next line begins.
    func change(after position: MediaTime) -> MediaTime? {
        let next = index(at: position).map { $0 + 1 } ?? 0
        return next < lines.count ? lines[next].start : nil
    }

    /// What is in brackets at the beginning of a text, and what follows them.
    private static func tag(
        in text: Substring, _ opening: Character, _ closing: Character
    ) -> (tag: Substring, rest: Substring)? {
        guard text.first == opening, let end = text.prefix(longestTag).firstIndex(of: closing) else { return nil }
        return (text[text.index(after: text.startIndex)..<end], text[text.index(after: end)...])
    }

    /// `mm:ss`, `mm:ss.xx`, `mm:ss.xxx` or `mm:ss:xx`.
    private static func milliseconds(_ text: Substring) -> Int64? {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "." }
        guard (2...3).contains(parts.count), parts.allSatisfy({ (1...6).contains($0.count) }),
            let minutes = number(parts[0]), let seconds = number(parts[1]), seconds < 60
        else { return nil }
        var fraction: Int64 = 0
        if parts.count == 3 {
            guard let digits = number(parts[2].prefix(3)) else { return nil }
            fraction = digits * [100, 10, 1][min(parts[2].count, 3) - 1]
        }
        return (minutes * 60 + seconds) * 1_000 + fraction
    }

    private static func number(_ text: Substring) -> Int64? {
        text.allSatisfy({ $0.isASCII && $0.isNumber }) ? Int64(text) : nil
    }

    private static func withoutWordTimes(_ text: Substring) -> String {
        var (kept, rest) = ("", text)
        while let first = rest.first {
            if let (tag, after) = tag(in: rest, "<", ">"), milliseconds(tag) != nil {
                rest = after
            } else {
                kept.append(first)
                rest = rest.dropFirst()
            }
        }
        let words = kept.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        return String(words.prefix(longestLine))
    }
}

/// The published words of the current item.
public struct LyricsSnapshot: Hashable, Sendable {
    /// Increases whenever ``lyrics`` changes, so that readers need not compare lists.
    public var revision: UInt64 = 0
    public var lyrics = Lyrics()
    /// The index of the line that is sung; nil before the first one.
    public var current: Int?

    public init() {}
}

/// Follows the words of the current item.
struct LyricsFollower {
    private(set) var snapshot = LyricsSnapshot()
    private var text = ""

    /// A file beside the item, then what mediad's own readers found in its tags (with times, if they have some), then
    /// GStreamer's.
    private func text(_ facts: ItemFacts) -> String {
        facts.findings?.lyrics ?? facts.findings?.container.tags.lyrics ?? facts.tags.lyrics ?? ""
    }

    /// - Returns: whether another line is current.
    mutating func follow(_ scene: Scene) -> Bool {
        let text = scene.item == nil ? "" : text(scene.facts)
        let before = (snapshot.current, snapshot.lyrics)
        if text != self.text {
            self.text = text
            snapshot.lyrics = Lyrics(text)
            snapshot.revision += 1
        }
        snapshot.current = snapshot.lyrics.index(at: scene.position)
        return snapshot.current != before.0 || (snapshot.current != nil && snapshot.lyrics != before.1)
    }
}
