internal import CGStreamer
internal import GLibLoop
internal import GstElements

/// Moves the media times of a stream: those of a part become those of the item that it is a part of.
public enum TimeShift {
    /// Lets the media times that leave a pad be later, and seeks that enter it earlier, by so many nanoseconds.
    ///
    /// Must be called before data flows. GStreamer keeps the events of a stream as they came, and passes them through here
    /// each time that it sends them.
    @MediaActor
    public static func attach(to pad: Pad, by shift: Int64) {
        guard shift > 0 else { return }
        pad.pointer.observe([.events, .upstreamEvents]) { passing in
            guard let event = passing.event, let moved = moved(event, by: shift) else { return }
            passing.replace(event, by: moved)
        }
    }

    /// The event in the other time; nil if it is not about times.
    private static func moved(
        _ event: UnsafeMutablePointer<GstEvent>, by shift: Int64
    ) -> UnsafeMutablePointer<GstEvent>? {
        switch cgst_event_type(event) {
        case GST_EVENT_SEGMENT:
            var segment = StreamSegment(of: event)
            guard segment.isTime else { return nil }
            segment.native.time = segment.native.time.plus(guint64(shift))
            return segment.event(like: event)
        case GST_EVENT_SEEK: return Seek.event(event, later: { max(0, $0.minus(shift)) })
        default: return nil
        }
    }
}
