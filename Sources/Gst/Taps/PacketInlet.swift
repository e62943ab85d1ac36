internal import CGStreamer
public import GLibLoop
internal import Synchronization

/// The entry of a stream into the pipeline that writes a file: a source pad without an element.
///
/// Packets are pushed on the thread that delivers them, which blocks while the file cannot take more. An `appsrc`
/// would take another thread and four context switches for each packet.
public final class PacketInlet: Sendable {
    /// The position of the file's start in the time of the pipeline, in nanoseconds. Packets may have a decoding time
    /// before the first presentation time, and GStreamer has no times before 0.
    private static let beginning: Int64 = 3_600_000_000_000

    /// The events that were already sent. `@unchecked`: the pointer is only compared and never dereferenced.
    private struct Sent: @unchecked Sendable {
        var hasBegun = false
        var caps: UnsafeMutablePointer<GstCaps>?
    }

    /// Pads have their own locks.
    private nonisolated(unsafe) let pad: UnsafeMutablePointer<GstPad>
    /// Counted atomically and never modified.
    private nonisolated(unsafe) let caps: UnsafeMutablePointer<GstCaps>?
    private let sent = Mutex(Sent())

    /// Changes the headers of a stream.
    public typealias HeaderChange = @Sendable ([[UInt8]]) -> [[UInt8]]
    private let headerChange: HeaderChange?

    /// - Parameter caps: the caps of the first packet.
    /// - Throws: ``GstFailure`` if the sink does not accept the pad.
    @MediaActor
    public init(into sink: Pad, caps: String, headerChange: HeaderChange? = nil) throws(GstFailure) {
        self.headerChange = headerChange
        guard let pad = gst_pad_new(nil, GST_PAD_SRC) else { throw GstFailure(message: "there is no pad to be had") }
        gst_object_ref_sink(pad)
        self.pad = pad
        gst_pad_set_query_function_full(pad, inletQuery, nil, nil)
        gst_pad_set_active(pad, 1)
        self.caps = gst_caps_from_string(caps)
        guard gst_pad_link(pad, sink.pointer) == GST_PAD_LINK_OK else {
            throw GstFailure(message: "\(sink.name) takes nothing")
        }
    }

    deinit {
        gst_object_unref(pad)
        if let caps { gst_caps_unref(caps) }
    }

    /// Pushes a packet, `shift` nanoseconds later than in its item. Blocks while the file cannot take more.
    ///
    /// - Returns: whether the packet was accepted; false while the file is being closed.
    @discardableResult
    public func push(_ packet: Packet, shift: Int64) -> Bool {
        func time(_ media: Int64?) -> GstClockTime {
            media.map { GstClockTime(max(0, $0.plus(shift).plus(Self.beginning))) } ?? .max
        }
        begin(with: packet.caps)
        let length = packet.duration.map { GstClockTime(max(0, $0)) } ?? .max
        guard let buffer = cgst_buffer_at(packet.buffer, time(packet.start), time(packet.decoding), length) else {
            return false
        }
        return gst_pad_push(pad, buffer) == GST_FLOW_OK
    }

    /// Sends the format before the first packet.
    public func announce() { begin(with: nil) }

    /// Pushes tags, in order with the packets.
    public func push(_ tags: PacketTags) {
        begin(with: nil)
        gst_pad_push_event(pad, gst_event_ref(tags.event))
    }

    /// Marks a gap, so that a muxer does not wait for the stream. Times are in nanoseconds of the file.
    public func skip(from start: Int64, to end: Int64) {
        let (from, length) = (max(0, start.plus(Self.beginning)), end.minus(start))
        guard length > 0, let gap = gst_event_new_gap(GstClockTime(from), GstClockTime(length)) else { return }
        begin(with: nil)
        gst_pad_push_event(pad, gap)
    }

    /// Ends the stream.
    public func end() {
        begin(with: nil)
        gst_pad_push_event(pad, gst_event_new_eos())
    }

    /// Sends the events that must come before everything else, and the format if it has changed.
    private func begin(with caps: UnsafeMutablePointer<GstCaps>?) {
        let (isFirst, isNew) = sent.withLock { sent in
            defer {
                sent.hasBegun = true
                if let caps { sent.caps = caps }
            }
            return (!sent.hasBegun, caps != nil && sent.caps != caps)
        }
        if isFirst { gst_pad_push_event(pad, gst_event_new_stream_start("stream-\(UInt(bitPattern: pad))")) }
        if let format = isNew ? caps : isFirst ? self.caps : nil, gst_caps_is_fixed(format) != 0 {
            let changed = headerChange.flatMap { Self.caps(format, $0) }
            gst_pad_push_event(pad, gst_event_new_caps(changed ?? format))
            if let changed { gst_caps_unref(changed) }
        }
        guard isFirst else { return }
        var segment = StreamSegment.time
        segment.native.start = guint64(Self.beginning)
        segment.native.position = segment.native.start
        gst_pad_push_event(pad, gst_event_new_segment(&segment.native))
    }

    private static func caps(
        _ caps: UnsafeMutablePointer<GstCaps>, _ change: HeaderChange
    ) -> UnsafeMutablePointer<GstCaps>? {
        let count = cgst_header_count(caps)
        guard count > 0, let copy = gst_caps_copy(caps) else { return nil }
        let headers = (0..<count).map { index -> [UInt8] in
            guard let buffer = cgst_header(caps, index) else { return [] }
            let size = Int(clamping: gst_buffer_get_size(buffer))
            return [UInt8](unsafeUninitializedCapacity: size) { target, filled in
                filled = Int(gst_buffer_extract(buffer, 0, target.baseAddress, gsize(size)))
            }
        }
        var buffers: [UnsafeMutablePointer<GstBuffer>?] = change(headers).map { header in
            guard let buffer = gst_buffer_new_allocate(nil, gsize(header.count), nil) else { return nil }
            gst_buffer_fill(buffer, 0, header, gsize(header.count))
            cgst_mark_header(buffer)
            return buffer
        }
        cgst_set_headers(copy, &buffers, guint(buffers.count))
        for case .some(let buffer) in buffers { gst_buffer_unref(buffer) }
        return copy
    }
}
