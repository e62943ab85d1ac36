import PlayerCore
import Testing

@testable import MediaProbe

/// What names of subtitle files tell, by what stands behind the item's name.
@Suite struct SubtitleNameTests {
    struct Row: CustomTestStringConvertible {
        var words: String
        var language: String
        var traits: TrackTraits
        var title: String?
        var testDescription: String { words }

        init(_ words: String, _ language: String, _ traits: TrackTraits = [], _ title: String? = nil) {
            (self.words, self.language, self.traits, self.title) = (words, language, traits, title)
        }
    }

    static let rows: [Row] = [
        Row("", "und"),
        // Codes of two and three letters.
        Row(".en", "en"), Row(".EN", "en"), Row(".eng", "en"), Row(".ger", "de"), Row(".deu", "de"), Row(".fre", "fr"),
        Row(".jpn", "ja"), Row(".chi", "zh"), Row(".rum", "ro"), Row("_es", "es"), Row("-it", "it"), Row(" (nl)", "nl"),
        Row(".[ru]", "ru"), Row(".iw", "he"), Row(".fil", "fil"), Row(".yue", "yue"), Row(".nob", "nb"),
        Row(".hi", "hi"),
        // With regions and scripts.
        Row(".pt-BR", "pt-BR"), Row(".pt_br", "pt-BR"), Row(".por-BR", "pt-BR"), Row(".es-419", "es-419"),
        Row(".zh-Hant", "zh-Hant"), Row(".zh-hans-cn", "zh-Hans-CN"), Row(".en_US", "en-US"), Row(".fr-CA", "fr-CA"),
        Row(".sr-Latn", "sr-Latn"), Row(".pob", "pt-BR"), Row(".chs", "zh-Hans"), Row(".cht", "zh-Hant"),
        // Names in English.
        Row(".English", "en"), Row(".spanish", "es"), Row(".Brazilian Portuguese", "pt-BR"),
        Row(".Portuguese (Brazil)", "pt-BR"), Row(".Portuguese.Brazilian", "pt-BR"),
        Row(".Latin American Spanish", "es-419"),
        Row(".Spanish (Latin America)", "es-419"), Row(".Castilian", "es-ES"), Row(".Chinese (Simplified)", "zh-Hans"),
        Row(".Traditional Chinese", "zh-Hant"), Row(".Canadian French", "fr-CA"), Row(".Cantonese", "yue"),
        Row("2_English", "en"), Row("10_Norwegian Bokmål", "nb"),
        // In the language itself, and in others.
        Row(".Deutsch", "de"), Row(".Français", "fr"), Row(".Francais", "fr"), Row(".Español", "es"), Row(".日本語", "ja"),
        Row(".한국어", "ko"), Row(".Русский", "ru"), Row(".简体中文", "zh-Hans"), Row(".Ελληνικά", "el"),
        Row(".Čeština", "cs"),
        Row(".Svenska", "sv"), Row(".Português do Brasil", "pt-BR"), Row(".Englisch", "en"), Row(".Französisch", "fr"),
        Row(".Allemand", "de"), Row(".Anglais", "en"), Row(".Inglés", "en"), Row(".Tedesco", "de"),
        Row(".Japonais", "ja"),
        Row(".Italiano", "it"), Row(".Polski", "pl"), Row(".Türkçe", "tr"), Row(".Cafe\u{301}", "und", [], "Café"),
        // Traits.
        Row(".forced", "und", .forced), Row(".en.forced", "en", .forced), Row(".forced.en", "en", .forced),
        Row(".en.sdh", "en", .hearingImpaired), Row(".en.hi", "en", .hearingImpaired),
        Row(".hi.hi", "hi", .hearingImpaired),
        Row(".en.cc", "en", .hearingImpaired), Row(".de.default", "de", .isDefault),
        Row(".de.default.forced", "de", [.isDefault, .forced]), Row("3_English (SDH)", "en", .hearingImpaired),
        Row(".English-Forced", "en", .forced), Row(".Deutsch.erzwungen", "de", .forced),
        Row(".fr.forcés", "fr", .forced),
        Row(".en.Commentary", "en", .commentary), Row(".German for the hearing impaired", "de", .hearingImpaired),
        // Titles.
        Row(".en.Director's Cut", "en", [], "Director's Cut"), Row(".en.Signs & Songs", "en", .forced, "Signs & Songs"),
        Row(".Fansub Group.en", "en", [], "Fansub Group"), Row(".en.fr", "en", [], "fr"),
        // No languages.
        Row(".This.Is.Us", "und", [], "This Is Us"), Row(".xx", "und", [], "xx"), Row(".und", "und"),
        Row(".part1", "und", [], "part1"),
        Row(".1080p.WEB", "und", [], "1080p WEB"), Row(".", "und"), Row("._-.", "und"),
    ]

    @Test(arguments: rows) func aNameTellsLanguageTraitsAndTitle(row: Row) {
        let name = SubtitleName(row.words)
        #expect(name.language == row.language)
        #expect(name.traits == row.traits)
        #expect(name.title == row.title)
    }

    @Test func theTableIsLongEnough() { #expect(Self.rows.count >= 60) }

    /// Names that somebody made to cost time, or to break something.
    @Test func hostileNamesAreCut() {
        #expect(SubtitleName(String(repeating: ".a", count: 200_000)).language == "und")
        #expect(SubtitleName("." + String(repeating: "x", count: 100_000)).title?.utf8.count == 100_000)
        #expect(SubtitleName("\u{0}\u{FFFD}.en").language == "en")
    }
}
