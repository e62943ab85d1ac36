internal import CGStreamer
internal import Synchronization

/// Remembers the time of the last stored picture that a decoder was given since the last flush.
///
/// A seek to the end of a stream has no frame to show: its decoder drops every frame before the target. The stored
/// pictures that it decodes on the way there tell when the last frame is.
final class LastPicture: Sendable {
    private struct State {
        var segment = StreamSegment()
        var last: Int64?
    }

    private let state = Mutex(State())

    /// In nanoseconds of media time; nil: there was none.
    var mediaTime: Int64? { state.withLock { $0.last } }

    /// Observes a decoder of video. Does nothing to other elements.
    func attach(to element: UnsafeMutablePointer<GstElement>) {
        let kind = Element.factoryClass(of: element)
        guard kind.contains("Decoder"), kind.contains("Video"), let pad = gst_element_get_static_pad(element, "sink")
        else { return }
        defer { gst_object_unref(pad) }
        let mask =
            GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
            | GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue
        gst_pad_add_probe(
            pad, GstPadProbeType(rawValue: mask), lastPictureProbe, Unmanaged.passRetained(self).toOpaque(),
            releaseContext)
    }

    func saw(_ info: UnsafeMutablePointer<GstPadProbeInfo>) {
        if cgst_probe_type(info).rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0 {
            guard let buffer = cgst_probe_buffer(info) else { return }
            // AVI files contain the order of decoding only.
            let shown = cgst_buffer_pts(buffer)
            let time = shown == .max ? cgst_buffer_dts(buffer) : shown
            state.withLock { state in
                guard let media = state.segment.mediaTime(time) else { return }
                state.last = max(media, state.last ?? media)
            }
        } else if let event = cgst_probe_event(info) {
            switch cgst_event_type(event) {
            case GST_EVENT_SEGMENT:
                let segment = StreamSegment(of: event)
                state.withLock { $0.segment = segment }
            case GST_EVENT_FLUSH_STOP: state.withLock { $0 = State() }
            default: break
            }
        }
    }
}
