internal import CGStreamer
internal import GLibLoop
public import GstElements
internal import Synchronization

extension Workaround {
    static let streamRenewal = Workaround("lost time of a stream", in: .libpulse)
}

/// Gives a PulseAudio sink a new stream on its server after every flush, and reports when a stream has lost its time.
///
/// - Component: libpulse (`pa_smoother_2_get`, time-smoother_2.c; `pa_stream_get_time`). PipeWire's PulseAudio clients use the
///   same library.
/// - Versions: measured with 16.1. The file is used since 16.0. 17.0 repairs one of its unsigned differences; three others are
///   still there in the newest source (July 2026).
/// - Upstream: merge request 764 (c3eae5d00, in 17.0) for the one; docs/upstream/libpulse-stream-time.md for the others.
/// - Without it: a flush corks the stream and empties it. libpulse then computes the stream's time from unsigned differences that
///   may be negative, and `pa_stream_get_time`, which is monotonic, keeps the enormous result as long as the stream exists.
///   `pulsesink` relies on it and writes all following data days ahead: there is no sound any more.
/// - Test: `StreamRenewalTests`
///
/// A new stream has a new time. `GstAudioBaseSink` releases its stream and acquires another one when its caps change. Therefore
/// the caps that reach the sink contain a meaningless number, which changes with each flush. Between flushes it stays the same,
/// so that items of the same format join without a gap.
///
/// A stream that was only corked, by a pause or by its server, rarely loses its time. The owner flushes when it is
/// notified.
///
/// The time is never read while the sink changes its stream: `pulsesink` (1.22.0, and the same in 1.29.2) looks for the stream
/// without a lock, and reports one that was released meanwhile as a lost server (`gst_pulsesink_get_time`).
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
        guard Workaround.streamRenewal.isOn else { return renewal }
        pad.pointer.observe([.buffers, .events, .flushes]) { renewal.note($0) }
        return renewal
    }

    /// Checks the stream's time soon after its start: a sink that lost it may accept no more data.
    @MediaActor
    public func lookSoon() {
        for delay in [0.05, 0.15] { OffLoop.later(delay) { [weak self] in self?.look() } }
    }

    private func note(_ passing: PassingData) {
        if passing.buffer != nil {
            let isRenewed = renewIfFlushed(passing.pad)
            // The sink is done with a format when data reaches it.
            isChangingStream.withLock { $0 = false }
            if !isRenewed { look() }
            return
        }
        guard let event = passing.event else { return }
        switch cgst_event_type(event) {
        case GST_EVENT_FLUSH_STOP: state.withLock { $0.isFlushed = true }
        case GST_EVENT_GAP: renewIfFlushed(passing.pad)
        case GST_EVENT_CAPS:
            isChangingStream.withLock { $0 = true }
            number(event, passing)
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
    private func number(_ event: UnsafeMutablePointer<GstEvent>, _ passing: PassingData) {
        var caps: UnsafeMutablePointer<GstCaps>?
        gst_event_parse_caps(event, &caps)
        guard let caps, let copy = gst_caps_copy(caps) else { return }
        defer { gst_caps_unref(copy) }
        cgst_caps_set_int(copy, Self.field, state.withLock { $0.number })
        guard let numbered = gst_event_new_caps(copy) else { return }
        gst_event_set_seqnum(numbered, gst_event_get_seqnum(event))
        passing.replace(event, by: numbered)
    }

    /// Checks the time of the stream; may wait for the sink's connection.
    package func look() {
        let played = sink.with { sink in isChangingStream.withLock { $0 ? .max : playedTime(of: sink) } } ?? .max
        let oldest = UInt64(max(0, g_get_monotonic_time() - begun + Self.beyondDoubt))
        guard played != .max, played / 1_000 > oldest else { return }
        let isNew = state.withLock { state in
            defer { state.isLost = true }
            return !state.isLost && !state.isFlushed
        }
        if isNew { timeLost() }
    }
}

/// How much of a sink's stream its server has played, in nanoseconds; `GST_CLOCK_TIME_NONE` if there is no stream.
///
/// Not by way of `gst_element_provide_clock`: it waits for the ring buffer while it holds the lock of the sink, and a ring buffer
/// that finds its server gone waits for the sink, to report that, while it holds its own (``Workaround/audioDeadlock``).
private func playedTime(of element: UnsafeMutablePointer<GstElement>) -> GstClockTime {
    let instance = UnsafeMutableRawPointer(element).assumingMemoryBound(to: GTypeInstance.self)
    guard g_type_check_instance_is_a(instance, gst_audio_base_sink_get_type()) != 0 else { return .max }
    let sink = UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstAudioBaseSink.self)
    g_mutex_lock(&element.pointee.object.lock)
    // Kept for the clock, which asks it: the sink lets it go when its device is closed.
    let buffer = sink.pointee.ringbuffer.flatMap { gst_object_ref($0) }
    let clock = sink.pointee.provided_clock.flatMap { gst_object_ref($0) }
    g_mutex_unlock(&element.pointee.object.lock)
    defer {
        if let clock { gst_object_unref(clock) }
        if let buffer { gst_object_unref(buffer) }
    }
    guard buffer != nil, let clock,
        g_type_check_instance_is_a(clock.assumingMemoryBound(to: GTypeInstance.self), gst_audio_clock_get_type()) != 0
    else { return .max }
    return gst_audio_clock_get_time(clock.assumingMemoryBound(to: GstAudioClock.self))
}
