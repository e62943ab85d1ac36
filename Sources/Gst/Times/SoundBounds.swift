internal import MediaContainers

/// Which part of a decoded stream is its sound, in nanoseconds as the decoder counts: the rest is what an encoder added.
struct SoundBounds: Hashable, Sendable {
    /// What precedes this is not heard. Media times begin here.
    var start: Int64
    /// What is not heard after the sound. A file may go on behind it, if others were appended to it.
    var silence: Range<Int64>?

    /// What the encoder's header or tag says of MPEG audio of layer 3.
    ///
    /// - Parameters:
    ///   - frames: how many samples the stream has; nil: unknown.
    ///   - rate: samples in a second.
    init(_ silence: EncoderSilence, samples: UInt64?, rate: Int) {
        let time = { (samples: UInt64) in Self.time(samples, rate: UInt64(max(1, rate))) }
        let delay = EncoderSilence.decoderDelayOfLayer3
        start = time(silence.before + delay)
        let all = samples ?? silence.sound.map { silence.before + $0 + silence.after }
        guard let all, all >= silence.before + silence.after else { return }
        let end = silence.sound.map { silence.before + $0 } ?? (all - silence.after)
        if end + delay < all { self.silence = time(end + delay)..<time(all) }
    }

    /// What precedes the sound of AAC that nothing describes: the first frame cannot be decoded without the one before, so
    /// that encoders put at least one of silence there (ISO/IEC 14496-3, overlapping windows of 1024 samples). What begins in
    /// the middle of a stream loses no more than a frame that is wrong.
    ///
    /// - Parameter rate: samples in a second.
    init(bareAAC rate: Int) { start = Self.time(1_024, rate: UInt64(max(1, rate))) }

    /// - Parameters:
    ///   - samples: how many precede the sound.
    ///   - rate: samples in a second.
    init(samples: UInt64, rate: UInt64) { start = Self.time(samples, rate: max(1, rate)) }

    /// - Parameter delay: what precedes the sound, in nanoseconds.
    init(delay: Int64) { start = delay }

    /// What the header of an MP4 file says.
    init(_ sound: MP4Sound) {
        start = Self.time(sound.heard.lowerBound, rate: sound.timescale)
        silence = Self.time(sound.heard.upperBound, rate: sound.timescale)..<Int64.max
    }

    private static func time(_ samples: UInt64, rate: UInt64) -> Int64 {
        let (seconds, rest) = samples.quotientAndRemainder(dividingBy: rate)
        guard seconds < 1 << 33, rate < 1 << 32 else { return .max / 2 }
        return Int64(seconds * 1_000_000_000 + rest * 1_000_000_000 / rate)
    }

    /// The same behind so many samples.
    func later(by samples: UInt64, rate: UInt64) -> SoundBounds {
        let time = Self.time(samples, rate: max(1, rate))
        var moved = self
        moved.start = start.plus(time)
        moved.silence = silence.map { $0.lowerBound.plus(time)..<$0.upperBound.plus(time) }
        return moved
    }

    /// The duration of what is heard of a stream, in nanoseconds.
    func heard(of duration: Int64) -> Int64 {
        guard let silence, silence.lowerBound < duration else { return max(0, duration - start) }
        return max(0, duration - start - (min(duration, silence.upperBound) - silence.lowerBound))
    }

    /// Which of the samples of a buffer are heard; nil: all of them.
    ///
    /// - Parameters:
    ///   - time: of its first sample, in nanoseconds.
    ///   - count: how many samples it has.
    func heard(from time: Int64, count: Int, rate: Int) -> Range<Int>? {
        let sample = { (place: Int64) in
            let samples = (Double(place.minus(time)) * Double(rate) / 1e9).rounded()
            return samples < Double(count) ? max(0, Int(samples)) : count
        }
        var heard = sample(start)..<count
        if let silence {
            let (first, last) = (sample(silence.lowerBound), sample(silence.upperBound))
            // What is appended behind the silence begins with a packet.
            heard = first > heard.lowerBound ? heard.clamped(to: 0..<first) : max(heard.lowerBound, last)..<count
            if first >= count { return heard == 0..<count ? nil : heard }
        }
        return heard == 0..<count ? nil : heard
    }
}
