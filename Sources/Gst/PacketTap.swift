internal import CGStreamer
internal import GLibLoop
internal import Synchronization

/// Hands out everything a stream brings since the last seek, on the thread that brings it, and lets only flushes pass.
///
/// A sink behind it would refuse events while it is flushed (`GstBaseSink` answers no to them), and a demuxer that just
/// then tells it what comes takes that for an error and ends.
///
/// The seek is known by its flush: tag readers (id3demux over HTTP) send a seek on under a sequence number of their own.
public final class PacketTap: Sendable {
    public enum Event: Sendable {
        /// There is data at all, before any seek. Sought earlier, a demuxer may take what it comes to for the item's beginning
        /// (matroskademux 1.22 defers such a seek, and all later ones go wrong by its time).
        case began
        case packet(Packet)
        /// What the container says of the stream or of itself; it goes into the file as it is.
        case tags(PacketTags)
        case ended
    }

    private struct State {
        var segment = StreamSegment()
        var caps: CapsReference?
        /// What comes before the flush of the seek that is awaited is from before it.
        var awaitsFlush = true
        var isFlowing = false
        var hasBegun = false
        /// Which seek ``isFlowing`` speaks of.
        var epoch = 0
    }

    private let state = Mutex(State())
    private let body: @Sendable (_ epoch: Int, Event) -> Void

    private init(_ body: @escaping @Sendable (_ epoch: Int, Event) -> Void) { self.body = body }

    /// - Parameters:
    ///   - pad: where the stream leaves its source.
    ///   - body: called on streaming threads; while it waits, the stream waits. It hears which seek brought it.
    @MediaActor
    public static func attach(
        to pad: Pad, _ body: @escaping @Sendable (_ epoch: Int, Event) -> Void
    ) -> PacketTap {
        let tap = PacketTap(body)
        let mask =
            GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
            | GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue
        gst_pad_add_probe(
            pad.pointer, GstPadProbeType(rawValue: mask), packetProbe, Unmanaged.passRetained(tap).toOpaque(),
            releaseContext)
        return tap
    }

    /// Hands out only what the next seek brings; before that is sent.
    public func awaitSeek(epoch: Int) {
        state.withLock { state in
            state.epoch = epoch
            state.awaitsFlush = true
            state.isFlowing = false
        }
    }

    func saw(_ info: UnsafeMutablePointer<GstPadProbeInfo>) -> GstPadProbeReturn {
        if cgst_probe_type(info).rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0 {
            begin()
            guard let buffer = cgst_probe_buffer(info) else { return GST_PAD_PROBE_DROP }
            let seen: (epoch: Int, packet: Packet)? = state.withLock { state in
                guard state.isFlowing, let caps = state.caps else { return nil }
                return (state.epoch, Packet(buffer, caps.pointer, in: state.segment))
            }
            if let seen { body(seen.epoch, .packet(seen.packet)) }
            return GST_PAD_PROBE_DROP
        }
        guard let event = cgst_probe_event(info) else { return GST_PAD_PROBE_OK }
        saw(event)
        let type = cgst_event_type(event)
        guard type != GST_EVENT_FLUSH_START, type != GST_EVENT_FLUSH_STOP else { return GST_PAD_PROBE_OK }
        // Not dropped: what is dropped is sent again with every buffer. Who handles an event owns it.
        gst_event_unref(event)
        return GST_PAD_PROBE_HANDLED
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

/// Unchecked: counted atomically, never changed.
private final class CapsReference: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<GstCaps>

    init(_ pointer: UnsafeMutablePointer<GstCaps>) {
        gst_caps_ref(pointer)
        self.pointer = pointer
    }

    deinit { gst_caps_unref(pointer) }
}
