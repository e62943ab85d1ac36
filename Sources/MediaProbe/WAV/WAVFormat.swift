internal import MediaContainers
internal import PlayerCore

/// What a WAV file's `fmt ` chunk says of its sound.
struct WAVFormat {
    /// In hertz.
    let sampleRate: UInt64
    private let isPlain: Bool
    private let bytesPerSecond: UInt64
    private let bytesPerFrame: UInt64

    init?(_ bytes: ArraySlice<UInt8>) {
        var cursor = ByteCursor(bytes)
        guard let tag = cursor.little(2), cursor.take(2) != nil, let rate = cursor.little(4),
            let bytesPerSecond = cursor.little(4), let bytesPerFrame = cursor.little(2)
        else { return nil }
        // PCM, floats, and the extensible form of them: each frame has the same size.
        isPlain = [1, 3, 0xFFFE].contains(tag)
        sampleRate = rate
        self.bytesPerSecond = bytesPerSecond
        self.bytesPerFrame = bytesPerFrame
    }

    /// - Parameters:
    ///   - length: of the sound, in bytes.
    ///   - samples: that a `fact` or `ds64` chunk counts; nil where there is none.
    func duration(length: Int64, samples: UInt64?) -> MediaTime? {
        let length = UInt64(clamping: length)
        if isPlain, bytesPerFrame > 0 { return MediaTime(samples: length / bytesPerFrame, rate: sampleRate) }
        if let samples, samples > 0 { return MediaTime(samples: samples, rate: sampleRate) }
        return MediaTime(samples: length, rate: bytesPerSecond)
    }
}
