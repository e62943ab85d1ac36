#if canImport(Glibc)
    internal import Glibc
#endif

/// The gain that samples are multiplied by.
public struct SampleGain: Hashable, Sendable {
    /// The linear factor; 1 leaves samples unchanged, bit by bit.
    public let factor: Double
    /// Whether loud samples are compressed to avoid clipping.
    public let isLimited: Bool

    /// No gain.
    public static let none = SampleGain(decibels: 0, isLimited: false)
    /// The level above which samples are compressed if the gain is limited: 1 dB below full scale.
    private static let threshold = 0.891

    public init(decibels: Double, isLimited: Bool) {
        factor = decibels == 0 ? 1 : pow(10, decibels / 20)
        self.isLimited = isLimited && decibels > 0
    }

    /// Applies the gain to 16-bit samples, rounded.
    package func apply(to samples: UnsafeMutableBufferPointer<Int16>) {
        for index in samples.indices {
            let value = (amplified(Double(samples[index]) / 32_768) * 32_768).rounded()
            samples[index] = Int16(max(-32_768, min(32_767, value)))
        }
    }

    /// Applies the gain to samples with full scale 1. NaN stays NaN.
    package func apply<Sample: BinaryFloatingPoint>(to samples: UnsafeMutableBufferPointer<Sample>) {
        for index in samples.indices { samples[index] = Sample(amplified(Double(samples[index]))) }
    }

    private func amplified(_ sample: Double) -> Double {
        let value = sample * factor
        let size = abs(value)
        guard isLimited, size > Self.threshold else { return value }
        let room = 1 - Self.threshold
        let limited = Self.threshold + room * tanh((size - Self.threshold) / room)
        return value < 0 ? -limited : limited
    }
}
