/// The loudness of an item according to its tags: the gains that bring it, or its album, to the reference level, and
/// the highest peaks.
///
/// Gains are decibels relative to ReplayGain's reference, 89 dB SPL or -18 LUFS. Peaks are linear: 1 is full scale.
public struct LoudnessTags: Hashable, Sendable {
    /// In decibels; values outside are ignored.
    static let gains = -60.0...60.0
    /// Values outside are ignored.
    static let peaks = 0.0001...100.0
    /// Decibels between the reference of `R128_*_GAIN` (-23 LUFS, RFC 7845) and that of ReplayGain (-18 LUFS).
    static let aboveR128 = 5.0

    public private(set) var trackGain: Double?
    public private(set) var trackPeak: Double?
    public private(set) var albumGain: Double?
    public private(set) var albumPeak: Double?

    /// - Parameter referenceLevel: the target level of the gains, in dB SPL; nil: 89.
    public init(
        trackGain: Double? = nil, trackPeak: Double? = nil, albumGain: Double? = nil, albumPeak: Double? = nil,
        referenceLevel: Double? = nil
    ) {
        let offset = 89 - (referenceLevel ?? 89)
        self.trackGain = trackGain.map { $0 + offset }.flatMap { Self.gains.contains($0) ? $0 : nil }
        self.albumGain = albumGain.map { $0 + offset }.flatMap { Self.gains.contains($0) ? $0 : nil }
        self.trackPeak = trackPeak.flatMap { Self.peaks.contains($0) ? $0 : nil }
        self.albumPeak = albumPeak.flatMap { Self.peaks.contains($0) ? $0 : nil }
    }

    /// Takes over `R128_TRACK_GAIN` and `R128_ALBUM_GAIN` of Opus (RFC 7845, 5.2.1) from comments of the form
    /// `KEY=value`: integers in 256ths of a decibel. They take precedence and have no peaks.
    public mutating func take(comments: [String]) {
        for comment in comments {
            let parts = comment.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, let number = Int16(parts[1]) else { continue }
            let gain = Double(number) / 256 + Self.aboveR128
            guard Self.gains.contains(gain) else { continue }
            switch parts[0].uppercased() {
            case "R128_TRACK_GAIN": (trackGain, trackPeak) = (gain, nil)
            case "R128_ALBUM_GAIN": (albumGain, albumPeak) = (gain, nil)
            default: break
            }
        }
    }
}
