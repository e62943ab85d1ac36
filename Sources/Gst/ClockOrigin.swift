internal import CGStreamer
internal import Synchronization

/// Lets the media times of a demuxer begin with its first sample, on whatever clock that is: moves its segments, and seeks the
/// other way.
final class ClockOrigin: Sendable {
    /// In nanoseconds of the demuxer's times; nil: they begin at 0.
    private let origin = Mutex<Int64?>(nil)

    /// Must be called before the demuxer has sent its first segment.
    func begin(at origin: Int64) { self.origin.withLock { $0 = origin > 0 ? origin : nil } }

    /// Moves what leaves the demuxer.
    func attach(to demuxer: UnsafeMutablePointer<GstElement>) {
        g_signal_connect_data(
            demuxer, "pad-added", unsafeBitCast(Self.padAdded, to: GCallback.self),
            Unmanaged.passRetained(self).toOpaque(), releaseSignalContext, GConnectFlags(rawValue: 0))
    }

    private static let padAdded:
        @convention(c) (UnsafeMutablePointer<GstElement>, UnsafeMutablePointer<GstPad>, gpointer) -> Void = {
            _, pad, data in
            let clock = Unmanaged<ClockOrigin>.fromOpaque(data)
            gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_EVENT_BOTH, probe, clock.retain().toOpaque(), releaseContext)
        }

    private static let probe: GstPadProbeCallback = { _, info, data in
        if let info, let data { Unmanaged<ClockOrigin>.fromOpaque(data).takeUnretainedValue().move(info) }
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
