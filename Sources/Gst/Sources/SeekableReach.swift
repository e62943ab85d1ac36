internal import CGStreamer
public import GLibLoop

/// Queries the seekable range upstream of a pad. An adaptive demuxer replies after it has reloaded its playlist,
/// which takes as long as its server does, so the query must not run on a loop.
///
/// `@unchecked`: it holds a pad by its atomic reference count, and queries may come from any thread.
public final class SeekableReach: @unchecked Sendable {
    private let pad: UnsafeMutablePointer<GstPad>

    /// - Parameter pad: a sink pad, whose peer is queried.
    @MediaActor
    public init(above pad: Pad) {
        self.pad = pad.pointer
        gst_object_ref(pad.pointer)
    }

    deinit { gst_object_unref(pad) }

    /// Returns the range in nanoseconds of media time; nil if seeking is not possible. Blocks.
    public func ask() -> Range<Int64>? {
        guard let query = gst_query_new_seeking(GST_FORMAT_TIME) else { return nil }
        defer { gst_query_unref(query) }
        guard gst_pad_peer_query(pad, query) != 0 else { return nil }
        var (isSeekable, start, end): (gboolean, gint64, gint64) = (0, -1, -1)
        gst_query_parse_seeking(query, nil, &isSeekable, &start, &end)
        return isSeekable != 0 && start >= 0 && start <= end ? Int64(start)..<Int64(end) : nil
    }
}

extension Pad {
    /// The media time at which the data of this pad began, in nanoseconds; nil if there is none yet.
    public var segmentStart: Int64? {
        guard let event = gst_pad_get_sticky_event(pointer, GST_EVENT_SEGMENT, 0) else { return nil }
        defer { gst_event_unref(event) }
        let segment = StreamSegment(of: event)
        return segment.isTime ? segment.mediaStart : nil
    }
}
