/// An interstitial as it is displayed while it plays.
public struct InterstitialCard: Hashable, Sendable {
    /// Its place among those that play one after the other, from 1 on.
    public var number: Int
    public var count: Int
    /// Whole seconds until this one ends; nil while unknown.
    public var seconds: Int64?

    public init(number: Int = 1, count: Int = 1, seconds: Int64? = nil) {
        self.number = number
        self.count = count
        self.seconds = seconds
    }

    /// `Ad 1 of 2`.
    func name(_ language: Words.Language) -> String {
        let ad = Words.text(.ad, language)
        return count > 1 ? "\(ad) \(Words.text(.outOf, "\(number)", language)) \(count)" : ad
    }

    /// `Ad 1 of 2 · 0:12`.
    func text(_ language: Words.Language) -> String {
        name(language) + (seconds.map { " · \(ClockTime.text($0))" } ?? "")
    }
}

/// Why something that a person asked for with a key or a click is not done, in a few words.
public enum Refused: Hashable, Sendable {
    /// An interstitial must be watched.
    case duringInterstitial
    /// What plays must be watched.
    case linear
    /// The item cannot be sought.
    case notSeekable
    /// There is nothing to go to.
    case nothingThere
    case noSubtitles
    case noOtherAudio
    case noChapters
    /// No skip can be taken back.
    case nothingToUndo

    var word: Words.Word {
        switch self {
        case .duringInterstitial: .notDuringAd
        case .linear: .mustBeSeen
        case .notSeekable: .noSeeking
        case .nothingThere: .nothingThere
        case .noSubtitles: .noSubtitles
        case .noOtherAudio: .noOtherAudio
        case .noChapters: .noChapters
        case .nothingToUndo: .nothingToUndo
        }
    }
}
