internal import CGStreamer
internal import GLibLoop
internal import Synchronization

/// The door through which one stream of one item reaches the output: closed until the loop opens it.
///
/// While open it moves the stream's segments to where the item stands in the output's running time, keeps the end of
/// stream for itself (the output goes on with the next item) and knows how far the stream got. A flush from a seek
/// resets running time, so it resets the shift too: in the stream's own order, with no race against the loop.
/// It is the last place before the sinks, so what is left out or silenced (``StreamEdits``) is so here, as late as can be.
public final class StreamGate: Sendable {
    /// What is posted to the loop.
    public enum Event: Sendable {
        /// The first data since it was opened, or since the flush of this sequence, went out.
        case passed(sequence: UInt32)
        /// The stream's last data went out.
        case drained
        /// Tags that go with the data which follows them: heard at this running time of the output, in nanoseconds.
        ///
        /// `ofNewStream`: they are the first of another stream that goes on where one before it ended.
        case tags(TagSet, runningTime: Int64, ofNewStream: Bool)
    }

    /// How an item's time maps to the output's running time.
    public struct Mapping: Sendable {
        /// Nanoseconds of running time at which ``mediaTime`` is due.
        public var runningTime: Int64
        /// Nanoseconds of media time.
        public var mediaTime: Int64
    }

    fileprivate struct State {
        var shift: Int64 = 0
        var segment = StreamSegment()
        var hasPassed = false
        var isDrained = false
        var reach = StreamReach()
        var mapping: Mapping?
        var isOfNewStream = false
        var sequence: UInt32 = 0
        /// Whether ``StreamEdits/end`` was reached: nothing goes out until the next flush.
        var isCut = false
        var editor = StreamEditor()
        /// Whether what goes out next is to be marked.
        var owesMark = false
    }

    private let state = Mutex(State())
    private let body: @Sendable (Event) -> Void
    /// The blocking probe's id while closed. Only the loop touches it.
    private let block = Mutex<UInt>(0)

    /// Tells whoever is downstream whose data comes.
    private let mark: UInt64?

    private init(mark: UInt64?, _ body: @escaping @Sendable (Event) -> Void) {
        self.mark = mark
        self.body = body
    }

    /// A closed gate on the source pad `pad`.
    ///
    /// - Parameters:
    ///   - mark: what ``PictureMoment/item`` is of what comes through it; nil: nobody asks.
    ///   - body: called on streaming threads; it should only post.
    @MediaActor
    public static func attach(
        to pad: Pad, mark: UInt64? = nil, _ body: @escaping @Sendable (Event) -> Void
    ) -> StreamGate {
        let gate = StreamGate(mark: mark, body)
        gate.close(pad)
        let mask =
            GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
            | GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue
        gst_pad_add_probe(
            pad.pointer, GstPadProbeType(rawValue: mask), gateProbe, Unmanaged.passRetained(gate).toOpaque(),
            releaseContext)
        return gate
    }

    public var isOpen: Bool { block.withLock { $0 == 0 } }
    public var isDrained: Bool { state.withLock { $0.isDrained } }
    public var hasPassed: Bool { state.withLock { $0.hasPassed } }
    /// Whether the stream ended where ``StreamEdits/end`` says, and not by itself.
    public var isCut: Bool { state.withLock { $0.isCut } }
    /// The seek whose flush came through last.
    public var sequence: UInt32 { state.withLock { $0.sequence } }
    /// Running time of the end of the last data that went out.
    public var endRunningTime: Int64? { state.withLock { $0.reach.end } }
    public var mapping: Mapping? { state.withLock { $0.mapping } }

    /// Lets the stream through, `shift` nanoseconds of running time later than its own segment says.
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

    /// Holds back everything from now on; what waits in the pad's thread waits there.
    @MediaActor
    public func close(_ pad: Pad) {
        guard isOpen else { return }
        let mask = GST_PAD_PROBE_TYPE_BLOCK.rawValue | GST_PAD_PROBE_TYPE_DATA_DOWNSTREAM.rawValue
        let id = gst_pad_add_probe(pad.pointer, GstPadProbeType(rawValue: mask), holdBack, nil, nil)
        block.withLock { $0 = UInt(id) }
    }

    /// Changes what is left out and silenced, for what goes out from now on.
    public func edit(_ edits: StreamEdits) { state.withLock { $0.editor.edits = edits } }

    /// Keeps the present end until the next flush, whatever ``edit(_:)`` sets until then.
    ///
    /// A seek is told its new end before it flushes, because the first data behind the flush may reach it. The data
    /// before the flush must still end where it did.
    public func keepEndUntilFlush() { state.withLock { $0.editor.endBeforeFlush = $0.editor.edits.end } }

    /// Lets the end of ``edit(_:)`` alone apply: the flush did not come.
    public func dropKeptEnd() { state.withLock { $0.editor.endBeforeFlush = nil } }

    func handle(
        _ pad: UnsafeMutablePointer<GstPad>, _ info: UnsafeMutablePointer<GstPadProbeInfo>
    ) -> GstPadProbeReturn {
        if cgst_probe_type(info).rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0 {
            guard let buffer = cgst_probe_buffer(info) else { return GST_PAD_PROBE_OK }
            return handle(buffer, pad, info)
        }
        guard let event = cgst_probe_event(info) else { return GST_PAD_PROBE_OK }
        return handle(event, pad, info)
    }

    private func handle(
        _ buffer: UnsafeMutablePointer<GstBuffer>, _ pad: UnsafeMutablePointer<GstPad>,
        _ info: UnsafeMutablePointer<GstPadProbeInfo>
    ) -> GstPadProbeReturn {
        let (editor, segment, isCut, reach) = state.withLock { ($0.editor, $0.segment, $0.isCut, $0.reach) }
        // Behind a seek to the very end qtdemux, fed by a server, sends data before it says where in time they are.
        if !segment.isTime { return GST_PAD_PROBE_DROP }
        if isCut || reach.isAstray(cgst_buffer_pts(buffer), in: segment, length: editor.edits.length) {
            return GST_PAD_PROBE_DROP
        }
        var passing = buffer
        switch editor.edit(buffer, in: segment) {
        case .unchanged: break
        case .replaced(let edited):
            cgst_probe_set_buffer(info, edited)
            gst_buffer_unref(buffer)
            passing = edited
        case .isBehindEnd:
            cut(pad)
            return GST_PAD_PROBE_DROP
        case .isHidden:
            fillGap(pad, segment)
            return GST_PAD_PROBE_DROP
        }
        passMark(pad)
        passed(start: cgst_buffer_pts(passing), duration: cgst_buffer_duration(passing))
        return GST_PAD_PROBE_OK
    }

    private func passMark(_ pad: UnsafeMutablePointer<GstPad>) {
        guard let mark else { return }
        let isOwed = state.withLock { state in
            defer { state.owesMark = false }
            return state.owesMark
        }
        if isOwed, let event = cgst_item_mark_new(guint64(mark)) { gst_pad_push_event(pad, event) }
    }

    /// The end that was wished for is reached: as if the stream had ended there.
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

    /// Where nothing came since the flush (a seek to right before a cut), the sink must not wait for it.
    private func fillGap(_ pad: UnsafeMutablePointer<GstPad>, _ segment: StreamSegment) {
        guard !hasPassed, segment.isTime, let event = gst_event_new_gap(segment.native.start, .max) else { return }
        gst_pad_push_event(pad, event)
    }

    /// A stream may end behind a seek without having begun (qtdemux in a damaged file): what is behind the gate wants a
    /// segment all the same. Past the pad, which takes nothing more once it has the end of stream.
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

    /// Tells of tags where they come between the data; of those before all data, which their item took already, once more.
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

    private func handle(
        _ event: UnsafeMutablePointer<GstEvent>, _ pad: UnsafeMutablePointer<GstPad>,
        _ info: UnsafeMutablePointer<GstPadProbeInfo>
    ) -> GstPadProbeReturn {
        switch cgst_event_type(event) {
        case GST_EVENT_SEGMENT:
            let original = StreamSegment(of: event)
            let (segment, isMoved) = state.withLock { state in (state.adopt(original), state.shift != 0) }
            if isMoved, let moved = segment.event(like: event) {
                cgst_probe_set_event(info, moved)
                gst_event_unref(event)
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
            let isAstray = state.withLock { state in
                let length = state.editor.edits.length
                duration = StreamReach.duration(
                    duration, from: start, in: state.segment, length: length, heard: nil)
                return state.reach.isAstray(start, in: state.segment, length: length)
            }
            if isAstray { return GST_PAD_PROBE_DROP }
            passed(start: start, duration: duration)
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
            // Ended already where it was cut off.
            if wasDrained { return GST_PAD_PROBE_DROP }
            body(.drained)
            guard !hasPassed, segment.isTime || isFlushed else { return GST_PAD_PROBE_DROP }
            if !segment.isTime { beginAnyway(pad) }
            guard let event = gst_event_new_gap(segment.isTime ? segment.native.start : 0, .max) else {
                return GST_PAD_PROBE_DROP
            }
            // Nothing came since the flush (a seek behind this stream's end): the sink must not wait for it.
            gst_event_unref(cgst_probe_event(info))
            cgst_probe_set_event(info, event)
        default:
            break
        }
        return GST_PAD_PROBE_OK
    }
}

extension StreamGate.State {
    /// Takes the segment over, moved to where the item stands in the output.
    fileprivate mutating func adopt(_ original: StreamSegment) -> StreamSegment {
        guard original.isTime else { return original }
        segment = original.shifted(by: shift)
        owesMark = true
        reach.begin(with: segment, isMoved: shift != 0)
        // Where the stream changes midway its position goes on counting, whatever time the new one begins at.
        if !hasPassed || mapping == nil {
            mapping = StreamGate.Mapping(runningTime: segment.runningStart, mediaTime: segment.mediaStart)
        }
        return segment
    }
}
