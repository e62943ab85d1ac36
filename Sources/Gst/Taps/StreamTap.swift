internal import CGStreamer
internal import GLibLoop
internal import Synchronization

/// Observes a stream at its entry into the hand-over: its first data, its tags and its end. Holds nothing back.
///
/// In a chain of streams, which no seek can cross, it also does what a seek would do: it drops the data before the start,
/// and sets the rate.
///
/// The probe runs on a streaming thread, accesses only the state and posts events.
public final class StreamTap: Sendable {
    /// The observations so far.
    public struct Observation: Sendable {
        /// Whether data, a gap or the end has arrived since the start or the last flush.
        public var hasBegun = false
        /// Whether the stream ended.
        public var hasEnded = false
        /// The running time of the first data in the segment, in nanoseconds. A demuxer that sought exactly may send
        /// gaps and data from before the segment, which nobody hears.
        public var firstRunningTime: Int64?
        /// The running time of the end of the last data in nanoseconds.
        public var endRunningTime: Int64?
        /// The media time of the end of the last data in nanoseconds.
        public var endMediaTime: Int64?
        /// The seek that caused the last flush.
        public var sequence: UInt32 = 0
    }

    /// Events that are posted to the loop.
    public enum Event: Sendable {
        case began(sequence: UInt32)
        case ended
        /// Data goes on behind the expected end: to this media time in nanoseconds.
        case outlasted(Int64)
        /// Tags. Tags after data belong to the data that follows them, and apply later.
        case tags(TagSet, behindData: Bool)
        /// Another format; with the shape of frames.
        case capsChanged(FrameShape?)
    }

    fileprivate struct State {
        var observation = Observation()
        var segment = StreamSegment()
        /// Data before this media time is dropped.
        var start: Int64 = 0
        var rate = 1.0
        /// Data behind this media time is reported; nil: none is, or it was.
        var limit: Int64?
    }

    private let state = Mutex(State())
    private let body: @Sendable (Event) -> Void

    private init(_ body: @escaping @Sendable (Event) -> Void) { self.body = body }

    /// Begins to observe `pad`. `body` is called on streaming threads and should only post.
    @MediaActor
    public static func attach(to pad: Pad, _ body: @escaping @Sendable (Event) -> Void) -> StreamTap {
        let tap = StreamTap(body)
        pad.pointer.filter([.buffers, .events, .flushes, .queries]) { tap.saw($0) }
        return tap
    }

    public var observation: Observation { state.withLock { $0.observation } }

    /// Drops the data before a media time, in nanoseconds. Must be called before data flows.
    public func skip(to start: Int64) { state.withLock { $0.start = start } }

    /// Gives the stream a rate, for scaletempo and the sinks behind it. Must be called before data flows.
    public func play(at rate: Double) { state.withLock { $0.rate = rate } }

    /// Reports data that ends behind a media time, in nanoseconds, once; nil: none.
    public func expectEnd(before limit: Int64?) { state.withLock { $0.limit = limit } }

    func saw(_ passing: PassingData) -> PadVerdict {
        if passing.query != nil {
            // A serialised query (allocation, drain) would wait in the queue behind the closed gate, together with the
            // decoder. If it is refused here, the decoder allocates buffers itself.
            return cgst_probe_query_is_serialized(passing.info) != 0 ? .drop : .pass
        }
        if let buffer = passing.buffer {
            let (start, duration) = (cgst_buffer_pts(buffer), cgst_buffer_duration(buffer))
            if isSkipped(start, duration) { return .drop }
            saw(start: start, duration: duration)
        } else if let event = passing.event {
            if cgst_event_type(event) == GST_EVENT_GAP {
                var (start, duration): (GstClockTime, GstClockTime) = (.max, .max)
                gst_event_parse_gap(event, &start, &duration)
                if isSkipped(start, duration) { return .drop }
            }
            if cgst_event_type(event) == GST_EVENT_SEGMENT {
                enter(event, passing)
            } else {
                saw(event)
            }
        }
        return .pass
    }

    private func enter(_ event: UnsafeMutablePointer<GstEvent>, _ passing: PassingData) {
        let read = StreamSegment(of: event)
        let segment = state.withLock { state in
            state.segment = read.isTime && state.rate != 1 ? read.played(at: state.rate) : read
            return state.segment
        }
        guard segment.native.rate != read.native.rate, let changed = segment.event(like: event) else { return }
        passing.replace(event, by: changed)
    }

    private func isSkipped(_ start: GstClockTime, _ duration: GstClockTime) -> Bool {
        guard start != .max else { return false }
        return state.withLock { state in
            guard state.start > 0 else { return false }
            let end = state.segment.mediaTime(duration == .max ? start : start.plus(duration))
            return end.map { $0 <= state.start } ?? false
        }
    }

    private func saw(start: GstClockTime, duration: GstClockTime) {
        let (began, outlasted): (UInt32?, Int64?) = state.withLock { state in
            var outlasted: Int64?
            if start != .max {
                let end = duration == .max ? start : start.plus(duration)
                if state.observation.firstRunningTime == nil {
                    state.observation.firstRunningTime = state.segment.firstRunningTime(from: start, to: end)
                }
                if let running = state.segment.runningTime(end) { state.observation.endRunningTime = running }
                if let media = state.segment.mediaTime(end) { state.observation.endMediaTime = media }
                outlasted = state.takeOutlasting()
            }
            return (state.observation.begin(), outlasted)
        }
        if let began { body(.began(sequence: began)) }
        if let outlasted { body(.outlasted(outlasted)) }
    }

    private func saw(_ event: UnsafeMutablePointer<GstEvent>) {
        switch cgst_event_type(event) {
        case GST_EVENT_GAP:
            var (start, duration): (GstClockTime, GstClockTime) = (.max, .max)
            gst_event_parse_gap(event, &start, &duration)
            saw(start: start, duration: duration)
        case GST_EVENT_FLUSH_STOP:
            let sequence = cgst_event_seqnum(event)
            state.withLock { state in
                state.observation = Observation()
                state.observation.sequence = sequence
            }
        case GST_EVENT_EOS:
            let began: UInt32? = state.withLock { state in
                state.observation.hasEnded = true
                return state.observation.begin()
            }
            if let began { body(.began(sequence: began)) }
            body(.ended)
        case GST_EVENT_TAG:
            var list: UnsafeMutablePointer<GstTagList>?
            gst_event_parse_tag(event, &list)
            let isBehindData = state.withLock { $0.observation.hasBegun }
            if let list { body(.tags(TagSet(list), behindData: isBehindData)) }
        case GST_EVENT_CAPS:
            var caps: UnsafeMutablePointer<GstCaps>?
            gst_event_parse_caps(event, &caps)
            body(.capsChanged(caps.flatMap { FrameShape($0) }))
        default:
            break
        }
    }
}

extension StreamTap.State {
    /// Where the data goes on to, if it is behind the limit for the first time.
    fileprivate mutating func takeOutlasting() -> Int64? {
        guard let limit, let end = observation.endMediaTime, end > limit else { return nil }
        self.limit = nil
        return end
    }
}

extension StreamTap.Observation {
    /// Marks the beginning. Returns the sequence of the flush the first time, nil afterwards.
    fileprivate mutating func begin() -> UInt32? {
        guard !hasBegun else { return nil }
        hasBegun = true
        return sequence
    }
}
