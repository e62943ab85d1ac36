/// Which of an item's gains is applied.
public enum ReplayGainMode: String, Hashable, Sendable, CaseIterable {
    /// Samples stay as they are.
    case off
    /// All tracks are equally loud.
    case track
    /// All albums are equally loud, and their tracks differ as the album wants it.
    case album
    /// By album within an album that plays in order, else by track.
    case auto
}

/// What an item's samples are multiplied by.
public struct SoundGain: Hashable, Sendable {
    /// 0 leaves them as they are, bit by bit.
    public var decibels: Double
    /// Whether nobody knows if they fit: what does not is limited.
    public var isLimited: Bool

    /// Samples as they are.
    public static let none = SoundGain(decibels: 0, isLimited: false)

    public init(decibels: Double, isLimited: Bool) {
        self.decibels = decibels
        self.isLimited = isLimited
    }
}

/// Decides how loud an item is played.
public enum ReplayGain {
    /// Decibels that may be added to every gain.
    public static let preamps = -15.0...15.0

    /// The gain for an item.
    ///
    /// Without the gain that is asked for the other one counts, and without both the item stays as it is. A gain is lowered as
    /// far as the peak needs it, so that nothing clips; the peak is that of the same track or album. Where no peak is known, what
    /// is raised is limited.
    ///
    /// - Parameters:
    ///   - preamp: decibels added to the tag's gain.
    ///   - isInAlbum: whether it plays within its album; for ``ReplayGainMode/auto``.
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

/// Ratios of amplitudes as decibels.
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
