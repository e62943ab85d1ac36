internal import CGStreamer
internal import GLibLoop
internal import Synchronization

/// Remembers the last frame that passed a pad, so that it can be shown again after its item is gone.
///
/// Only a reference is kept. It is the frame before anything is drawn over it.
public final class ShownFrame: Sendable {
    /// `@unchecked`: buffers, caps and segments are not changed while somebody refers to them.
    private struct State: @unchecked Sendable {
        var buffer: UnsafeMutablePointer<GstBuffer>?
        /// The format of the frame.
        var caps: UnsafeMutablePointer<GstCaps>?
        /// The format of the frames that follow.
        var nextCaps: UnsafeMutablePointer<GstCaps>?
        var segment = StreamSegment()
        /// Whether a flush has passed since the frame: the next one is on its way.
        var isOutdated = false
    }

    private let state = Mutex(State())

    private init() {}

    deinit { forget() }

    /// Observes a source pad.
    @MediaActor
    public static func attach(to pad: Pad) -> ShownFrame {
        let frame = ShownFrame()
        pad.pointer.observe([.buffers, .events, .flushes]) { frame.saw($0) }
        return frame
    }

    /// Whether there is a frame to show.
    public var isThere: Bool { state.withLock { $0.buffer != nil && $0.caps != nil && $0.segment.isTime } }

    /// The time of the frame in its item, in nanoseconds; nil without one, and after a flush until the next one.
    public var mediaTime: Int64? {
        state.withLock { state in
            state.isOutdated ? nil : state.buffer.flatMap { state.segment.mediaTime(cgst_buffer_pts($0)) }
        }
    }

    /// The frame, without what is drawn over it; nil without one.
    public var still: StillPicture? {
        state.withLock { state in
            guard let buffer = state.buffer, let caps = state.caps else { return nil }
            return StillPicture(buffer, caps)
        }
    }

    /// Whether there was a frame before a flush, and none has come since.
    public var isOutdated: Bool { state.withLock { $0.isOutdated && $0.buffer != nil } }

    /// Releases the frame.
    public func forget() {
        let old = state.withLock { state in
            defer { state = State() }
            return state
        }
        if let buffer = old.buffer { gst_buffer_unref(buffer) }
        if let caps = old.caps { gst_caps_unref(caps) }
        if let caps = old.nextCaps { gst_caps_unref(caps) }
    }

    func saw(_ passing: PassingData) {
        if passing.buffer != nil {
            guard let buffer = passing.buffer, cgst_buffer_pts(buffer) != .max else { return }
            gst_buffer_ref(buffer)
            let old = state.withLock { state in
                var old = State(buffer: state.buffer)
                if state.caps != state.nextCaps {
                    old.caps = state.caps
                    state.caps = state.nextCaps.map { gst_caps_ref($0) }
                }
                (state.buffer, state.isOutdated) = (buffer, false)
                return old
            }
            if let buffer = old.buffer { gst_buffer_unref(buffer) }
            if let caps = old.caps { gst_caps_unref(caps) }
        } else if let event = passing.event {
            switch cgst_event_type(event) {
            case GST_EVENT_CAPS:
                var caps: UnsafeMutablePointer<GstCaps>?
                gst_event_parse_caps(event, &caps)
                if let caps { gst_caps_ref(caps) }
                let old = state.withLock { state in
                    defer { state.nextCaps = caps }
                    return state.nextCaps
                }
                if let old { gst_caps_unref(old) }
            case GST_EVENT_SEGMENT:
                let segment = StreamSegment(of: event)
                state.withLock { $0.segment = segment }
            case GST_EVENT_FLUSH_STOP: state.withLock { $0.isOutdated = true }
            default: break
            }
        }
    }

    /// Sends the frame into a sink pad without a peer, at running time 0. Must follow a flush of the pad.
    ///
    /// Its media time stays, so that the lines of subtitles over it stay, too.
    @MediaActor
    public func send(into pad: Pad) {
        let (buffer, caps, segment) = state.withLock { state in
            if let buffer = state.buffer { gst_buffer_ref(buffer) }
            if let caps = state.caps { gst_caps_ref(caps) }
            return (state.buffer, state.caps, state.segment)
        }
        defer { if let caps { gst_caps_unref(caps) } }
        guard let buffer else { return }
        let time = cgst_buffer_pts(buffer)
        guard let caps, segment.isTime, let media = segment.mediaTime(time) else { return gst_buffer_unref(buffer) }
        var here = segment
        (here.native.start, here.native.position) = (time, time)
        (here.native.time, here.native.base, here.native.offset) = (guint64(max(0, media)), 0, 0)
        here.native.stop = .max
        let events = [
            gst_event_new_stream_start("shown-frame"), gst_event_new_caps(caps),
            withUnsafePointer(to: here.native) { gst_event_new_segment($0) },
        ]
        for event in events.compactMap(\.self) { gst_pad_send_event(pad.pointer, event) }
        gst_pad_chain(pad.pointer, buffer)
    }
}
