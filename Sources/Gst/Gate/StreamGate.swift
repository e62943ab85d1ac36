internal import CGStreamer
internal import GLibLoop
internal import Synchronization

/// The gate between a stream of an item and the output: closed until the loop opens it.
///
/// While it is open, it moves the stream's segments to the item's position in the output's running time, withholds
/// the end of stream (the output continues with the next item), and records how far the stream has played. A flush
/// from a seek resets running time and therefore also the shift: in the order of the stream, without a race with the
/// loop. It is the last place before the sinks, so that cuts and silence (``StreamEdits``) are applied as late as
/// possible.
public final class StreamGate: Sendable {
    /// Events that are posted to the loop.
    public enum Event: Sendable {
        /// The first data since the opening, or since the flush with this sequence, has passed.
        case passed(sequence: UInt32)
        /// The last data of the stream has passed.
        case drained
        /// Tags of the data that follows them, which is heard at this running time of the output, in nanoseconds.
        ///
        /// `ofNewStream`: the tags are the first of another stream that continues after the end of the previous one.
        case tags(TagSet, runningTime: Int64, ofNewStream: Bool)
    }

    /// The mapping from an item's time to the output's running time.
    public struct Mapping: Sendable {
        /// The running time of ``mediaTime``, in nanoseconds.
        public var runningTime: Int64
        /// In nanoseconds of media time.
        public var mediaTime: Int64
    }

    struct State {
        var shift: Int64 = 0
        var segment = StreamSegment()
        var hasPassed = false
        var isDrained = false
        var reach = StreamReach()
        var mapping: Mapping?
        /// When this stretch of the item began to pass, in nanoseconds of ``StreamGate/clock``.
        var begun: Int64 = 0
        var isOfNewStream = false
        var sequence: UInt32 = 0
        /// Whether ``StreamEdits/end`` was reached: nothing passes until the next flush.
        var isCut = false
        var editor = StreamEditor()
        /// Whether the next data must be marked.
        var owesMark = false
        /// Whether a flush has begun and not ended.
        var isFlushing = false
    }

    let state = Mutex(State())
    private let body: @Sendable (Event) -> Void
    /// The id of the blocking probe while the gate is closed. Used only on the loop.
    private let block = Mutex<UInt>(0)

    /// Identifies the item of the data for downstream elements.
    private let mark: UInt64?

    /// Nanoseconds that never go back.
    let clock: @Sendable () -> Int64

    private init(
        mark: UInt64?, clock: @escaping @Sendable () -> Int64, _ body: @escaping @Sendable (Event) -> Void
    ) {
        self.mark = mark
        self.clock = clock
        self.body = body
    }

    /// Creates a closed gate on the source pad `pad`.
    ///
    /// - Parameters:
    ///   - mark: the value of ``PictureMoment/item`` for the data; nil: no mark is needed.
    ///   - clock: nanoseconds that never go back.
    ///   - body: called on streaming threads; it should only post.
    @MediaActor
    public static func attach(
        to pad: Pad, mark: UInt64? = nil,
        clock: @escaping @Sendable () -> Int64 = StreamGate.monotonic,
        _ body: @escaping @Sendable (Event) -> Void
    ) -> StreamGate {
        let gate = StreamGate(mark: mark, clock: clock, body)
        gate.close(pad)
        pad.pointer.filter([.buffers, .events, .upstreamEvents, .flushes, .upstreamQueries]) { gate.handle($0) }
        return gate
    }

    /// The clock of all deadlines.
    public static let monotonic: @Sendable () -> Int64 = { Int64(g_get_monotonic_time()) * 1000 }

    public var isOpen: Bool { block.withLock { $0 == 0 } }
    public var isDrained: Bool { state.withLock { $0.isDrained } }
    public var hasPassed: Bool { state.withLock { $0.hasPassed } }
    /// Whether the stream ended at ``StreamEdits/end`` and not at its own end.
    public var isCut: Bool { state.withLock { $0.isCut } }
    /// The seek whose flush passed last.
    public var sequence: UInt32 { state.withLock { $0.sequence } }
    /// The running time of the end of the last data that passed.
    public var endRunningTime: Int64? { state.withLock { $0.reach.end } }
    public var mapping: Mapping? { state.withLock { $0.mapping } }

    /// Opens the gate. The stream is delayed by `shift` nanoseconds of running time relative to its own segment.
    @MediaActor
    public func open(_ pad: Pad, shift: Int64) {
        state.withLock { state in
            state.shift = shift
            state.hasPassed = false
        }
        let id = block.withLock { id in
            defer { id = 0 }
            return id
        }
        if id != 0 { gst_pad_remove_probe(pad.pointer, gulong(id)) }
    }

    /// Holds back all data from now on; the thread of the pad waits there.
    @MediaActor
    public func close(_ pad: Pad) {
        guard isOpen else { return }
        let id = pad.pointer.block(.data)
        block.withLock { $0 = UInt(id) }
    }

    /// Replaces the edits for data that passes from now on.
    public func edit(_ edits: StreamEdits) { state.withLock { $0.editor.edits = edits } }

    /// Keeps the present end until the next flush, whatever ``edit(_:)`` sets until then.
    ///
    /// A seek is told its new end before it flushes, because the first data behind the flush may reach it. The data
    /// before the flush must still end where it did.
    public func keepEndUntilFlush() { state.withLock { $0.editor.endBeforeFlush = $0.editor.edits.end } }

    /// Lets the end of ``edit(_:)`` alone apply: the flush did not come.
    public func dropKeptEnd() { state.withLock { $0.editor.endBeforeFlush = nil } }

    func handle(_ passing: PassingData) -> PadVerdict {
        if let buffer = passing.buffer { return handle(buffer, passing) }
        if passing.query != nil { return handleQuery(passing) }
        if passing.traffic.contains(.upstreamEvents) { return handleUpstream(passing) }
        guard let event = passing.event else { return .pass }
        return handle(event, passing)
    }

    private func handle(_ buffer: UnsafeMutablePointer<GstBuffer>, _ passing: PassingData) -> PadVerdict {
        let pad = passing.pad
        let (editor, segment, isCut, reach) = state.withLock { ($0.editor, $0.segment, $0.isCut, $0.reach) }
        // After a seek to the very end, qtdemux on a network source sends data before it sends a segment.
        if !segment.isTime { return .drop }
        if isCut || reach.isAstray(cgst_buffer_pts(buffer), in: segment, length: editor.edits.length) {
            return .drop
        }
        var kept = buffer
        switch editor.edit(buffer, in: segment) {
        case .unchanged: break
        case .replaced(let edited):
            passing.pass(edited)
            gst_buffer_unref(buffer)
            kept = edited
        case .isBehindEnd:
            cut(pad)
            return .drop
        case .isHidden:
            fillGap(pad, segment)
            return .drop
        }
        passMark(pad)
        passed(start: cgst_buffer_pts(kept), duration: cgst_buffer_duration(kept))
        return .pass
    }

    private func passMark(_ pad: UnsafeMutablePointer<GstPad>) {
        guard let mark else { return }
        let isPending = state.withLock { state in
            defer { state.owesMark = false }
            return state.owesMark
        }
        if isPending, let event = cgst_item_mark_new(guint64(mark)) { gst_pad_push_event(pad, event) }
    }

    /// Ends the stream at the requested end, as if it had ended there.
    private func cut(_ pad: UnsafeMutablePointer<GstPad>) {
        let segment = state.withLock { state in
            state.isCut = true
            state.isDrained = true
            if let end = state.editor.end(in: state.segment).flatMap(state.segment.runningTime) {
                state.reach.reach(end)
            }
            return state.segment
        }
        fillGap(pad, segment)
        body(.drained)
    }

    /// Sends a gap if there was no data since the flush (a seek to right before a cut), so that the sink does not
    /// wait for data.
    private func fillGap(_ pad: UnsafeMutablePointer<GstPad>, _ segment: StreamSegment) {
        guard !hasPassed, segment.isTime, let event = gst_event_new_gap(segment.native.start, .max) else { return }
        gst_pad_push_event(pad, event)
    }

    /// Sends a segment to the peer. After a seek a stream may end without having begun (qtdemux with a damaged file),
    /// but the elements after the gate need a segment. It bypasses the pad, which accepts nothing after an end of
    /// stream.
    private func beginAnyway(_ pad: UnsafeMutablePointer<GstPad>) {
        guard let peer = gst_pad_get_peer(pad) else { return }
        defer { gst_object_unref(peer) }
        let event = withUnsafePointer(to: StreamSegment.time.native) { gst_event_new_segment($0) }
        if let event { gst_pad_send_event(peer, event) }
    }

    private func passed(start: GstClockTime, duration: GstClockTime) {
        let first: UInt32? = state.withLock { state in
            if start != .max {
                var end = duration == .max ? start : start.plus(duration)
                if let limit = state.editor.end(in: state.segment) { end = min(end, limit) }
                if let end = state.segment.runningTime(end) { state.reach.reach(end) }
            }
            guard !state.hasPassed else { return nil }
            state.hasPassed = true
            return state.sequence
        }
        if let first { body(.passed(sequence: first)) }
    }

    /// Reports tags between the data. Tags before all data, which the item has already received, are reported again.
    private func passTags(_ event: UnsafeMutablePointer<GstEvent>) {
        let (moment, isOfNewStream) = state.withLock { state in
            defer { state.isOfNewStream = false }
            return (state.reach.end ?? state.segment.runningStart, state.isOfNewStream)
        }
        var list: UnsafeMutablePointer<GstTagList>?
        gst_event_parse_tag(event, &list)
        guard let list else { return }
        body(.tags(TagSet(list), runningTime: moment, ofNewStream: isOfNewStream))
    }

    private func handle(_ event: UnsafeMutablePointer<GstEvent>, _ passing: PassingData) -> PadVerdict {
        let pad = passing.pad
        switch cgst_event_type(event) {
        case GST_EVENT_SEGMENT:
            let original = StreamSegment(of: event)
            let now = clock()
            let (segment, isMoved) = state.withLock { state in (state.adopt(original, at: now), state.shift != 0) }
            if isMoved, let moved = segment.event(like: event) {
                passing.replace(event, by: moved)
            }
        case GST_EVENT_STREAM_START:
            state.withLock { $0.isOfNewStream = $0.hasPassed }
        case GST_EVENT_TAG:
            passTags(event)
        case GST_EVENT_CAPS:
            let layout = AudioLayout(of: event)
            state.withLock { $0.editor.audio = layout }
        case GST_EVENT_GAP:
            var (start, duration): (GstClockTime, GstClockTime) = (.max, .max)
            gst_event_parse_gap(event, &start, &duration)
            let isDropped = state.withLock { state in
                let length = state.editor.edits.length
                duration = StreamReach.duration(
                    duration, from: start, in: state.segment, length: length, heard: nil)
                if mark != nil, state.precedesFirstFrame(start, duration) { return true }
                return state.reach.isAstray(start, in: state.segment, length: length)
            }
            if isDropped { return .drop }
            passed(start: start, duration: duration)
        case GST_EVENT_FLUSH_START:
            state.withLock { $0.isFlushing = true }
        case GST_EVENT_FLUSH_STOP:
            let sequence = cgst_event_seqnum(event)
            state.withLock { state in
                let editor = state.editor
                state = State()
                state.editor = editor
                state.editor.endBeforeFlush = nil
                state.sequence = sequence
            }
        case GST_EVENT_EOS:
            let (wasDrained, hasPassed, segment, isFlushed) = state.withLock { state in
                defer { state.isDrained = true }
                return (state.isDrained, state.hasPassed, state.segment, state.sequence != 0)
            }
            // The stream has already ended at its cut.
            if wasDrained { return .drop }
            body(.drained)
            guard !hasPassed, segment.isTime || isFlushed else { return .drop }
            if !segment.isTime { beginAnyway(pad) }
            guard let gap = gst_event_new_gap(segment.isTime ? segment.native.start : 0, .max) else {
                return .drop
            }
            // There was no data since the flush (a seek beyond the end of this stream). The sink must not wait for it.
            passing.replace(event, by: gap)
        default:
            break
        }
        return .pass
    }
}

extension StreamGate.State {
    /// Whether a gap is so close to the start that a frame is expected there. A paused sink that received the gap would
    /// not show the frame: matroskademux (1.22) sends one of 11 ms before a frame if the sound is longer than the picture.
    fileprivate func precedesFirstFrame(_ start: GstClockTime, _ duration: GstClockTime) -> Bool {
        guard !hasPassed, segment.isTime, start != .max, duration != .max else { return false }
        return start.plus(duration) < segment.native.start.plus(250_000_000)
    }

    /// Adopts a segment, moved to the item's position in the output.
    fileprivate mutating func adopt(_ original: StreamSegment, at now: Int64) -> StreamSegment {
        guard original.isTime else { return original }
        segment = original.shifted(by: shift)
        owesMark = true
        reach.begin(with: segment, isMoved: shift != 0)
        // If the stream changes midway, its position continues, regardless of the new stream's start time.
        if !hasPassed || mapping == nil {
            mapping = StreamGate.Mapping(runningTime: segment.runningStart, mediaTime: segment.mediaStart)
            begun = now
        }
        return segment
    }
}
