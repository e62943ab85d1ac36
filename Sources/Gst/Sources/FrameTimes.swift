internal import CGStreamer
internal import Synchronization

/// Remembers the times of the stored pictures that a decoder was given since the last flush.
///
/// A seek to the end of a stream has no frame to show: its decoder drops every frame before the target. The stored
/// pictures that it decodes on the way there tell when the last frame is. And a step from frame to frame is a seek to the
/// time of one of them.
public final class FrameTimes: Sendable {
    /// More than a decoder is given between two key frames, or ahead of what is shown.
    fileprivate static let mostTimes = 4_096

    fileprivate struct State {
        var segment = StreamSegment()
        /// In nanoseconds of media time, ascending.
        var times: [Int64] = []
    }

    private let state = Mutex(State())

    /// The last of them, in nanoseconds of media time; nil: there was none.
    var last: Int64? { state.withLock { $0.times.last } }

    /// Where a step from frame to frame leads.
    public enum Step: Hashable, Sendable {
        /// To this frame, and the one before it if it is known.
        case frame(Int64, after: Int64?)
        /// To this one, which is so many frames before it, and the one before this one if it is known: the decoder was not given
        /// the wanted one yet.
        case toward(Int64, after: Int64?, left: Int)
        /// Before this frame, which is the first that the decoder was given; so many frames from the one before it.
        case before(Int64, left: Int)
    }

    /// Finds the frame that is `count` frames after the one that is shown at a time, in nanoseconds.
    ///
    /// - Returns: nil before the first frame.
    func step(from shown: Int64, by count: Int) -> Step? {
        state.withLock { state in
            // A frame is shown until the next one. A decoder may round.
            guard let here = state.times.lastIndex(where: { $0 <= shown + 1_000_000 }) else { return nil }
            let wanted = here + count
            if wanted < 0 { return .before(state.times[0], left: wanted + 1) }
            if state.times.indices.contains(wanted) {
                return .frame(state.times[wanted], after: wanted > 0 ? state.times[wanted - 1] : nil)
            }
            let last = state.times.count - 1
            return .toward(state.times[last], after: last > 0 ? state.times[last - 1] : nil, left: wanted - last)
        }
    }

    /// Observes a decoder of video. Does nothing to other elements.
    func attach(to element: UnsafeMutablePointer<GstElement>) {
        let kind = Element.factoryClass(of: element)
        guard kind.contains("Decoder"), kind.contains("Video"), let pad = gst_element_get_static_pad(element, "sink")
        else { return }
        defer { gst_object_unref(pad) }
        pad.observe([.buffers, .events, .flushes]) { self.saw($0) }
    }

    func saw(_ passing: PassingData) {
        if let buffer = passing.buffer {
            // AVI files contain the order of decoding only.
            let shown = cgst_buffer_pts(buffer)
            let time = shown == .max ? cgst_buffer_dts(buffer) : shown
            state.withLock { $0.note(time) }
        } else if let event = passing.event {
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

extension FrameTimes.State {
    /// Takes a stored picture. Pictures come in the order of decoding, which is nearly that of time.
    fileprivate mutating func note(_ time: GstClockTime) {
        guard let media = segment.mediaTime(time) else { return }
        var index = times.count
        while index > 0, times[index - 1] > media { index -= 1 }
        // Two fields of one frame may be stored apart.
        guard index == 0 || times[index - 1] != media else { return }
        times.insert(media, at: index)
        if times.count > FrameTimes.mostTimes { times.removeFirst(FrameTimes.mostTimes / 4) }
    }
}
