package import CGStreamer

/// The memory layout of decoded audio. `@unchecked` because the C struct contains a pointer to a constant table of
/// formats, and reserved pointers that are never set.
package struct AudioLayout: @unchecked Sendable {
    private var info = GstAudioInfo()

    /// Reads a CAPS event; returns nil if it is not about decoded audio.
    package init?(of event: UnsafeMutablePointer<GstEvent>) {
        var caps: UnsafeMutablePointer<GstCaps>?
        gst_event_parse_caps(event, &caps)
        guard let caps, gst_audio_info_from_caps(&info, caps) != 0, info.rate > 0, info.bpf > 0 else { return nil }
    }

    /// The sample rate in hertz.
    package var rate: Int { Int(info.rate) }
    /// Bytes of a sample of all channels.
    package var frameSize: Int { Int(info.bpf) }

    /// How many samples a buffer has. Sound of which each channel is by itself has fewer than its bytes where a decoder cut it:
    /// libav's decoders and `GstAudioDecoder`.
    package func samples(of buffer: UnsafeMutablePointer<GstBuffer>) -> Int {
        if let meta = gst_buffer_get_meta(buffer, gst_audio_meta_api_get_type()) {
            return Int(clamping: UnsafeRawPointer(meta).assumingMemoryBound(to: GstAudioMeta.self).pointee.samples)
        }
        return Int(clamping: gst_buffer_get_size(buffer)) / frameSize
    }

    /// The duration of a number of bytes, in nanoseconds.
    package func duration(ofBytes count: Int) -> GstClockTime {
        GstClockTime(count / frameSize) * 1_000_000_000 / GstClockTime(rate)
    }

    /// The duration of a number of bytes, in nanoseconds.
    package func nanoseconds(ofBytes count: Double) -> Double { count / Double(frameSize) / Double(rate) * 1e9 }

    /// The offset in bytes of the end of a stretch, rounded to a sample; at most `limit`.
    package func bytes(in nanoseconds: GstClockTime, limit: Int) -> Int {
        let samples = (Double(nanoseconds) * Double(rate) / 1e9).rounded()
        return samples < Double(limit / frameSize) ? Int(samples) * frameSize : limit
    }

    /// The part of a buffer before a time, as a new buffer; nil if the part is empty.
    package func clipped(
        _ buffer: UnsafeMutablePointer<GstBuffer>, at end: GstClockTime, in segment: StreamSegment
    ) -> UnsafeMutablePointer<GstBuffer>? {
        var clipping = segment.native
        clipping.stop = end
        return gst_audio_buffer_clip(gst_buffer_ref(buffer), &clipping, info.rate, info.bpf)
    }

    /// Some of the samples of a buffer, as a new buffer with the time of the first of them; nil if that is not possible.
    package func part(_ samples: Range<Int>, of buffer: UnsafeMutablePointer<GstBuffer>) -> UnsafeMutablePointer<
        GstBuffer
    >? {
        let time = cgst_buffer_pts(buffer)
        guard
            let part = gst_audio_buffer_truncate(
                gst_buffer_ref(buffer), info.bpf, gsize(samples.lowerBound), gsize(samples.count)),
            let writable = cgst_buffer_writable(part)
        else { return nil }
        let skipped = duration(ofBytes: samples.lowerBound * frameSize)
        cgst_buffer_set_times(
            writable, time == .max ? time : time.plus(skipped), duration(ofBytes: samples.count * frameSize))
        return writable
    }

    /// Multiplies all samples of a buffer, which must be writable.
    ///
    /// `scaletempo`, which all audio passes through, supports only these formats.
    package func amplify(_ buffer: UnsafeMutablePointer<GstBuffer>, by gain: SampleGain) {
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

    /// Silences stretches of a buffer, in bytes. The buffer must be writable.
    package func silence(_ stretches: [Range<Int>], of buffer: UnsafeMutablePointer<GstBuffer>) {
        var map = GstMapInfo()
        let access = GstMapFlags(rawValue: GST_MAP_READ.rawValue | GST_MAP_WRITE.rawValue)
        guard gst_buffer_map(buffer, &map, access) != 0 else { return }
        defer { gst_buffer_unmap(buffer, &map) }
        for stretch in stretches where stretch.upperBound <= Int(map.size) {
            gst_audio_format_info_fill_silence(info.finfo, map.data + stretch.lowerBound, gsize(stretch.count))
        }
    }
}
