internal import CGStreamer

/// A stored or decoded piece of a stream, on its way from a source to a file.
///
/// `@unchecked`: the references are counted atomically, and the objects are not modified.
public final class Packet: @unchecked Sendable {
    /// The maximum distance of times from 0, in nanoseconds (nine years). Times are clamped to it, so that sums do
    /// not overflow.
    static let farthest: Int64 = 1 << 58

    /// The presentation time in nanoseconds of media time; nil if the source does not provide it.
    public let start: Int64?
    /// The decoding time in nanoseconds of media time.
    public let decoding: Int64?
    /// In nanoseconds.
    public let duration: Int64?
    /// Whether the packet can be decoded without earlier ones.
    public let isKey: Bool
    let buffer: UnsafeMutablePointer<GstBuffer>
    let caps: UnsafeMutablePointer<GstCaps>

    init(_ buffer: UnsafeMutablePointer<GstBuffer>, _ caps: UnsafeMutablePointer<GstCaps>, in segment: StreamSegment) {
        start = segment.mediaTime(cgst_buffer_pts(buffer)).map(Self.limited)
        decoding = segment.mediaTime(cgst_buffer_dts(buffer)).map(Self.limited)
        duration = Self.length(of: buffer)
        isKey = cgst_buffer_is_delta(buffer) == 0
        gst_buffer_ref(buffer)
        gst_caps_ref(caps)
        self.buffer = buffer
        self.caps = caps
    }

    /// Takes ownership of the buffer.
    private init(
        _ buffer: UnsafeMutablePointer<GstBuffer>, like other: Packet, start: Int64?, duration: Int64?,
        caps: UnsafeMutablePointer<GstCaps>? = nil
    ) {
        self.start = start
        self.duration = duration
        decoding = other.decoding
        isKey = other.isKey
        self.buffer = buffer
        self.caps = caps ?? other.caps
        gst_caps_ref(self.caps)
    }

    deinit {
        gst_buffer_unref(buffer)
        gst_caps_unref(caps)
    }

    private static func length(of buffer: UnsafeMutablePointer<GstBuffer>) -> Int64? {
        let length = cgst_buffer_duration(buffer)
        return length == .max ? nil : limited(Int64(clamping: length))
    }

    private static func limited(_ time: Int64) -> Int64 { max(-farthest, min(time, farthest)) }

    /// In bytes.
    public var size: Int { Int(clamping: gst_buffer_get_size(buffer)) }

    /// The media type, such as `video/x-h264`.
    public var mediaType: String {
        gst_caps_get_structure(caps, 0).map { String(cString: gst_structure_get_name($0)) } ?? ""
    }

    /// Whether the packet is only a header, which the caps contain as well.
    public var isHeader: Bool {
        guard cgst_buffer_is_header(buffer) != 0, let structure = gst_caps_get_structure(caps, 0) else { return false }
        return gst_structure_has_field(structure, "streamheader") != 0
    }

    /// Clips the packet to `range`, in nanoseconds of media time: removes audio samples, and shortens video frames
    /// and texts.
    ///
    /// - Returns: nil if nothing remains.
    public func clipped(to range: Range<Int64>) -> Packet? {
        guard let start else { return self }
        let end = start + (duration ?? 0)
        guard start < range.lowerBound || end > range.upperBound else { return self }
        var info = GstAudioInfo()
        if mediaType == "audio/x-raw", gst_audio_info_from_caps(&info, caps) != 0, info.rate > 0, info.bpf > 0 {
            return clippedSamples(from: start, to: range, rate: Int64(info.rate), frame: Int64(info.bpf))
        }
        let (from, to) = (max(start, Self.limited(range.lowerBound)), min(end, Self.limited(range.upperBound)))
        guard duration == nil || from < to, let copy = gst_buffer_ref(buffer) else { return nil }
        return Packet(copy, like: self, start: from, duration: duration.map { _ in to - from })
    }

    /// Converts markup to plain text with the tags of SubRip: italic, bold and underline.
    public func withoutMarkup() -> Packet {
        let count = Int(clamping: gst_buffer_get_size(buffer))
        var bytes = [UInt8](unsafeUninitializedCapacity: count) { target, filled in
            filled = Int(gst_buffer_extract(buffer, 0, target.baseAddress, gsize(count)))
        }
        bytes = Array(PangoMarkup.plain(String(decoding: bytes, as: UTF8.self)).utf8)
        guard let plain = gst_buffer_new_allocate(nil, gsize(bytes.count), nil),
            let format = gst_caps_from_string("text/x-raw,format=(string)utf8")
        else { return self }
        defer { gst_caps_unref(format) }
        gst_buffer_fill(plain, 0, bytes, gsize(bytes.count))
        return Packet(plain, like: self, start: start, duration: duration, caps: format)
    }

    private func clippedSamples(from start: Int64, to range: Range<Int64>, rate: Int64, frame: Int64) -> Packet? {
        func sample(at time: Int64) -> Int64 {
            let (whole, rest) = (Self.limited(time) - start).quotientAndRemainder(dividingBy: 1_000_000_000)
            return whole * rate + (rest * rate + 500_000_000) / 1_000_000_000
        }
        let count = Int64(clamping: gst_buffer_get_size(buffer)) / frame
        let first = max(0, min(count, sample(at: range.lowerBound)))
        let last = max(first, min(count, sample(at: range.upperBound)))
        guard last > first,
            let part = gst_audio_buffer_truncate(
                gst_buffer_ref(buffer), Int32(frame), gsize(first), gsize(last - first))
        else { return nil }
        return Packet(
            part, like: self, start: max(start, Self.limited(range.lowerBound)),
            duration: (last - first) * 1_000_000_000 / rate)
    }
}
