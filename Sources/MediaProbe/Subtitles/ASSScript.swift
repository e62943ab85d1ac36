/// Writes ASS scripts for libass.
enum ASSScript {
    /// The size of the picture for which the script is written.
    private static let (width, height) = (1_280.0, 720.0)

    /// White with a black outline at the bottom centre, as usual.
    static let styles = """
        [Script Info]
        ScriptType: v4.00+
        PlayResX: 1280
        PlayResY: 720
        WrapStyle: 0
        ScaledBorderAndShadow: yes

        [V4+ Styles]
        Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, \
        Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, \
        MarginV, Encoding
        Style: Default,Sans,48,&H00FFFFFF,&H00FFFFFF,&H00000000,&H80000000,0,0,0,0,100,100,0,0,1,2.6,0.8,2,60,60,34,1

        """

    static let head =
        styles + """
            [Events]
            Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text

            """

    static func text(_ cues: [SubtitleCue]) -> String {
        var script = head
        for cue in cues {
            script +=
                "Dialogue: 0,\(clock(cue.start)),\(clock(cue.end)),Default,,0,0,0,,"
                + override(cue.place) + cue.text + "\n"
        }
        return script
    }

    private static func override(_ place: SubtitleCue.Place?) -> String {
        guard let place else { return "" }
        guard let point = place.point else { return "{\\an\(place.anchor)}" }
        let x = Int((point.x * width / 100).rounded())
        let y = Int((point.y * height / 100).rounded())
        return "{\\an\(place.anchor)\\pos(\(x),\(y))}"
    }

    /// Formats a time as `H:MM:SS.cc`.
    private static func clock(_ milliseconds: Int64) -> String {
        let time = milliseconds / 10
        func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "\(time / 360_000):\(two(time / 6_000 % 60)):\(two(time / 100 % 60)).\(two(time % 100))"
    }
}
