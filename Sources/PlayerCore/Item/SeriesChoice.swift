/// What was chosen for one series, to be chosen again for its next episode.
public struct SeriesChoice: Hashable, Sendable {
    /// BCP 47; nil: nothing was chosen.
    public var audioLanguage: String?
    /// Nil: nothing was chosen.
    public var subtitles: SubtitleChoice?
    /// Media seconds a second; nil: nothing was chosen.
    public var rate: Double?

    public init(audioLanguage: String? = nil, subtitles: SubtitleChoice? = nil, rate: Double? = nil) {
        self.audioLanguage = audioLanguage
        self.subtitles = subtitles
        self.rate = rate
    }

    /// Whether nothing was chosen.
    public var isEmpty: Bool { audioLanguage == nil && subtitles == nil && rate == nil }
}

/// Whether subtitles are shown, and in which language.
public enum SubtitleChoice: Hashable, Sendable {
    case off
    /// BCP 47.
    case language(String)
}
