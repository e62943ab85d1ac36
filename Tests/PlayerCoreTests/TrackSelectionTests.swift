import PlayerCore
import Testing

/// Which tracks play where nobody chooses while the item plays, and why: tracks, settings and what was chosen before.
@Suite struct TrackSelectionTests {
    /// One combination. Tracks are written as `en`, `en!` (default), `en?` (forced), `en#` (hearing-impaired), `en@`
    /// (described), `en*` (commentary), `en^` (original), `und~` (a file with the item's name), and any of these together.
    struct Row: CustomTestStringConvertible {
        var audio: String
        var subtitles: String
        var preferences: TrackPreferences
        var series: SeriesChoice?
        /// `0 language, 1 foreign`; `-` where none plays.
        var expected: String
        var testDescription: String { "\(audio) / \(subtitles) → \(expected)" }
    }

    private static func row(
        _ audio: String, _ subtitles: String, _ expected: String, _ sound: [String] = ["en"], _ lines: [String] = [],
        _ when: SubtitleUse = .foreign, series: SeriesChoice? = nil
    ) -> Row {
        Row(
            audio: audio, subtitles: subtitles,
            preferences: TrackPreferences(audio: sound, subtitles: lines, when: when), series: series,
            expected: expected)
    }

    static let rows: [Row] = [
        // Sound.
        row("", "", "- none, - none"), row("ja", "", "0 only, - none"), row("en", "", "0 only, - none"),
        row("ja! en", "", "1 language, - none"), row("en! ja", "", "1 language, - none", ["ja", "en"]),
        row("fr en-US en-GB", "", "2 language, - none", ["en-GB"]),
        row("fr en-US en", "", "2 language, - none", ["en-GB"]),
        row("fr en-US", "", "1 language, - none", ["en-GB"]),
        row("de fr-CA", "", "1 language, - none", ["es", "fr-CH"]),
        row("en en!", "", "1 language, - none"), row("ja fr!", "", "1 fileDefault, - none"),
        row("ja fr^", "", "1 original, - none"), row("ja fr", "", "0 first, - none"),
        row("ja! en", "", "0 fileDefault, - none", []), row("und und!", "", "1 fileDefault, - none"),
        row("en* en", "", "1 language, - none"), row("en*! ja", "", "1 only, - none"),
        row("en@ en", "", "1 language, - none"),
        row("ja en@ en*", "", "0 only, - none"), row("en# en", "", "1 language, - none"),
        row("en@ en*!", "", "1 language, - none"),
        row("ja! en", "", "0 series, - none", series: SeriesChoice(audioLanguage: "ja")),
        row("ja! en", "", "1 language, - none", series: SeriesChoice(audioLanguage: "de")),
        // Subtitles where the sound is foreign.
        row("ja", "fr en", "0 only, 1 foreign"), row("ja en", "en", "1 language, - ownLanguage"),
        row("ja", "en", "0 only, - ownLanguage", ["ja"], ["en"]),
        row("ja", "de en", "0 only, 0 foreign", ["fr"], ["de", "en"]),
        row("ja", "en# en", "0 only, 1 foreign"), row("ja", "en#", "0 only, 0 foreign"),
        row("ja", "en? en", "0 only, 1 foreign"),
        row("ja", "en en!", "0 only, 1 foreign"), row("ja", "en* en", "0 only, 1 foreign"),
        row("ja", "pt-PT pt-BR", "0 only, 1 foreign", ["pt-BR"]),
        row("ja", "pt-PT", "0 only, 0 foreign", ["pt-BR"]), row("ja", "fr", "0 only, - noneFits"),
        row("ja", "und", "0 only, 0 unknownLanguage"),
        row("ja", "und und!", "0 only, 1 unknownLanguage"), row("ja", "fr und?", "0 only, 1 forced"),
        row("zxx", "en", "0 only, - ownLanguage"),
        row("en-US", "en", "0 only, - ownLanguage", ["en-GB"]),
        // The sound does not say its language.
        row("und", "en", "0 only, - unknownSound"), row("und", "en!", "0 only, 0 fileDefault"),
        row("und", "und!", "0 only, 0 fileDefault"),
        row("und", "fr!", "0 only, - unknownSound"),
        // A file has exactly the item's name.
        row("und", "und~", "0 only, 0 namesake"), row("", "und~", "- none, 0 namesake"),
        row("und", "und~", "0 only, 0 namesake", []), row("und fr", "und en und~", "0 first, 2 namesake"),
        row("und", "und! und~", "0 only, 0 fileDefault"), row("und", "und? und~", "0 only, 0 forced"),
        row("und", "en~", "0 only, - unknownSound"), row("und", "und?~", "0 only, 0 forced"),
        row("en", "und~", "0 only, - ownLanguage"), row("zxx", "und~", "0 only, - ownLanguage"),
        row("ja", "und~", "0 only, 0 unknownLanguage"), row("ja", "en und~", "0 only, 0 foreign"),
        row("ja", "und~", "0 only, - noLanguages", []),
        row("und", "und~", "0 only, - onlyForced", ["en"], [], .forced),
        row("und", "und~", "0 only, - never", ["en"], [], .never),
        row("und", "und~", "0 only, - series", series: SeriesChoice(subtitles: .off)),
        // Nothing is configured.
        row("ja", "en fr!", "0 only, 1 fileDefault", []), row("ja", "en fr", "0 only, - noLanguages", []),
        // Forced ones.
        row("en", "en en?", "0 only, 1 forced"), row("en", "fr?", "0 only, - ownLanguage"),
        row("en", "en?", "0 only, 0 forced", ["en"], [], .forced),
        row("ja", "en", "0 only, - onlyForced", ["en"], [], .forced),
        row("ja", "en? en", "0 only, 0 forced", ["en"], [], .forced),
        row("de", "en? de?", "0 only, 1 forced", ["de"], ["en"]),
        // Never and always.
        row("ja", "en en?", "0 only, - never", ["en"], [], .never),
        row("en", "fr en", "0 only, 1 always", ["en"], [], .always),
        row("en", "fr en", "0 only, 0 always", ["en"], ["fr"], .always),
        row("en", "de", "0 only, - noneFits", ["en"], ["fr"], .always),
        row("en", "de fr!", "0 only, 1 always", [], [], .always),
        row("en", "en# en?", "0 only, 0 always", ["en"], [], .always),
        // What was chosen for the series.
        row("ja", "en", "0 only, - series", series: SeriesChoice(subtitles: .off)),
        row("en", "en? fr", "0 only, 1 series", series: SeriesChoice(subtitles: .language("fr-CA"))),
        row("en", "fr?", "0 only, 0 series", series: SeriesChoice(subtitles: .language("fr"))),
        row("ja", "en", "0 only, 0 foreign", series: SeriesChoice(subtitles: .language("fr"))),
        row("ja", "en", "0 only, 0 series", ["en"], [], .never, series: SeriesChoice(subtitles: .language("en"))),
        row(
            "ja! en", "en fr", "0 series, 1 series",
            series: SeriesChoice(audioLanguage: "ja", subtitles: .language("fr"))),
        row("ja! en", "en fr", "0 series, 0 foreign", series: SeriesChoice(audioLanguage: "ja")),
    ]

    private static func tracks(_ text: String) -> [MediaTrack] {
        let marks: [Character: TrackTraits] = [
            "!": .isDefault, "?": .forced, "#": .hearingImpaired, "@": .descriptive, "*": .commentary, "^": .original,
            "~": [.external, .namesake],
        ]
        return text.split(separator: " ").enumerated().map { index, word in
            MediaTrack(
                id: UInt32(index), language: String(word.filter { marks[$0] == nil }),
                traits: word.reduce(into: []) { $0.formUnion(marks[$1] ?? []) })
        }
    }

    @Test(arguments: rows) func aPairIsChosenForAReason(row: Row) {
        var tracks = TrackSet()
        (tracks.audio, tracks.subtitles) = (Self.tracks(row.audio), Self.tracks(row.subtitles))
        let chosen = TrackSelection(of: tracks, TrackWishes(preferences: row.preferences, series: row.series))
        let (audio, subtitles) = (chosen.audio.map { "\($0)" } ?? "-", chosen.subtitles.map { "\($0)" } ?? "-")
        #expect("\(audio) \(chosen.audioReason), \(subtitles) \(chosen.subtitlesReason)" == row.expected)
    }

    /// After a choice of the sound, the reason for the subtitles is that of the new sound.
    @Test func aChosenSoundDecidesAboutSubtitles() {
        var tracks = TrackSet()
        (tracks.audio, tracks.subtitles) = (Self.tracks("en ja"), Self.tracks("en"))
        let wishes = TrackWishes(preferences: TrackPreferences(audio: ["en"]))
        let before = TrackSelection(of: tracks, wishes)
        #expect(before.audio == 0 && before.subtitles == nil && before.subtitlesReason == .ownLanguage)
        let after = TrackSelection(of: tracks, wishes, sound: 1)
        #expect(after.audio == 1 && after.audioReason == .chosen)
        #expect(after.subtitles == 0 && after.subtitlesReason == .foreign)
        #expect(TrackSelection(of: tracks, wishes, sound: 7) == before)
    }

    @Test func theTableIsLongEnough() { #expect(Self.rows.count >= 40) }

    @Test func everyReasonHasASentence() {
        #expect(Set(TrackReason.allCases.map(\.sentence)).count == TrackReason.allCases.count)
    }

    /// Of the same file the same is chosen, wherever a track lies in it.
    @Test func theOrderDecidesOnlyBetweenEquals() {
        var tracks = TrackSet()
        tracks.subtitles = Self.tracks("fr en# en? en de")
        let wishes = TrackWishes(preferences: TrackPreferences(audio: ["en"]))
        tracks.audio = Self.tracks("ja")
        for _ in 0..<5 {
            tracks.subtitles.append(tracks.subtitles.removeFirst())
            let chosen = TrackSelection(of: tracks, wishes).subtitles
            #expect(chosen == 3)
        }
    }
}
