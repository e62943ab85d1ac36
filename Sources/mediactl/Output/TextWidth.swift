internal import GLibLoop

/// How many columns of a terminal text takes.
enum TextWidth {
    /// The sum of its characters: 2 for wide ones (Chinese, Japanese, Korean, emoji), 0 for what only joins or marks.
    static func columns(_ text: String) -> Int { text.reduce(0) { $0 + columns($1) } }

    /// The text if it fits, else as much of it as fits before `ellipsis`; never more columns than asked for.
    static func cut(_ text: String, to limit: Int, ellipsis: String) -> String {
        guard columns(text) > limit else { return text }
        let room = limit - columns(ellipsis)
        guard room >= 0 else { return "" }
        var (kept, used) = ("", 0)
        for character in text {
            used += columns(character)
            guard used <= room else { break }
            kept.append(character)
        }
        while kept.last == " " { kept.removeLast() }
        return kept + ellipsis
    }

    private static func columns(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        // The variation selector asks for the picture of what would else be a narrow sign.
        if scalars.contains("\u{FE0F}") { return 2 }
        return scalars.reduce(0) { max($0, columns($1)) }
    }

    private static func columns(_ scalar: Unicode.Scalar) -> Int {
        // A hyphen that only shows where a line ends.
        if scalar == "\u{AD}" || UnicodeText.isZeroWidth(scalar) { return 0 }
        return scalar.properties.isEmojiPresentation || UnicodeText.isWide(scalar) ? 2 : 1
    }
}
