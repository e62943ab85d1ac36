/// Sound files that cost nothing to make or to decode.
public enum WaveFile {
    /// The bytes of a WAV file.
    ///
    /// - Parameters:
    ///   - bits: of a sample: 8 without a sign, or 16 with one, little-endian.
    ///   - data: the samples, of all channels in turn.
    public static func bytes(rate: Int, channels: Int, bits: Int, data: [UInt8]) -> [UInt8] {
        let frame = channels * bits / 8
        var format = little(1, 2) + little(channels, 2) + little(rate, 4) + little(rate * frame, 4)
        format += little(frame, 2) + little(bits, 2)
        let body =
            Array("WAVEfmt ".utf8) + little(format.count, 4) + format + Array("data".utf8) + little(data.count, 4)
        return Array("RIFF".utf8) + little(body.count + data.count, 4) + body + data
    }

    private static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
