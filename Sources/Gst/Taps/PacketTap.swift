internal import CGStreamer
internal import GLibLoop
internal import Synchronization

/// Passes on everything that a stream has delivered since the last seek, on its thread, and lets only flushes through.
///
/// A sink after it would refuse events during a flush (`GstBaseSink` returns false), and a demuxer that sends events
/// at that time would treat the refusal as an error and stop.
///
/// The seek is recognised by its flush: tag readers (id3demux over HTTP) forward a seek with a different sequence
/// number.
public final class PacketTap: Sendable {
    public enum Event: Sendable {
        /// There is data, before any seek. After an earlier seek, a demuxer may treat the data at the target as the
        /// start of the item (matroskademux 1.22 postpones such a seek, and all later seeks are off by its time).
        case began
        case packet(Packet)
        /// Tags of the stream or the container, which are written to the file unchanged.
        case tags(PacketTags)
        case ended
    }

    private struct State {
        var segment = StreamSegment()
        var caps: CapsReference?
        /// Whether a flush is pending: data before it precedes the seek.
        var awaitsFlush = true
        var isFlowing = false
        var hasBegun = false
        /// The seek that ``isFlowing`` refers to.
        var epoch = 0
    }

    private let state = Mutex(State())
    private let body: @Sendable (_ epoch: Int, Event) -> Void

    private init(_ body: @escaping @Sendable (_ epoch: Int, Event) -> Void) { self.body = body }

    /// - Parameters:
    ///   - pad: the pad where the stream leaves its source.
    ///   - body: called on streaming threads, with the seek that the event belongs to. The stream waits while it runs.
    @MediaActor
    public static func attach(
        to pad: Pad, _ body: @escaping @Sendable (_ epoch: Int, Event) -> Void
    ) -> PacketTap {
        let tap = PacketTap(body)
        pad.pointer.filter([.buffers, .events, .flushes]) { tap.saw($0) }
        return tap
    }

    /// Passes on only the data after the next seek. Must be called before that seek is sent.
    public func awaitSeek(epoch: Int) {
        state.withLock { state in
            state.epoch = epoch
            state.awaitsFlush = true
            state.isFlowing = false
        }
    }

    func saw(_ passing: PassingData) -> PadVerdict {
        if passing.buffer != nil {
            begin()
            guard let buffer = passing.buffer else { return .drop }
            let seen: (epoch: Int, packet: Packet)? = state.withLock { state in
                guard state.isFlowing, let caps = state.caps else { return nil }
                return (state.epoch, Packet(buffer, caps.pointer, in: state.segment))
            }
            if let seen { body(seen.epoch, .packet(seen.packet)) }
            return .drop
        }
        guard let event = passing.event else { return .pass }
        saw(event)
        let type = cgst_event_type(event)
        guard type != GST_EVENT_FLUSH_START, type != GST_EVENT_FLUSH_STOP else { return .pass }
        // Not dropped, because dropped events are sent again with every buffer. The handler owns the event.
        gst_event_unref(event)
        return .handled
    }

    private func begin() {
        let isFirst = state.withLock { state in
            defer { state.hasBegun = true }
            return !state.hasBegun
        }
        if isFirst { body(0, .began) }
    }

    private func saw(_ event: UnsafeMutablePointer<GstEvent>) {
        switch cgst_event_type(event) {
        case GST_EVENT_CAPS:
            var caps: UnsafeMutablePointer<GstCaps>?
            gst_event_parse_caps(event, &caps)
            let reference = caps.map(CapsReference.init)
            state.withLock { $0.caps = reference }
        case GST_EVENT_SEGMENT:
            let segment = StreamSegment(of: event)
            state.withLock { state in
                state.segment = segment
                state.isFlowing = !state.awaitsFlush
            }
        case GST_EVENT_FLUSH_STOP:
            state.withLock { $0.awaitsFlush = false }
        case GST_EVENT_TAG:
            body(state.withLock { $0.epoch }, .tags(PacketTags(event)))
        case GST_EVENT_EOS:
            begin()
            if let epoch = state.withLock({ $0.isFlowing ? $0.epoch : nil }) { body(epoch, .ended) }
        default: break
        }
    }
}

/// `@unchecked`: counted atomically and never modified.
private final class CapsReference: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<GstCaps>

    init(_ pointer: UnsafeMutablePointer<GstCaps>) {
        gst_caps_ref(pointer)
        self.pointer = pointer
    }

    deinit { gst_caps_unref(pointer) }
}
