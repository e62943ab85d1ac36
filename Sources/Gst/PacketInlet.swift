internal import CGStreamer

/// An `appsrc`: where pieces of a stream enter the pipeline that writes a file.
public final class PacketInlet: Sendable {
    /// How far into its pipeline's time the file begins: pieces may have to be decoded before the first is shown, and
    /// GStreamer has no times before 0.
    private static let beginning: Int64 = 3_600_000_000_000
    /// Bytes that wait at most.
    private static let room: UInt64 = 8 * 1024 * 1024

    public let element: Element

    /// - Throws: ``GstFailure`` when `appsrc` is not installed.
    @MediaActor
    public init() throws(GstFailure) {
        element = try Element("appsrc")
        element.set("format", text: "time")
        element.set("handle-segment-change", true)
        element.set("block", true)
        element.set("max-bytes", uint64: Self.room)
    }

    /// Takes a piece, `shift` nanoseconds later than it was in its item; waits while the file cannot take more.
    ///
    /// - Returns: whether it was taken: not when the file is being closed.
    public func push(_ packet: Packet, shift: Int64) -> Bool {
        func time(_ media: Int64?) -> GstClockTime {
            media.map { GstClockTime(max(0, $0 + shift + Self.beginning)) } ?? .max
        }
        var segment = Segment.time
        segment.native.start = guint64(Self.beginning)
        segment.native.position = segment.native.start
        let buffer = cgst_buffer_at(packet.buffer, time(packet.start), time(packet.decoding))
        defer { if let buffer { gst_buffer_unref(buffer) } }
        let sample = gst_sample_new(buffer, packet.caps, &segment.native, nil)
        defer { if let sample { gst_sample_unref(sample) } }
        return cgst_push_sample(element.pointer, sample) == GST_FLOW_OK
    }

    /// Tags, in order with the pieces.
    public func push(_ tags: PacketTags) {
        gst_element_send_event(element.pointer, gst_event_ref(tags.event))
    }

    /// Nothing more comes.
    public func end() { cgst_end_of_stream(element.pointer) }
}
