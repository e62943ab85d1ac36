package import CGStreamer
internal import GstElements
internal import Synchronization

extension Workaround {
    static let programStreamTimes = Workaround("times of program streams", in: .gstreamer)
}

/// Lets the media times of an MPEG program stream (.mpg, .vob) begin with its first frame, and exact seeks reach the frame
/// that was asked for.
///
/// - Component: `mpegpsdemux` of GStreamer.
/// - Versions: measured with 1.22.0; 1.29.2 counts from the first clock reference (`base_time`), and seeks to that of the target.
/// - Upstream: none found.
/// - Without it: `mpegpsdemux` counts from the first clock reference, which lies up to a second before the first frame, and after
///   a seek it reads on at the clock reference of the target. The frames of that time are stored before it, and so is the key
///   frame that they need: the first picture would be up to a second late.
/// - Test: `MediaTimeTests`
///
/// So the demuxer is sent further back, and its segment begins at the target: decoders leave out what is before it.
package final class ProgramStreamTimes: Sendable {
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
    package static func attach(to element: UnsafeMutablePointer<GstElement>) {
        guard cgst_factory_is(element, "mpegpsdemux") != 0, Workaround.programStreamTimes.isOn else { return }
        let times = ProgramStreamTimes()
        element.observePads { pad in
            pad.observe([.events, .upstreamEvents]) { times.move($0, isPulled: isPulled($0.pad)) }
        }
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

    private func move(_ passing: PassingData, isPulled: Bool) {
        guard let event = passing.event else { return }
        let moved =
            switch cgst_event_type(event) {
            case GST_EVENT_SEEK: earlier(event, isPulled: isPulled)
            case GST_EVENT_SEGMENT: segment(event)
            default: nil as UnsafeMutablePointer<GstEvent>?
            }
        if let moved { passing.replace(event, by: moved) }
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
