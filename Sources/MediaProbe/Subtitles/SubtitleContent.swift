internal import MediaContainers
internal import PlayerCore

/// Checks the first bytes of a file against its extension.
enum SubtitleContent {
    /// - Parameter head: the beginning of the file, in any encoding.
    /// - Throws: a clause that states what is missing.
    static func check(_ head: [UInt8], _ format: SubtitleSidecar.Format) throws(ProbeError) {
        // Zeros are half of UTF-16, in which everything that is searched for is ASCII.
        let text = String(decoding: head.lazy.filter { $0 != 0 && $0 < 0x80 }, as: UTF8.self)
        let isSo =
            switch format {
            case .subRip: text.contains("-->")
            case .webVTT: text.hasPrefix("WEBVTT")
            case .ass, .ssa: text.contains("[Script Info]") || text.contains("Dialogue:") || text.contains("[V4")
            case .text: text.split(whereSeparator: \.isNewline).prefix(50).contains(where: isTimed)
            case .vobSub: text.contains("VobSub index file") || text.contains("timestamp:")
            }
        guard isSo else { throw .malformed("it holds no \(format.name) subtitles") }
        if format == .vobSub { throw .malformed("subtitles of pictures (VobSub) are not supported") }
    }

    /// Whether a line begins with `{12}{60}`, `[12][60]` or `00:00:01…`.
    private static func isTimed(_ line: Substring) -> Bool {
        let line = line.drop { $0 == " " }
        guard let first = line.first else { return false }
        if first == "{" || first == "[" {
            let end: Character = first == "{" ? "}" : "]"
            let digits = line.dropFirst().prefix { $0.isNumber }
            return !digits.isEmpty && line.dropFirst(digits.count + 1).first == end
        }
        let clock = line.prefix { $0.isNumber || ":.,".contains($0) }
        return clock.filter { $0 == ":" }.count >= 2
    }
}
