internal import CGStreamer
internal import Synchronization

/// Lets the media times of a demuxer begin with its first sample, on whatever clock that is: moves its segments, and seeks the
/// other way.
final class ClockOrigin: Sendable {
    /// In nanoseconds of the demuxer's times; nil: they begin at 0.
    private let origin = Mutex<Int64?>(nil)
    /// How the names of the pads begin that are moved.
    private let pads = Mutex("")

    /// Whether the length that the demuxer tells is where its clock ends.
    private let movesEnd: Bool

    init(movesEnd: Bool = false) { self.movesEnd = movesEnd }

    /// Must be called before the demuxer has sent its first segment.
    func begin(at origin: Int64) { self.origin.withLock { $0 = origin > 0 ? origin : nil } }

    /// Moves what leaves the demuxer.
    ///
    /// - Parameter pads: how the names of the pads begin that are moved; empty: all of them.
    func attach(to demuxer: UnsafeMutablePointer<GstElement>, pads: String = "") {
        self.pads.withLock { $0 = pads }
        g_signal_connect_data(
            demuxer, "pad-added", unsafeBitCast(Self.padAdded, to: GCallback.self),
            Unmanaged.passRetained(self).toOpaque(), releaseSignalContext, GConnectFlags(rawValue: 0))
    }

    private static let padAdded:
        @convention(c) (UnsafeMutablePointer<GstElement>, UnsafeMutablePointer<GstPad>, gpointer) -> Void = {
            _, pad, data in
            let clock = Unmanaged<ClockOrigin>.fromOpaque(data)
            let wanted = clock.takeUnretainedValue().pads.withLock { $0 }
            guard let name = gst_object_get_name(cgst_object(pad)) else { return }
            defer { g_free(name) }
            guard String(cString: name).hasPrefix(wanted) else { return }
            gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_EVENT_BOTH, probe, clock.retain().toOpaque(), releaseContext)
            guard clock.takeUnretainedValue().movesEnd else { return }
            let answers = GST_PAD_PROBE_TYPE_QUERY_UPSTREAM.rawValue | GST_PAD_PROBE_TYPE_PULL.rawValue
            gst_pad_add_probe(
                pad, GstPadProbeType(rawValue: answers), answerProbe, clock.retain().toOpaque(), releaseContext)
        }

    private static let probe: GstPadProbeCallback = { _, info, data in
        if let info, let data { Unmanaged<ClockOrigin>.fromOpaque(data).takeUnretainedValue().move(info) }
        return GST_PAD_PROBE_OK
    }

    private static let answerProbe: GstPadProbeCallback = { _, info, data in
        guard let info, let data, let query = cgst_probe_query(info), cgst_query_type(query) == GST_QUERY_DURATION,
            let origin = Unmanaged<ClockOrigin>.fromOpaque(data).takeUnretainedValue().origin.withLock({ $0 })
        else { return GST_PAD_PROBE_OK }
        var (format, end) = (GST_FORMAT_UNDEFINED, gint64(0))
        gst_query_parse_duration(query, &format, &end)
        if format == GST_FORMAT_TIME, end > origin { gst_query_set_duration(query, format, end - gint64(origin)) }
        return GST_PAD_PROBE_OK
    }

    private func move(_ info: UnsafeMutablePointer<GstPadProbeInfo>) {
        guard let event = cgst_probe_event(info), let origin = origin.withLock({ $0 }) else { return }
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
        cgst_probe_set_event(info, moved)
        gst_event_unref(event)
    }
}
