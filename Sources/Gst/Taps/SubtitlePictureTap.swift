internal import CGStreamer
internal import GLibLoop
internal import Synchronization

/// Passes on the packets of a picture subtitle stream, on the streaming thread.
public final class SubtitlePictureTap: Sendable {
    public enum Event: Sendable {
        /// What follows does not continue what came before: the start, or a seek.
        case begun
        /// The sixteen colors of a DVD, `0xYYCrCb`.
        case palette([UInt32])
        case packet(Packet)
    }

    /// A packet with its time in the item.
    public struct Packet: Hashable, Sendable {
        /// In the item's time, in nanoseconds.
        public var start: Int64
        public var bytes: [UInt8]

        public init(start: Int64, bytes: [UInt8]) { (self.start, self.bytes) = (start, bytes) }
    }

    /// The maximum length of a packet in bytes; longer ones are dropped.
    private static let longest = 4 << 20

    private struct State {
        var segment = StreamSegment()
        /// The start of the last packet: the parts of a packet may have no time of their own.
        var last: Int64?
    }

    private let state = Mutex(State())
    private let body: @Sendable (Event) -> Void

    private init(_ body: @escaping @Sendable (Event) -> Void) { self.body = body }

    /// Attaches to a pad. `body` is called on streaming threads, and again with earlier packets after a seek.
    @MediaActor
    public static func attach(to pad: Pad, _ body: @escaping @Sendable (Event) -> Void) {
        let tap = SubtitlePictureTap(body)
        pad.pointer.observe([.buffers, .events]) { tap.saw($0) }
    }

    func saw(_ passing: PassingData) {
        if let buffer = passing.buffer { return saw(buffer) }
        guard let event = passing.event else { return }
        switch cgst_event_type(event) {
        case GST_EVENT_SEGMENT:
            let new = StreamSegment(of: event)
            state.withLock { $0 = State(segment: new) }
            body(.begun)
        case GST_EVENT_CUSTOM_DOWNSTREAM, GST_EVENT_CUSTOM_DOWNSTREAM_STICKY:
            if let palette = Self.palette(event) { body(.palette(palette)) }
        default: break
        }
    }

    /// The colors in the event of a demuxer.
    private static func palette(_ event: UnsafeMutablePointer<GstEvent>) -> [UInt32]? {
        guard let fields = gst_event_get_structure(event), gst_structure_has_name(fields, "application/x-gst-dvd") != 0
        else { return nil }
        var colors: [UInt32] = []
        for number in 0..<16 {
            var color: gint = 0
            guard gst_structure_get_int(fields, number < 10 ? "clut0\(number)" : "clut\(number)", &color) != 0 else {
                return nil
            }
            colors.append(UInt32(bitPattern: color))
        }
        return colors
    }

    private func saw(_ buffer: UnsafeMutablePointer<GstBuffer>) {
        let pts = cgst_buffer_pts(buffer)
        let start = state.withLock { state in
            if let start = state.segment.mediaTime(pts) { state.last = start }
            return state.last
        }
        let size = Int(gst_buffer_get_size(buffer))
        guard let start, size > 0, size <= Self.longest else { return }
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { bytes, count in
            count = Int(gst_buffer_extract(buffer, 0, bytes.baseAddress, gsize(size)))
        }
        body(.packet(Packet(start: start, bytes: bytes)))
    }
}
