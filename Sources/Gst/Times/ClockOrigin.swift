internal import CGStreamer
internal import Synchronization

/// Lets the media times of a demuxer begin with its first sample, on whatever clock that is: moves its segments, and seeks the
/// other way.
final class ClockOrigin: Sendable {
    /// In nanoseconds of the demuxer's times; nil: they begin at 0.
    private let origin = Mutex<Int64?>(nil)

    /// Whether the length that the demuxer tells is where its clock ends.
    private let movesEnd: Bool

    init(movesEnd: Bool = false) { self.movesEnd = movesEnd }

    /// Must be called before the demuxer has sent its first segment.
    func begin(at origin: Int64) { self.origin.withLock { $0 = origin > 0 ? origin : nil } }

    /// Moves what leaves the demuxer.
    ///
    /// - Parameter pads: how the names of the pads begin that are moved; empty: all of them.
    func attach(to demuxer: UnsafeMutablePointer<GstElement>, pads: String = "") {
        demuxer.observePads { pad in
            guard let name = gst_object_get_name(cgst_object(pad)) else { return }
            defer { g_free(name) }
            guard String(cString: name).hasPrefix(pads) else { return }
            pad.observe([.events, .upstreamEvents]) { self.move($0) }
            if self.movesEnd { pad.observe([.upstreamQueries, .pulled]) { self.answer($0) } }
        }
    }

    /// Moves the end that the demuxer tells.
    private func answer(_ passing: PassingData) {
        guard let query = passing.query, cgst_query_type(query) == GST_QUERY_DURATION,
            let origin = origin.withLock({ $0 })
        else { return }
        var (format, end) = (GST_FORMAT_UNDEFINED, gint64(0))
        gst_query_parse_duration(query, &format, &end)
        if format == GST_FORMAT_TIME, end > origin { gst_query_set_duration(query, format, end - gint64(origin)) }
    }

    private func move(_ passing: PassingData) {
        guard let event = passing.event, let origin = origin.withLock({ $0 }) else { return }
        let moved: UnsafeMutablePointer<GstEvent>?
        switch cgst_event_type(event) {
        case GST_EVENT_SEGMENT:
            let segment = StreamSegment(of: event)
            guard segment.isTime, segment.native.rate > 0 else { return }
            moved = segment.beginning(at: origin).event(like: event)
        case GST_EVENT_SEEK: moved = Seek.event(event, later: { $0.plus(origin) })
        default: moved = nil
        }
        guard let moved else { return }
        passing.replace(event, by: moved)
    }
}
