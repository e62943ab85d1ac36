/// Which of an item's gains is applied.
public enum ReplayGainMode: String, Hashable, Sendable, CaseIterable {
    /// Samples are not changed.
    case off
    /// All tracks are equally loud.
    case track
    /// All albums are equally loud, and their tracks keep their differences.
    case album
    /// By album within an album that plays in order, otherwise by track.
    case auto
}

/// The gain applied to an item's samples.
public struct SoundGain: Hashable, Sendable {
    /// 0 leaves the samples unchanged, bit by bit.
    public var decibels: Double
    /// Whether the peak is unknown, so that samples beyond full scale are limited.
    public var isLimited: Bool

    /// No change of the samples.
    public static let none = SoundGain(decibels: 0, isLimited: false)

    public init(decibels: Double, isLimited: Bool) {
        self.decibels = decibels
        self.isLimited = isLimited
    }
}

/// Chooses the gain of an item.
public enum ReplayGain {
    /// Decibels that may be added to every gain.
    public static let preamps = -15.0...15.0

    /// Returns the gain for an item.
    ///
    /// If the requested gain is missing, the other one applies; without both, the item is unchanged. A gain is lowered
    /// as far as the peak of the same track or album requires, so that nothing clips. If the peak is unknown, a
    /// positive gain is limited.
    ///
    /// - Parameters:
    ///   - preamp: decibels added to the tag's gain.
    ///   - isInAlbum: whether the item plays within its album; for ``ReplayGainMode/auto``.
    public static func gain(
        _ mode: ReplayGainMode, preamp: Double, tags: LoudnessTags, isInAlbum: Bool
    ) -> SoundGain {
        let track = tags.trackGain.map { ($0, tags.trackPeak) }
        let album = tags.albumGain.map { ($0, tags.albumPeak) }
        let chosen: (gain: Double, peak: Double?)? =
            switch mode {
            case .off: nil
            case .track: track ?? album
            case .album: album ?? track
            case .auto: isInAlbum ? album ?? track : track ?? album
            }
        guard let chosen else { return .none }
        let wanted = chosen.gain + preamp
        guard let peak = chosen.peak else { return SoundGain(decibels: wanted, isLimited: wanted > 0) }
        return SoundGain(decibels: min(wanted, -Decibels.of(peak)), isLimited: false)
    }
}

/// Ratios of amplitudes in decibels.
enum Decibels {
    /// - Parameter ratio: above 0 and finite.
    static func of(_ ratio: Double) -> Double {
        // ln(ratio) = exponent · ln 2 + ln(significand), and ln m = 2 artanh((m - 1) / (m + 1)), where m is 1 to 2.
        let z = (ratio.significand - 1) / (ratio.significand + 1)
        var (power, sum) = (z, 0.0)
        for divisor in stride(from: 1.0, through: 33, by: 2) {
            sum += power / divisor
            power *= z * z
        }
        let (ln2, ln10) = (0.693_147_180_559_945_3, 2.302_585_092_994_046)
        return 20 * (Double(ratio.exponent) * ln2 + 2 * sum) / ln10
    }
}
