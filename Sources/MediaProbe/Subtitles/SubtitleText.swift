public import MediaContainers
public import PlayerCore

/// What libass reads of a file of subtitles.
public enum SubtitleText {
    /// The text of a file as a script of ASS.
    ///
    /// - Throws: a clause that says why there are no lines in it.
    public static func script(_ text: String, _ format: SubtitleSidecar.Format) throws(ProbeError) -> [UInt8] {
        let cues: [SubtitleCue]
        switch format {
        case .subRip: cues = SubtitleBlocks.subRip(text)
        case .webVTT: cues = SubtitleBlocks.webVTT(text)
        case .text: cues = SubtitleLines.cues(text)
        case .ass, .ssa:
            guard text.contains("Dialogue:") else { throw .malformed("it holds no lines") }
            // libass takes a script without styles for none.
            return Array((text.contains("[V4") ? text : ASSScript.styles + text).utf8)
        case .vobSub: throw .malformed("subtitles of pictures (VobSub) are not supported")
        }
        guard !cues.isEmpty else { throw .malformed("it holds no lines") }
        return Array(ASSScript.text(cues).utf8)
    }

    /// The head of a script whose lines come one by one.
    public static var head: [UInt8] { Array(ASSScript.head.utf8) }

    /// Text of a line in a stream, with the tags of SubRip or Pango, as libass reads it.
    public static func line(_ text: String) -> String {
        SubtitleMarkup.overrides(text.split(whereSeparator: \.isNewline).joined(separator: "\n"))
    }

    /// - Returns: nil for what is in no known format.
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
