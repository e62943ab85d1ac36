/// What an encoder added before and after the sound, in samples. Players leave it out.
public struct EncoderSilence: Hashable, Sendable {
    /// Samples before the sound.
    public var before: UInt64
    /// Samples after the sound.
    public var after: UInt64
    /// Samples of the sound itself; nil: all the others.
    public var sound: UInt64?

    /// How many samples later than its input the sound of a decoder of layer 3 is. Neither LAME's header nor
    /// `iTunSMPB` counts them (lame.sourceforge.net/tech-FAQ.txt: 528 samples, and one more).
    public static let decoderDelayOfLayer3: UInt64 = 529

    public init(before: UInt64, after: UInt64, sound: UInt64? = nil) {
        self.before = before
        self.after = after
        self.sound = sound
    }

    /// Reads the value of `iTunSMPB`, numbers in hexadecimal: a zero, the samples before the sound and after it, and
    /// the samples of the sound.
    ///
    /// Nil for anything else, or if there is nothing to leave out.
    public init?(iTunSMPB text: some StringProtocol) {
        let fields = text.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: true).prefix(4)
        let numbers = fields.compactMap { UInt64($0, radix: 16) }
        guard numbers.count == 4, numbers[0] == 0, numbers[1] <= Self.most, numbers[2] <= Self.most,
            numbers[1] + numbers[2] > 0, numbers[3] < 1 << 48
        else { return nil }
        self.init(before: numbers[1], after: numbers[2], sound: numbers[3] > 0 ? numbers[3] : nil)
    }

    /// More than any encoder adds: what claims more is damaged.
    private static let most: UInt64 = 1 << 16
}
