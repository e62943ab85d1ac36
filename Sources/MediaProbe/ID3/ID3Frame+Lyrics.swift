internal import MediaContainers
internal import PlayerCore

extension ID3Frame {
    /// The most bytes of a frame that are read: more than any song has.
    private static let lyricsLimit = 1 << 17
    /// The most times that are read.
    private static let mostLines = 20_000

    /// Returns the words of a frame with times (`SYLT`, id3v2.4.0-frames section 4.9) as LRC, the form in which lyrics come
    /// from all other sources; nil if it has other contents, such as chords, or no words.
    ///
    /// A frame may have a time for each syllable: a new line begins where the text has a line break. Without line breaks,
    /// each time begins a line.
    func synchronisedLyrics(_ limits: ProbeLimits) throws(ProbeError) -> String? {
        let bytes = try content.bytes(at: 0, upTo: Self.lyricsLimit)
        guard bytes.count > 6, let encoding = bytes.first else { return nil }
        // Times in milliseconds (2), not in frames; lyrics (1) or a transcription (2).
        let start = bytes.startIndex
        guard bytes[start + 4] == 2, [1, 2].contains(bytes[start + 5]) else { return nil }
        var rest = ID3Text(
            bytes.dropFirst(6), encoding: ID3Text.Encoding(rawValue: encoding) ?? .latin1, limit: limits.text)
        _ = rest.next()
        var parts: [(text: String, time: Int)] = []
        while rest.hasTerminator, parts.count < Self.mostLines, let text = rest.next(), let time = rest.number() {
            parts.append((text, time))
        }
        let hasBreaks = parts.contains { $0.text.contains(where: \.isNewline) }
        var lines: [(time: Int, text: String)] = []
        var begins = true
        for part in parts {
            let pieces = part.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            for (number, piece) in pieces.enumerated() {
                if number > 0 { begins = true }
                if hasBreaks, piece.isEmpty { continue }
                if begins || !hasBreaks {
                    lines.append((part.time, String(piece)))
                    begins = false
                } else {
                    lines[lines.count - 1].text += piece
                }
            }
        }
        guard lines.contains(where: { !$0.text.allSatisfy(\.isWhitespace) }) else { return nil }
        return lines.map { "\(Self.stamp($0.time))\($0.text)" }.joined(separator: "\n")
    }

    /// `[01:02.345]`.
    private static func stamp(_ milliseconds: Int) -> String {
        func padded(_ number: Int, _ digits: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        let seconds = milliseconds / 1_000
        return "[\(padded(seconds / 60, 2)):\(padded(seconds % 60, 2)).\(padded(milliseconds % 1_000, 3))]"
    }
}
