internal import CGStreamer
internal import GLibLoop
internal import Synchronization

/// Passes on the lines of a text subtitle stream, on the streaming thread.
public final class LineTap: Sendable {
    /// The format of the lines.
    public enum Format: Hashable, Sendable {
        /// Text, possibly with SubRip or Pango tags.
        case text
        /// Lines of ASS as in Matroska, with the header of the script.
        case ass(head: [UInt8])
    }

    /// A line of subtitles with its time.
    public struct Line: Hashable, Sendable {
        /// In the item's time, in nanoseconds.
        public var start: Int64
        public var duration: Int64
        public var bytes: [UInt8]

        public init(start: Int64, duration: Int64, bytes: [UInt8]) {
            (self.start, self.duration, self.bytes) = (start, duration, bytes)
        }
    }

    /// The maximum length of a line in bytes.
    private static let longest = 16_384
    /// The maximum length of a script's header in bytes.
    private static let longestHead = 1 << 20
    /// The duration of lines without one, in nanoseconds.
    private static let usualDuration: Int64 = 4_000_000_000

    private let segment = Mutex(StreamSegment())
    private let body: @Sendable (Line) -> Void
    private let formatKnown: @Sendable (Format) -> Void

    private init(formatKnown: @escaping @Sendable (Format) -> Void, _ body: @escaping @Sendable (Line) -> Void) {
        self.formatKnown = formatKnown
        self.body = body
    }

    /// Whether streams of this media type are text.
    public static func takes(_ mediaType: String) -> Bool {
        ["text/x-raw", "application/x-ass", "application/x-ssa"].contains(mediaType)
    }

    /// Attaches to a pad. Both closures are called on streaming threads, and again with earlier lines after a seek.
    @MediaActor
    public static func attach(
        to pad: Pad, formatKnown: @escaping @Sendable (Format) -> Void, _ body: @escaping @Sendable (Line) -> Void
    ) {
        let tap = LineTap(formatKnown: formatKnown, body)
        pad.pointer.observe([.buffers, .events]) { tap.saw($0) }
        if let caps = gst_pad_get_current_caps(pad.pointer) {
            tap.saw(caps)
            gst_caps_unref(caps)
        }
    }

    func saw(_ passing: PassingData) {
        if let buffer = passing.buffer { return saw(buffer) }
        guard let event = passing.event else { return }
        switch cgst_event_type(event) {
        case GST_EVENT_SEGMENT:
            let new = StreamSegment(of: event)
            segment.withLock { $0 = new }
        case GST_EVENT_CAPS:
            var caps: UnsafeMutablePointer<GstCaps>?
            gst_event_parse_caps(event, &caps)
            if let caps { saw(caps) }
        default: break
        }
    }

    private func saw(_ caps: UnsafeMutablePointer<GstCaps>) {
        guard let fields = gst_caps_get_structure(caps, 0) else { return }
        let name = String(cString: gst_structure_get_name(fields))
        guard name != "text/x-raw" else { return formatKnown(.text) }
        let head = gst_structure_get_value(fields, "codec_data").flatMap(cgst_value_buffer).map {
            Self.bytes($0, most: Self.longestHead)
        }
        formatKnown(.ass(head: head ?? []))
    }

    private func saw(_ buffer: UnsafeMutablePointer<GstBuffer>) {
        let (pts, duration) = (cgst_buffer_pts(buffer), cgst_buffer_duration(buffer))
        guard pts != .max, let start = segment.withLock({ $0.mediaTime(pts) }) else { return }
        let bytes = Self.bytes(buffer, most: Self.longest)
        guard !bytes.isEmpty else { return }
        body(
            Line(
                start: start, duration: duration == .max ? Self.usualDuration : Int64(clamping: duration), bytes: bytes)
        )
    }

    private static func bytes(_ buffer: UnsafeMutablePointer<GstBuffer>, most: Int) -> [UInt8] {
        let size = min(most, Int(gst_buffer_get_size(buffer)))
        return [UInt8](unsafeUninitializedCapacity: size) { bytes, count in
            count = Int(gst_buffer_extract(buffer, 0, bytes.baseAddress, gsize(size)))
        }
    }
}
