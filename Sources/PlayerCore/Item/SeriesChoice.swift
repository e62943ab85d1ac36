/// The choices made for a series, applied again to its next episode.
public struct SeriesChoice: Hashable, Sendable {
    /// BCP 47; nil: no choice.
    public var audioLanguage: String?
    /// Nil: no choice.
    public var subtitles: SubtitleChoice?
    /// Media seconds per second; nil: no choice.
    public var rate: Double?

    public init(audioLanguage: String? = nil, subtitles: SubtitleChoice? = nil, rate: Double? = nil) {
        self.audioLanguage = audioLanguage
        self.subtitles = subtitles
        self.rate = rate
    }

    /// Replaces what `new` chooses.
    mutating func take(_ new: SeriesChoice) {
        audioLanguage = new.audioLanguage ?? audioLanguage
        subtitles = new.subtitles ?? subtitles
        rate = new.rate ?? rate
    }

    /// Whether tracks are chosen, and not only a rate.
    var hasLanguages: Bool { audioLanguage != nil || subtitles != nil }

    /// Whether there is no choice.
    public var isEmpty: Bool { audioLanguage == nil && subtitles == nil && rate == nil }
}

/// Whether subtitles are shown, and in which language.
public enum SubtitleChoice: Hashable, Sendable {
    case off
    /// A BCP 47 tag.
    case language(String)
}
