/// When subtitles are shown that nobody chose.
public enum SubtitleUse: String, Hashable, Sendable, CaseIterable {
    case never
    /// Only those that are marked as forced.
    case forced
    /// Where the sound is in none of the languages for sound; else those that are forced.
    case foreign
    /// Wherever there are any in a language for subtitles.
    case always
}

/// Which languages are played where nobody chose any.
public struct TrackPreferences: Hashable, Sendable {
    /// BCP 47, best first; empty: the file decides.
    public var audio: [String]
    /// BCP 47, best first; empty: those for sound.
    public var subtitles: [String]
    public var when: SubtitleUse

    public init(audio: [String] = [], subtitles: [String] = [], when: SubtitleUse = .foreign) {
        self.audio = audio
        self.subtitles = subtitles
        self.when = when
    }

    /// In which languages subtitles are looked for.
    var subtitleLanguages: [String] { subtitles.isEmpty ? audio : subtitles }
}

/// All that decides which tracks of an item play, beside the item.
public struct TrackWishes: Hashable, Sendable {
    public var preferences: TrackPreferences
    /// What somebody chose for the series, or for what played before in the same stream.
    public var series: SeriesChoice?

    public init(preferences: TrackPreferences = TrackPreferences(), series: SeriesChoice? = nil) {
        self.preferences = preferences
        self.series = series
    }
}
