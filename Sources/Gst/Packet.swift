internal import CGStreamer

/// A piece of a stream, stored or decoded, on its way from a source into a file.
///
/// Unchecked: the references are counted atomically and nothing of them is changed.
public final class Packet: @unchecked Sendable {
    /// Nanoseconds of media time at which it is heard or shown; nil where the source does not say.
    public let start: Int64?
    /// Nanoseconds of media time at which it has to be decoded.
    public let decoding: Int64?
    /// Nanoseconds.
    public let duration: Int64?
    /// Whether nothing before it is needed to decode it.
    public let isKey: Bool
    let buffer: UnsafeMutablePointer<GstBuffer>
    let caps: UnsafeMutablePointer<GstCaps>

    init(_ buffer: UnsafeMutablePointer<GstBuffer>, _ caps: UnsafeMutablePointer<GstCaps>, in segment: Segment) {
        start = segment.mediaTime(cgst_buffer_pts(buffer))
        decoding = segment.mediaTime(cgst_buffer_dts(buffer))
        let length = cgst_buffer_duration(buffer)
        duration = length == .max ? nil : Int64(clamping: length)
        isKey = cgst_buffer_is_delta(buffer) == 0
        gst_buffer_ref(buffer)
        gst_caps_ref(caps)
        self.buffer = buffer
        self.caps = caps
    }

    deinit {
        gst_buffer_unref(buffer)
        gst_caps_unref(caps)
    }
}
