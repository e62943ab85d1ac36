internal import CGStreamer
internal import Synchronization

/// Lets the media times of a recorded MPEG transport stream begin at 0.
///
/// `tsdemux` (1.22) counts from the first clock reference of a file, which lies up to a second before the first frame. A
/// broadcast recording would begin at 0.7 s, its chapters and marks would be that late, and its end would come that long
/// after its duration.
final class TransportStreamStart: Sendable {
    /// The longest time between the first clock reference and the first frame, in nanoseconds. Decoders need not keep
    /// more than 10 s of data (ISO/IEC 13818-1, section 2.4.2.6).
    private static let maximumDelay: guint64 = 10_000_000_000

    /// The time of the first frame as the demuxer counts, in nanoseconds; nil before it is known.
    private let origin = Mutex<guint64?>(nil)

    /// Moves the times of a demuxer of transport streams; does nothing to other elements.
    static func attach(to element: UnsafeMutablePointer<GstElement>) {
        guard cgst_factory_is(element, "tsdemux") != 0 else { return }
        let start = Unmanaged.passRetained(TransportStreamStart()).toOpaque()
        g_signal_connect_data(
            element, "pad-added", unsafeBitCast(padAdded, to: GCallback.self), start, releaseSignalContext,
            GConnectFlags(rawValue: 0))
    }

    private static let padAdded:
        @convention(c) (UnsafeMutablePointer<GstElement>, UnsafeMutablePointer<GstPad>, gpointer) -> Void = {
            element, pad, data in
            guard isRecorded(element) else { return }
            let start = Unmanaged<TransportStreamStart>.fromOpaque(data)
            gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_EVENT_BOTH, eventProbe, start.retain().toOpaque(), releaseContext)
        }

    private static let eventProbe: GstPadProbeCallback = { _, info, data in
        if let info, let data {
            Unmanaged<TransportStreamStart>.fromOpaque(data).takeUnretainedValue().handle(info)
        }
        return GST_PAD_PROBE_OK
    }

    /// Whether the demuxer reads a file itself. Adaptive and live streams come with times of their own.
    private static func isRecorded(_ element: UnsafeMutablePointer<GstElement>) -> Bool {
        guard let input = gst_element_get_static_pad(element, "sink") else { return false }
        defer { gst_object_unref(input) }
        return input.pointee.mode == GST_PAD_MODE_PULL
    }

    private func handle(_ info: UnsafeMutablePointer<GstPadProbeInfo>) {
        guard let event = cgst_probe_event(info) else { return }
        let moved =
            switch cgst_event_type(event) {
            case GST_EVENT_SEGMENT: earlier(event)
            case GST_EVENT_SEEK: later(event)
            default: nil as UnsafeMutablePointer<GstEvent>?
            }
        guard let moved else { return }
        cgst_probe_set_event(info, moved)
        gst_event_unref(event)
    }

    /// The segment with its media times from the first frame on; nil if they need not change.
    private func earlier(_ event: UnsafeMutablePointer<GstEvent>) -> UnsafeMutablePointer<GstEvent>? {
        var segment = StreamSegment(of: event)
        guard segment.isTime else { return nil }
        let time = segment.native.time
        let origin = origin.withLock { origin in
            let known = origin ?? (time <= Self.maximumDelay ? time : 0)
            origin = known
            return known
        }
        guard origin > 0 else { return nil }
        segment.native.time = time > origin ? time - origin : 0
        return segment.event(like: event)
    }

    /// The seek in the demuxer's times; nil if it need not change.
    private func later(_ event: UnsafeMutablePointer<GstEvent>) -> UnsafeMutablePointer<GstEvent>? {
        let origin = Int64(clamping: origin.withLock { $0 } ?? 0)
        var (rate, format, flags) = (1.0, GST_FORMAT_UNDEFINED, GST_SEEK_FLAG_NONE)
        var (startType, stopType) = (GST_SEEK_TYPE_NONE, GST_SEEK_TYPE_NONE)
        var (start, stop): (gint64, gint64) = (0, 0)
        gst_event_parse_seek(event, &rate, &format, &flags, &startType, &start, &stopType, &stop)
        guard origin > 0, format == GST_FORMAT_TIME else { return nil }
        if startType == GST_SEEK_TYPE_SET, start >= 0 { start = gint64(Int64(start).plus(origin)) }
        if stopType == GST_SEEK_TYPE_SET, stop >= 0 { stop = gint64(Int64(stop).plus(origin)) }
        let moved = gst_event_new_seek(rate, format, flags, startType, start, stopType, stop)
        if let moved { gst_event_set_seqnum(moved, cgst_event_seqnum(event)) }
        return moved
    }
}
