internal import CGStreamer
internal import Synchronization

/// Lets the media times of an MPEG program stream (.mpg, .vob) begin with its first frame, and exact seeks reach the frame
/// that was asked for.
///
/// `mpegpsdemux` (1.22) counts from the first clock reference, which lies up to a second before the first frame, and after a
/// seek it reads on at the clock reference of the target. The frames of that time are stored before it, and so is the key
/// frame that they need: the first picture would be up to a second late. So the demuxer is sent further back, and its
/// segment begins at the target: decoders leave out what is before it.
final class ProgramStreamTimes: Sendable {
    /// How far back, in nanoseconds. Decoders keep less than a second of data (ISO/IEC 13818-1, section 2.5.2.4), and groups of
    /// pictures of DVDs and broadcasts are shorter than that.
    private static let lead: Int64 = 2_000_000_000
    /// The longest time between the first clock reference and the first frame, in nanoseconds.
    private static let believableDelay: guint64 = 2_000_000_000

    /// Times in nanoseconds.
    private struct State {
        /// The time of the first frame as the demuxer counts; nil before it is known.
        var origin: Int64?
        /// How much earlier than asked for the present segment begins.
        var early: Int64 = 0
    }

    private let state = Mutex(State())

    /// Moves the times of a demuxer of program streams; does nothing to other elements.
    static func attach(to element: UnsafeMutablePointer<GstElement>) {
        guard cgst_factory_is(element, "mpegpsdemux") != 0 else { return }
        g_signal_connect_data(
            element, "pad-added", unsafeBitCast(padAdded, to: GCallback.self),
            Unmanaged.passRetained(ProgramStreamTimes()).toOpaque(), releaseSignalContext, GConnectFlags(rawValue: 0))
    }

    private static let padAdded:
        @convention(c) (UnsafeMutablePointer<GstElement>, UnsafeMutablePointer<GstPad>, gpointer) -> Void = {
            _, pad, data in
            gst_pad_add_probe(
                pad, GST_PAD_PROBE_TYPE_EVENT_BOTH, eventProbe,
                Unmanaged<ProgramStreamTimes>.fromOpaque(data).retain().toOpaque(), releaseContext)
        }

    private static let eventProbe: GstPadProbeCallback = { pad, info, data in
        if let pad, let info, let data {
            Unmanaged<ProgramStreamTimes>.fromOpaque(data).takeUnretainedValue().move(info, isPulled: isPulled(pad))
        }
        return GST_PAD_PROBE_OK
    }

    /// Whether the demuxer reads where it wants to. It finds a place in what is pushed by counting bytes, and says what time it
    /// has reached.
    private static func isPulled(_ pad: UnsafeMutablePointer<GstPad>) -> Bool {
        guard let element = gst_pad_get_parent_element(pad) else { return false }
        defer { gst_object_unref(element) }
        guard let input = gst_element_get_static_pad(element, "sink") else { return false }
        defer { gst_object_unref(input) }
        return input.pointee.mode == GST_PAD_MODE_PULL
    }

    private func move(_ info: UnsafeMutablePointer<GstPadProbeInfo>, isPulled: Bool) {
        guard let event = cgst_probe_event(info) else { return }
        let moved =
            switch cgst_event_type(event) {
            case GST_EVENT_SEEK: earlier(event, isPulled: isPulled)
            case GST_EVENT_SEGMENT: segment(event)
            default: nil as UnsafeMutablePointer<GstEvent>?
            }
        guard let moved else { return }
        cgst_probe_set_event(info, moved)
        gst_event_unref(event)
    }

    /// The seek in the demuxer's times, and to a place before its target.
    private func earlier(
        _ event: UnsafeMutablePointer<GstEvent>, isPulled: Bool
    ) -> UnsafeMutablePointer<GstEvent>? {
        var (rate, flags) = (1.0, GST_SEEK_FLAG_NONE)
        gst_event_parse_seek(event, &rate, nil, &flags, nil, nil, nil, nil)
        let isExact = rate > 0 && flags.rawValue & GST_SEEK_FLAG_ACCURATE.rawValue != 0
        let origin = state.withLock { state in
            state.early = 0
            return state.origin ?? 0
        }
        return Seek.event(
            event,
            later: { target in
                let place = target.plus(origin)
                guard isExact, isPulled else { return place }
                let early = min(Self.lead, place)
                state.withLock { $0.early = early }
                return place - early
            }, stop: { $0.plus(origin) })
    }

    /// The segment from the target on, with its media times from the first frame on; nil if it need not change.
    private func segment(_ event: UnsafeMutablePointer<GstEvent>) -> UnsafeMutablePointer<GstEvent>? {
        var segment = StreamSegment(of: event)
        guard segment.isTime, segment.native.rate > 0 else { return nil }
        let (origin, early) = state.withLock { state in
            let time = segment.native.time
            let origin = state.origin ?? (time <= Self.believableDelay ? Int64(time) : 0)
            state.origin = origin
            return (origin, state.early)
        }
        guard origin > 0 || early > 0 else { return nil }
        segment.native.start = segment.native.start.plus(guint64(early))
        segment.native.position = max(segment.native.position, segment.native.start)
        segment.native.time = guint64(max(0, Int64(clamping: segment.native.time).plus(early).minus(origin)))
        return segment.event(like: event)
    }
}
