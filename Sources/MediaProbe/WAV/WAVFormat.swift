internal import MediaContainers
internal import PlayerCore

/// The sound format in a WAV file's `fmt ` chunk.
struct WAVFormat {
    /// In hertz.
    let sampleRate: UInt64
    let track: TrackFormat
    private let isPlain: Bool
    private let bytesPerSecond: UInt64
    private let bytesPerFrame: UInt64

    init?(_ bytes: ArraySlice<UInt8>) {
        var cursor = ByteCursor(bytes)
        guard let tag = cursor.little(2), let channels = cursor.little(2), let rate = cursor.little(4),
            let bytesPerSecond = cursor.little(4), let bytesPerFrame = cursor.little(2)
        else { return nil }
        // PCM, floats, and their extensible form: each frame has the same size.
        isPlain = [1, 3, 0xFFFE].contains(tag)
        sampleRate = rate
        track = TrackFormat(codec: CodecName.wav(tag), channels: Int(channels))
        self.bytesPerSecond = bytesPerSecond
        self.bytesPerFrame = bytesPerFrame
    }

    /// - Parameters:
    ///   - length: of the sound, in bytes.
    ///   - samples: according to a `fact` or `ds64` chunk; nil without one.
    func duration(length: Int64, samples: UInt64?) -> MediaTime? {
        let length = UInt64(clamping: length)
        if isPlain, bytesPerFrame > 0 { return MediaTime(samples: length / bytesPerFrame, rate: sampleRate) }
        if let samples, samples > 0 { return MediaTime(samples: samples, rate: sampleRate) }
        return MediaTime(samples: length, rate: bytesPerSecond)
    }
}
