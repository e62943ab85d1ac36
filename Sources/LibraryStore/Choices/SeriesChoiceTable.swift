internal import PlayerCore

/// Choices as rows of `series_choice`.
enum SeriesChoiceTable {
    /// Replaces the choice for a series; an empty choice removes it.
    static func write(_ choice: SeriesChoice, series: String, in db: Database) throws {
        guard !choice.isEmpty else {
            try db.execute(sql: "DELETE FROM series_choice WHERE series = ?", arguments: [series])
            return
        }
        var subtitleLanguage: String?
        if case .language(let language) = choice.subtitles { subtitleLanguage = language }
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO series_choice (
                    series, audio_language, shows_subtitles, subtitle_language, rate
                ) VALUES (?, ?, ?, ?, ?)
                """,
            arguments: [
                series, choice.audioLanguage, choice.subtitles.map { $0 != .off }, subtitleLanguage, choice.rate,
            ])
    }

    static func choice(series: String, in db: Database) throws -> SeriesChoice? {
        guard
            let row = try db.row(
                sql: """
                    SELECT audio_language, shows_subtitles, subtitle_language, rate FROM series_choice WHERE series = ?
                    """,
                arguments: [series])
        else { return nil }
        let showsSubtitles: Bool? = try row.decode(atIndex: 1)
        let language: String? = try row.decode(atIndex: 2)
        let subtitles = showsSubtitles.flatMap { $0 ? language.map { .language($0) } : SubtitleChoice.off }
        return SeriesChoice(
            audioLanguage: try row.decode(atIndex: 0), subtitles: subtitles, rate: try row.decode(atIndex: 3))
    }
}
