/// When subtitles are shown without a choice.
public enum SubtitleUse: String, Hashable, Sendable, CaseIterable {
    case never
    /// Only those that are marked as forced.
    case forced
    /// If the sound is in none of the languages for sound; otherwise forced subtitles. If the sound does not say its
    /// language, also the file's defaults, or else a file with exactly the item's name and no language.
    case foreign
    /// Whenever there are any in a language for subtitles.
    case always
}

/// Which languages are played without a choice.
public struct TrackPreferences: Hashable, Sendable {
    /// BCP 47, best first; empty: the file decides.
    public var audio: [String]
    /// BCP 47, best first; empty: the languages for sound.
    public var subtitles: [String]
    public var when: SubtitleUse

    public init(audio: [String] = [], subtitles: [String] = [], when: SubtitleUse = .foreign) {
        self.audio = audio
        self.subtitles = subtitles
        self.when = when
    }

    /// The languages for subtitles.
    var subtitleLanguages: [String] { subtitles.isEmpty ? audio : subtitles }
}

/// Everything apart from the item that decides which of its tracks play.
public struct TrackWishes: Hashable, Sendable {
    public var preferences: TrackPreferences
    /// The choice made for the series, or for the previous programme of the same stream.
    public var series: SeriesChoice?
    /// What a person chose for the item itself when it was open before; takes precedence.
    public var item: ItemTracks?

    public init(
        preferences: TrackPreferences = TrackPreferences(), series: SeriesChoice? = nil, item: ItemTracks? = nil
    ) {
        self.preferences = preferences
        self.series = series
        self.item = item
    }
}
