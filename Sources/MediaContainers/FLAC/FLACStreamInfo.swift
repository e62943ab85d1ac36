/// The stream information in FLAC's metadata blocks (RFC 9639 section 8.2).
public struct FLACStreamInfo: Hashable, Sendable {
    public static let length = 34

    /// In hertz.
    public let sampleRate: UInt64
    /// Per channel; 0 if the encoder did not know.
    public let samples: UInt64
    public let channels: Int
    /// Of a sample.
    public let bits: Int
    /// Samples in every frame but the last one, unless frames differ and have the number of their first sample.
    public let blockSize: UInt64

    public init?(_ bytes: ArraySlice<UInt8>) {
        var cursor = ByteCursor(bytes)
        // Block and frame sizes first; then 20 bits of rate, 8 of the sample's format and 36 of the count.
        guard let smallest = cursor.big(2), cursor.take(8) != nil, let packed = cursor.big(8) else { return nil }
        sampleRate = packed >> 44
        samples = packed & 0xF_FFFF_FFFF
        channels = Int(packed >> 41 & 7) + 1
        bits = Int(packed >> 36 & 0x1F) + 1
        blockSize = smallest
    }

    /// Whether the frames of another stream can follow those of this one.
    func isContinued(by other: FLACStreamInfo) -> Bool {
        (sampleRate, channels, bits) == (other.sampleRate, other.channels, other.bits)
    }
}
