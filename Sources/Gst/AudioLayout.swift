internal import CGStreamer

/// How the sound of a stream is laid out in memory. Unchecked because the C struct holds a pointer into a constant table
/// of formats, and reserved ones, which nobody ever sets.
struct AudioLayout: @unchecked Sendable {
    private var info = GstAudioInfo()

    /// Reads a CAPS event; nil where it is not about decoded sound.
    init?(of event: UnsafeMutablePointer<GstEvent>) {
        var caps: UnsafeMutablePointer<GstCaps>?
        gst_event_parse_caps(event, &caps)
        guard let caps, gst_audio_info_from_caps(&info, caps) != 0, info.rate > 0, info.bpf > 0 else { return nil }
    }

    /// Samples a second in each channel.
    var rate: Int { Int(info.rate) }
    /// Bytes of one sample of all channels.
    var frameSize: Int { Int(info.bpf) }

    /// How long so many bytes are heard, in nanoseconds.
    func duration(ofBytes count: Int) -> GstClockTime {
        GstClockTime(count / frameSize) * 1_000_000_000 / GstClockTime(rate)
    }

    /// Where a stretch of this length ends, in bytes, on a sample; not behind `limit`.
    func bytes(in nanoseconds: GstClockTime, limit: Int) -> Int {
        let samples = (Double(nanoseconds) * Double(rate) / 1e9).rounded()
        return samples < Double(limit / frameSize) ? Int(samples) * frameSize : limit
    }

    /// The part of a buffer before a moment, as a buffer of its own; nil where nothing is left.
    func clipped(
        _ buffer: UnsafeMutablePointer<GstBuffer>, at end: GstClockTime, in segment: StreamSegment
    ) -> UnsafeMutablePointer<GstBuffer>? {
        var clipping = segment.native
        clipping.stop = end
        return gst_audio_buffer_clip(gst_buffer_ref(buffer), &clipping, info.rate, info.bpf)
    }

    /// Multiplies all samples of a buffer; the buffer must be writable.
    ///
    /// `scaletempo`, which everything comes through, knows no other formats than these.
    func amplify(_ buffer: UnsafeMutablePointer<GstBuffer>, by gain: SampleGain) {
        var map = GstMapInfo()
        let access = GstMapFlags(rawValue: GST_MAP_READ.rawValue | GST_MAP_WRITE.rawValue)
        guard gst_buffer_map(buffer, &map, access) != 0 else { return }
        defer { gst_buffer_unmap(buffer, &map) }
        let bytes = UnsafeMutableRawBufferPointer(start: map.data, count: Int(map.size))
        switch info.finfo.pointee.format {
        case GST_AUDIO_FORMAT_S16LE: gain.apply(to: bytes.bindMemory(to: Int16.self))
        case GST_AUDIO_FORMAT_F32LE: gain.apply(to: bytes.bindMemory(to: Float.self))
        case GST_AUDIO_FORMAT_F64LE: gain.apply(to: bytes.bindMemory(to: Double.self))
        default: break
        }
    }

    /// Makes stretches of a buffer silent, in bytes; the buffer must be writable.
    func silence(_ stretches: [Range<Int>], of buffer: UnsafeMutablePointer<GstBuffer>) {
        var map = GstMapInfo()
        let access = GstMapFlags(rawValue: GST_MAP_READ.rawValue | GST_MAP_WRITE.rawValue)
        guard gst_buffer_map(buffer, &map, access) != 0 else { return }
        defer { gst_buffer_unmap(buffer, &map) }
        for stretch in stretches where stretch.upperBound <= Int(map.size) {
            gst_audio_format_info_fill_silence(info.finfo, map.data + stretch.lowerBound, gsize(stretch.count))
        }
    }
}
