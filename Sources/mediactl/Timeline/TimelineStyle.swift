/// With what a timeline is drawn.
struct TimelineStyle: Hashable {
    /// The signs of the line.
    enum Glyphs: Hashable {
        case unicode
        case ascii
    }

    var columns: Int
    var glyphs: Glyphs
    var isColoured: Bool
    /// Whether what is no ASCII can be shown in names.
    var showsUnicodeNames = true

    /// For where the output goes.
    static var current: TimelineStyle {
        TimelineStyle(
            columns: Terminal.columns, glyphs: Output.isTerminal && Terminal.isUnicode ? .unicode : .ascii,
            isColoured: Output.isStyled, showsUnicodeNames: !Output.isTerminal || Terminal.isUnicode)
    }

    /// What a cut name ends with.
    var ellipsis: String { glyphs == .unicode ? "…" : "~" }

    /// A name as it can be shown.
    func shown(_ name: String) -> String {
        let name = Output.visible(name)
        return showsUnicodeNames ? name : String(name.map { $0.isASCII ? $0 : "?" })
    }

    func styled(_ text: String, _ style: Output.Style?) -> String {
        guard isColoured, let style, !text.isEmpty else { return text }
        return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
    }
}
