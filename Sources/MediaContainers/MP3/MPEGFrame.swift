/// The header of a frame of MPEG audio, four bytes (ISO/IEC 11172-3 section 2.4.1.3 and 13818-3).
public struct MPEGFrame: Sendable {
    /// 1, 2 or 3.
    public let layer: Int
    /// In bits per second.
    public let bitRate: Int
    /// In hertz.
    public let sampleRate: Int
    /// In bytes, including its header.
    public let length: Int
    public let isMono: Bool
    /// Whether it is MPEG-1, without the half and quarter rates of MPEG-2 and 2.5.
    private let isFull: Bool

    /// Nil for anything else, including frames of a free bit rate, whose length is unknown.
    public init?(_ bytes: some Collection<UInt8>) {
        let bytes = Array(bytes.prefix(4))
        guard bytes.count == 4, bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0 else { return nil }
        let version = Int(bytes[1] >> 3 & 3)
        let layer = 4 - Int(bytes[1] >> 1 & 3)
        let rateIndex = Int(bytes[2] >> 4)
        let sampleIndex = Int(bytes[2] >> 2 & 3)
        guard version != 1, layer != 4, rateIndex != 0, rateIndex != 15, sampleIndex != 3 else { return nil }
        isFull = version == 3
        let table = isFull ? Self.fullRates[layer - 1] : layer == 1 ? Self.halfRatesOfLayer1 : Self.halfRates
        bitRate = table[rateIndex - 1] * 1_000
        sampleRate = [44_100, 48_000, 32_000][sampleIndex] >> (version == 3 ? 0 : version == 2 ? 1 : 2)
        isMono = bytes[3] >> 6 == 3
        self.layer = layer
        let padding = Int(bytes[2] >> 1 & 1)
        length =
            layer == 1
            ? (12 * bitRate / sampleRate + padding) * 4
            : Self.samples(layer, isFull: isFull) / 8 * bitRate / sampleRate + padding
    }

    private static let fullRates = [
        [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
        [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
        [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    ]
    private static let halfRatesOfLayer1 = [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256]
    private static let halfRates = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]

    private static func samples(_ layer: Int, isFull: Bool) -> Int {
        layer == 1 ? 384 : layer == 2 || isFull ? 1_152 : 576
    }

    /// Samples per channel in one frame.
    public var samples: Int { Self.samples(layer, isFull: isFull) }

    /// The place of a Xing header in the first frame: after the side information, which is empty there.
    public var xingPlace: Int { 4 + (isFull ? (isMono ? 17 : 32) : (isMono ? 9 : 17)) }

    /// Whether another frame may belong to the same stream.
    public func matches(_ other: MPEGFrame) -> Bool {
        layer == other.layer && sampleRate == other.sampleRate && isFull == other.isFull
    }
}
