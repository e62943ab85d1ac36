package import CGStreamer
internal import GstElements
internal import Synchronization

extension Workaround {
    static let transportStreamStart = Workaround("start of transport streams", in: .gstreamer)
}

/// Lets the media times of an MPEG transport stream begin with its first frame.
///
/// - Component: `tsdemux` of GStreamer.
/// - Versions: measured with 1.22.0; 1.29.2 counts from the first clock reference, too.
/// - Upstream: none found.
/// - Without it: `tsdemux` counts from the first clock reference, which lies up to a second before the first frame. A broadcast
///   recording would begin at 0.7 s, its chapters and marks would be that late, and its end would come that long after its
///   duration. In an HLS stream, each part would begin that long after the time that the playlist gives it.
/// - Test: `TransportStreamTests`
package final class TransportStreamStart: Sendable {
    /// The longest time between the first clock reference and the first frame, in nanoseconds. Decoders need not keep
    /// more than 10 s of data (ISO/IEC 13818-1, section 2.4.2.6).
    private static let believableDelay: guint64 = 10_000_000_000
    /// How much earlier than the first frame that comes out the first one of another stream may be: sound and picture
    /// do not begin together. Differences between parts that are not larger than twice this are no delays.
    private static let lead: guint64 = 100_000_000

    /// Times in nanoseconds.
    private struct State {
        /// Of a recording: the time of the first frame as the demuxer counts; nil before it is known.
        var origin: guint64?
        /// Of an adaptive stream: where a part begins whose first frame has not come out yet.
        var part: guint64?
        /// How late the frames of an adaptive stream are; nil before the first one.
        var delay: guint64?

        /// Takes in the time of the first frame of a part.
        mutating func measure(from part: guint64, to frame: guint64) {
            let late = frame > part + TransportStreamStart.lead ? frame - part - TransportStreamStart.lead : 0
            if let delay, max(late, delay) - min(late, delay) <= 2 * TransportStreamStart.lead { return }
            delay = late <= TransportStreamStart.believableDelay ? late : 0
        }
    }

    private let state = Mutex(State())

    /// Moves the times of a demuxer of transport streams; does nothing to other elements.
    package static func attach(to element: UnsafeMutablePointer<GstElement>) {
        guard cgst_factory_is(element, "tsdemux") != 0, Workaround.transportStreamStart.isOn else { return }
        let start = TransportStreamStart()
        element.withPad("sink") { input in input.observe(.buffers) { start.take($0) } }
        element.observePads { pad in
            guard let element = gst_pad_get_parent_element(pad) else { return }
            defer { gst_object_unref(element) }
            element.withPad("sink") { input in
                // The data of a server comes in bytes, too, but is pushed. The demuxer counts it like that of a file.
                if input.pointee.mode != GST_PAD_MODE_PULL, hasTimes(input) {
                    pad.observe(.buffers) { start.give($0) }
                } else {
                    pad.observe([.events, .upstreamEvents]) { start.move($0) }
                }
            }
        }
    }

    /// Whether the data comes with times: that of adaptive streams does.
    private static func hasTimes(_ input: UnsafeMutablePointer<GstPad>) -> Bool {
        guard let event = gst_pad_get_sticky_event(input, GST_EVENT_SEGMENT, 0) else { return false }
        defer { gst_event_unref(event) }
        return StreamSegment(of: event).isTime
    }

    // MARK: Recordings

    /// Moves the segments of a recording to its first frame, and seeks the other way.
    private func move(_ passing: PassingData) {
        guard let event = passing.event else { return }
        let moved =
            switch cgst_event_type(event) {
            case GST_EVENT_SEGMENT: earlier(event)
            case GST_EVENT_SEEK: later(event)
            default: nil as UnsafeMutablePointer<GstEvent>?
            }
        if let moved { passing.replace(event, by: moved) }
    }

    /// The segment with its media times from the first frame on; nil if they need not change.
    private func earlier(_ event: UnsafeMutablePointer<GstEvent>) -> UnsafeMutablePointer<GstEvent>? {
        var segment = StreamSegment(of: event)
        guard segment.isTime else { return nil }
        let time = segment.native.time
        let origin = state.withLock { state in
            let known = state.origin ?? (time <= Self.believableDelay ? time : 0)
            state.origin = known
            return known
        }
        guard origin > 0 else { return nil }
        segment.native.time = time > origin ? time - origin : 0
        return segment.event(like: event)
    }

    /// The seek in the demuxer's times; nil if it need not change.
    private func later(_ event: UnsafeMutablePointer<GstEvent>) -> UnsafeMutablePointer<GstEvent>? {
        let origin = Int64(clamping: state.withLock { $0.origin } ?? 0)
        return origin > 0 ? Seek.event(event, later: { $0.plus(origin) }) : nil
    }

    // MARK: Adaptive streams

    /// Notes where a part begins, which the adaptive demuxer says with its first data.
    private func take(_ passing: PassingData) {
        guard let buffer = passing.buffer else { return }
        let time = cgst_buffer_pts(buffer)
        guard time != .max else { return }
        state.withLock { state in
            if state.delay == nil || cgst_buffer_is_discont(buffer) != 0 { state.part = guint64(time) }
        }
    }

    /// Moves a frame to where the playlist has it. The delay is measured again after each seek and each discontinuity,
    /// at whose other side the stream may come from another encoder.
    private func give(_ passing: PassingData) {
        guard let buffer = passing.buffer else { return }
        let (decoding, shown) = (cgst_buffer_dts(buffer), cgst_buffer_pts(buffer))
        let time = guint64(decoding != .max ? decoding : shown)
        let delay = state.withLock { state in
            if let part = state.part, time != .max, state.delay == nil || cgst_buffer_is_discont(buffer) != 0 {
                state.measure(from: part, to: time)
                state.part = nil
            }
            return state.delay ?? 0
        }
        guard delay > 0, let writable = cgst_buffer_writable(buffer) else { return }
        cgst_buffer_earlier(writable, delay)
        passing.pass(writable)
    }
}
