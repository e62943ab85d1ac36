internal import CGStreamer
internal import GLibLoop
internal import Synchronization

/// Gives a PulseAudio sink a new stream on its server after every flush, and reports when a stream has lost its time.
///
/// A flush corks the stream and empties it. libpulse 16 then computes the stream's time from unsigned differences
/// that may be negative (`pa_smoother_2_get`, `time-smoother_2.c`), and `pa_stream_get_time`, which is monotonic,
/// keeps the enormous result as long as the stream exists. `pulsesink` relies on it and writes all following data
/// days ahead: there is no sound any more. PipeWire's PulseAudio clients use the same library. A new stream has a new
/// time.
///
/// `GstAudioBaseSink` releases its stream and acquires another one when its caps change. Therefore the caps that
/// reach the sink contain a meaningless number, which changes with each flush. Between flushes it stays the same, so
/// that items of the same format join without a gap.
///
/// A stream that was only corked, by a pause or by its server, rarely loses its time. The owner flushes when it is
/// notified.
///
/// The time is never read while the sink changes its stream: `pulsesink` (1.22) looks for the stream without a lock, and
/// reports one that was released meanwhile as a lost server (`gst_pulsesink_get_time`).
public final class StreamRenewal: Sendable {
    private struct State {
        var number: Int32 = 0
        var isFlushed = false
        /// Whether the present stream has lost its time and this was reported.
        var isLost = false
    }

    private static let field = "mediad-stream"
    /// In microseconds. No stream plays this far ahead, and no lost time is this small.
    private static let beyondDoubt = 3_600_000_000
    private let state = Mutex(State())
    /// Whether the sink may be changing its stream: from a new format until the first data after it. The lock is held
    /// while the time is read.
    private let isChangingStream = Mutex(false)
    /// The sink's own pad retains the renewal.
    private let sink: WeakElement
    /// The time of the attachment, in microseconds: no stream of the sink is older.
    private let begun = g_get_monotonic_time()
    private let timeLost: @Sendable () -> Void

    private init(_ sink: UnsafeMutablePointer<GstElement>, timeLost: @escaping @Sendable () -> Void) {
        self.sink = WeakElement(sink)
        self.timeLost = timeLost
    }

    /// Observes the data that enters the sink's pad.
    ///
    /// - Parameter timeLost: called on any thread, once per stream; it should only post.
    @MediaActor
    public static func attach(to sink: Element, timeLost: @escaping @Sendable () -> Void) -> StreamRenewal? {
        guard let pad = sink.pad("sink") else { return nil }
        let renewal = StreamRenewal(sink.pointer, timeLost: timeLost)
        let mask =
            GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
            | GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue
        gst_pad_add_probe(
            pad.pointer, GstPadProbeType(rawValue: mask), renewalProbe, Unmanaged.passRetained(renewal).toOpaque(),
            releaseContext)
        return renewal
    }

    /// Checks the stream's time soon after its start: a sink that lost it may accept no more data.
    @MediaActor
    public func lookSoon() {
        for delay in [0.05, 0.15] { OffLoop.later(delay) { [weak self] in self?.look() } }
    }

    func handle(_ pad: UnsafeMutablePointer<GstPad>, _ info: UnsafeMutablePointer<GstPadProbeInfo>) {
        if cgst_probe_type(info).rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0 {
            let isRenewed = renewIfFlushed(pad)
            // The sink is done with a format when data reaches it.
            isChangingStream.withLock { $0 = false }
            if !isRenewed { look() }
            return
        }
        guard let event = cgst_probe_event(info) else { return }
        switch cgst_event_type(event) {
        case GST_EVENT_FLUSH_STOP: state.withLock { $0.isFlushed = true }
        case GST_EVENT_GAP: renewIfFlushed(pad)
        case GST_EVENT_CAPS:
            isChangingStream.withLock { $0 = true }
            number(event, info)
        default: break
        }
    }

    /// Sends the sink a new format with the first data after a flush.
    ///
    /// - Returns: whether the format was sent.
    @discardableResult
    private func renewIfFlushed(_ pad: UnsafeMutablePointer<GstPad>) -> Bool {
        let isDue = state.withLock { state in
            guard state.isFlushed else { return false }
            state = State(number: state.number &+ 1)
            return true
        }
        guard isDue, let caps = gst_pad_get_current_caps(pad) else { return false }
        // The probe adds the new number to the caps.
        gst_pad_send_event(pad, gst_event_new_caps(caps))
        gst_caps_unref(caps)
        return true
    }

    /// Adds the stream's number to the caps.
    private func number(_ event: UnsafeMutablePointer<GstEvent>, _ info: UnsafeMutablePointer<GstPadProbeInfo>) {
        var caps: UnsafeMutablePointer<GstCaps>?
        gst_event_parse_caps(event, &caps)
        guard let caps, let copy = gst_caps_copy(caps) else { return }
        defer { gst_caps_unref(copy) }
        cgst_caps_set_int(copy, Self.field, state.withLock { $0.number })
        guard let numbered = gst_event_new_caps(copy) else { return }
        gst_event_set_seqnum(numbered, gst_event_get_seqnum(event))
        cgst_probe_set_event(info, numbered)
        gst_event_unref(event)
    }

    /// Checks the time of the stream; may wait for the sink's connection.
    func look() {
        let played = sink.with { sink in isChangingStream.withLock { $0 ? .max : cgst_played_time(sink) } } ?? .max
        let oldest = UInt64(max(0, g_get_monotonic_time() - begun + Self.beyondDoubt))
        guard played != .max, played / 1_000 > oldest else { return }
        let isNew = state.withLock { state in
            defer { state.isLost = true }
            return !state.isLost && !state.isFlushed
        }
        if isNew { timeLost() }
    }
}
