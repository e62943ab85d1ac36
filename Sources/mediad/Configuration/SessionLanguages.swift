import PlayerCore

/// The languages of the session, from the environment variables that gettext reads.
///
/// The order (GNU gettext manual, "Locale Environment Variables"): the locale is the first of `LC_ALL`, `LC_MESSAGES`
/// and `LANG` that is set. `LANGUAGE` is a list that takes precedence, except over the locale `C`.
enum SessionLanguages {
    /// BCP 47 tags, best first; empty if the session sets no language.
    static func preferred(in environment: [String: String]) -> [String] {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        if let locale, isPlain(locale) { return [] }
        let list = environment["LANGUAGE"].flatMap { $0.isEmpty ? nil : $0 } ?? locale ?? ""
        var known: Set<String> = []
        return list.split(separator: ":").compactMap(tag).filter { known.insert($0).inserted }
    }

    /// Converts `de_CH.UTF-8` to `de-CH` and `sr_RS@latin` to `sr-Latn-RS`. Returns nil if the locale names no
    /// language.
    private static func tag(_ locale: Substring) -> String? {
        guard !isPlain(locale) else { return nil }
        let parts = locale.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = parts.first?.prefix(while: { $0 != "." }) else { return nil }
        var subtags = name.split(separator: "_", omittingEmptySubsequences: false).map(String.init)
        if parts.count > 1, let script = scripts[parts[1].lowercased()] { subtags.insert(script, at: 1) }
        let tag = subtags.joined(separator: "-")
        return LanguageMatching.isTag(tag) && subtags[0].utf8.count >= 2 ? tag : nil
    }

    /// Whether a locale is `C` or `POSIX`, which have no language.
    private static func isPlain(_ locale: some StringProtocol) -> Bool {
        ["C", "POSIX"].contains(String(locale.prefix { $0 != "." }))
    }

    /// The ISO 15924 codes of the modifiers in glibc's locales.
    private static let scripts = ["latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva", "arabic": "Arab"]
}
