/// Splits a command line into words like a shell, but without one: white space separates words; quotes and
/// backslashes protect characters (POSIX.1-2017, Shell Command Language 2.2). Variables, globs, pipes and the like
/// are plain text.
enum CommandWords {
    /// Nil when a quote is not closed or the text ends in a backslash.
    static func split(_ text: String) -> [String]? {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var rest = text[...]
        while let character = rest.popFirst() {
            switch (quote, character) {
            case (nil, "\""), (nil, "'"):
                quote = character
                word = word ?? ""
            case ("\"", "\""), ("'", "'"):
                quote = nil
            case (nil, "\\"):
                guard let next = rest.popFirst() else { return nil }
                word = (word ?? "") + String(next)
            case ("\"", "\\"):
                // Within double quotes, a backslash escapes only characters that are special there.
                guard let next = rest.popFirst() else { return nil }
                word = (word ?? "") + ("\"\\$`".contains(next) ? "" : "\\") + String(next)
            case (nil, _) where character.isWhitespace:
                if let whole = word { words.append(whole) }
                word = nil
            default:
                word = (word ?? "") + String(character)
            }
        }
        guard quote == nil else { return nil }
        if let word { words.append(word) }
        return words
    }
}
