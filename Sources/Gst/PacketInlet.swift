internal import CGStreamer

/// An `appsrc`: where pieces of a stream enter the pipeline that writes a file.
public final class PacketInlet: Sendable {
    /// How far into its pipeline's time the file begins, in nanoseconds: pieces may have to be decoded before the first is
    /// shown, and GStreamer has no times before 0.
    private static let beginning: Int64 = 3_600_000_000_000
    /// Bytes that wait at most.
    private static let room: UInt64 = 8 * 1024 * 1024

    public let element: Element

    /// - Parameter caps: of the first piece.
    /// - Throws: ``GstFailure`` when `appsrc` is not installed.
    @MediaActor
    public init(caps: String) throws(GstFailure) {
        element = try Element("appsrc")
        element.set("caps", caps: caps)
        element.set("format", text: "time")
        element.set("handle-segment-change", true)
        element.set("block", true)
        element.set("max-bytes", uint64: Self.room)
    }

    /// Takes a piece, `shift` nanoseconds later than it was in its item; waits while the file cannot take more.
    ///
    /// - Returns: whether it was taken: not when the file is being closed.
    @discardableResult
    public func push(_ packet: Packet, shift: Int64) -> Bool {
        func time(_ media: Int64?) -> GstClockTime {
            media.map { GstClockTime(max(0, $0 + shift + Self.beginning)) } ?? .max
        }
        var segment = Segment.time
        segment.native.start = guint64(Self.beginning)
        segment.native.position = segment.native.start
        let length = packet.duration.map { GstClockTime(max(0, $0)) } ?? .max
        guard let buffer = cgst_buffer_at(packet.buffer, time(packet.start), time(packet.decoding), length),
            let sample = gst_sample_new(buffer, packet.caps, &segment.native, nil)
        else { return false }
        defer {
            gst_buffer_unref(buffer)
            gst_sample_unref(sample)
        }
        return cgst_push_sample(element.pointer, sample) == GST_FLOW_OK
    }

    /// Tags, in order with the pieces.
    public func push(_ tags: PacketTags) {
        gst_element_send_event(element.pointer, gst_event_ref(tags.event))
    }

    /// Nothing comes for a while: a muxer does not wait for it. Nanoseconds in the file.
    public func skip(from start: Int64, to end: Int64) {
        guard start < end, let gap = gst_event_new_gap(GstClockTime(start + Self.beginning), GstClockTime(end - start))
        else { return }
        gst_element_send_event(element.pointer, gap)
    }

    /// Nothing more comes.
    public func end() { cgst_end_of_stream(element.pointer) }
}
