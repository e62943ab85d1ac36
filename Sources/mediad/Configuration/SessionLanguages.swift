import PlayerCore

/// The languages of the session, from the variables that gettext looks at.
///
/// Its order (GNU gettext manual, "Locale Environment Variables"): the locale is the first that is set of `LC_ALL`,
/// `LC_MESSAGES` and `LANG`; `LANGUAGE` is a list that takes its place, but not that of the locale `C`.
enum SessionLanguages {
    /// BCP 47, best first; empty where the session has none.
    static func preferred(in environment: [String: String]) -> [String] {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        if let locale, isPlain(locale) { return [] }
        let list = environment["LANGUAGE"].flatMap { $0.isEmpty ? nil : $0 } ?? locale ?? ""
        var known: Set<String> = []
        return list.split(separator: ":").compactMap(tag).filter { known.insert($0).inserted }
    }

    /// `de_CH.UTF-8` as `de-CH`, `sr_RS@latin` as `sr-Latn-RS`; nil for what names no language.
    private static func tag(_ locale: Substring) -> String? {
        guard !isPlain(locale) else { return nil }
        let parts = locale.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = parts.first?.prefix(while: { $0 != "." }) else { return nil }
        var subtags = name.split(separator: "_", omittingEmptySubsequences: false).map(String.init)
        if parts.count > 1, let script = scripts[parts[1].lowercased()] { subtags.insert(script, at: 1) }
        let tag = subtags.joined(separator: "-")
        return LanguageMatching.isTag(tag) && subtags[0].utf8.count >= 2 ? tag : nil
    }

    /// Whether a locale is the one without a language.
    private static func isPlain(_ locale: some StringProtocol) -> Bool {
        ["C", "POSIX"].contains(String(locale.prefix { $0 != "." }))
    }

    /// ISO 15924 for the modifiers that glibc's locales have.
    private static let scripts = ["latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva", "arabic": "Arab"]
}
