public import MediaContainers
public import PlayerCore

/// Converts subtitle files to what libass reads.
public enum SubtitleText {
    /// Returns the text of a file as an ASS script.
    ///
    /// - Throws: a clause that states why it contains no lines.
    public static func script(_ text: String, _ format: SubtitleSidecar.Format) throws(ProbeError) -> [UInt8] {
        let cues: [SubtitleCue]
        switch format {
        case .subRip: cues = SubtitleBlocks.subRip(text)
        case .webVTT: cues = SubtitleBlocks.webVTT(text)
        case .text: cues = SubtitleLines.cues(text)
        case .ass, .ssa:
            guard text.contains("Dialogue:") else { throw .malformed("it holds no lines") }
            // libass does not accept a script without styles.
            return Array((text.contains("[V4") ? text : ASSScript.styles + text).utf8)
        case .vobSub: throw .malformed("subtitles of pictures (VobSub) are not supported")
        }
        guard !cues.isEmpty else { throw .malformed("it holds no lines") }
        return Array(ASSScript.text(cues).utf8)
    }

    /// The head of a script whose lines are added one by one.
    public static var head: [UInt8] { Array(ASSScript.head.utf8) }

    /// Returns the text of a line in a stream, with tags of SubRip or Pango, as libass reads it.
    public static func line(_ text: String) -> String {
        SubtitleMarkup.overrides(text.split(whereSeparator: \.isNewline).joined(separator: "\n"))
    }

    /// - Returns: nil for an unknown format.
    static func format(of text: String) -> SubtitleSidecar.Format? {
        let head = Array(text.prefix(4_096).utf8)
        for format in [SubtitleSidecar.Format.webVTT, .ass, .subRip, .text] {
            do throws(ProbeError) {
                try SubtitleContent.check(head, format)
                return format
            } catch {}
        }
        return nil
    }
}
