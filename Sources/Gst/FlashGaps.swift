internal import CGStreamer
internal import Synchronization

/// Drops the gaps that `flvdemux` (1.22) announces behind a seek before it has said where the stream goes on.
///
/// It compares the first picture behind the seek with the last sound before it. If they are three seconds apart, it sends a gap
/// on the pad of the sound, whose sink waits there for the time of the gap, in silence.
final class FlashGaps: Sendable {
    /// Whether the segment has come since the last flush.
    private let hasSegment = Mutex(false)

    /// Watches the pads of a demuxer of FLV; does nothing to other elements.
    static func attach(to element: UnsafeMutablePointer<GstElement>) {
        guard cgst_factory_is(element, "flvdemux") != 0 else { return }
        g_signal_connect_data(
            element, "pad-added", unsafeBitCast(padAdded, to: GCallback.self), nil, nil, GConnectFlags(rawValue: 0))
    }

    private static let padAdded:
        @convention(c) (UnsafeMutablePointer<GstElement>, UnsafeMutablePointer<GstPad>, gpointer?) -> Void = {
            _, pad, _ in
            let mask = GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue | GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue
            gst_pad_add_probe(
                pad, GstPadProbeType(rawValue: mask), probe, Unmanaged.passRetained(FlashGaps()).toOpaque(),
                releaseContext)
        }

    private static let probe: GstPadProbeCallback = { _, info, data in
        guard let info, let data, let event = cgst_probe_event(info) else { return GST_PAD_PROBE_OK }
        let gaps = Unmanaged<FlashGaps>.fromOpaque(data).takeUnretainedValue()
        switch cgst_event_type(event) {
        case GST_EVENT_SEGMENT: gaps.hasSegment.withLock { $0 = true }
        case GST_EVENT_FLUSH_STOP: gaps.hasSegment.withLock { $0 = false }
        case GST_EVENT_GAP: return gaps.hasSegment.withLock { $0 } ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP
        default: break
        }
        return GST_PAD_PROBE_OK
    }
}
