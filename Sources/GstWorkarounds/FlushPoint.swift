internal import CGStreamer
internal import GLibLoop
public import GstElements
internal import Synchronization

extension Workaround {
    static let flushPoint = Workaround("refused events during a flush", in: .gstreamer)
}

/// Makes a sink pad where flushes begin tell a flush from a failure.
///
/// - Component: the core of GStreamer (`gst_pad_send_event_unchecked`).
/// - Versions: seen with 1.22.0; the code is the same in 1.29.2.
/// - Upstream: none found.
/// - Without it: a flush of a whole stream stops its source first. Where only the end of a stream is flushed
///   (`TimedCalls.startFlush`), the thread above goes on, and an event that it sends may be refused further down, because that is
///   flushing. The refusal of any event but a format counts as `GST_FLOW_ERROR`, which ends the item as damaged. While a flush
///   runs here, a refusal is `GST_FLOW_FLUSHING`, as it is for a frame.
/// - Test: `FlushPointTests`
public final class FlushPoint: Sendable {
    /// The element's own function.
    private let event: GstPadEventFunction
    /// The pad's own flag is of no use: it ends before the flush of what follows.
    private let isFlushing = Atomic(false)

    private init(_ event: @escaping GstPadEventFunction) { self.event = event }

    /// - Parameter pad: a sink pad whose element has set its function of events, without data of its own.
    @MediaActor
    public static func attach(to pad: Pad) {
        let pad = pad.pointer
        guard Workaround.flushPoint.isOn, let event = pad.pointee.eventfunc, pad.pointee.eventdata == nil else {
            return
        }
        gst_pad_set_event_full_function_full(
            pad, Self.handler, Unmanaged.passRetained(FlushPoint(event)).toOpaque(), releaseContext)
    }

    private static let handler: GstPadEventFullFunction = { pad, parent, event in
        guard let pad, let event, let data = pad.pointee.eventdata else { return GST_FLOW_ERROR }
        return Unmanaged<FlushPoint>.fromOpaque(data).takeUnretainedValue().handle(event, pad, parent)
    }

    private func handle(
        _ event: UnsafeMutablePointer<GstEvent>, _ pad: UnsafeMutablePointer<GstPad>,
        _ parent: UnsafeMutablePointer<GstObject>?
    ) -> GstFlowReturn {
        let type = cgst_event_type(event)
        if type == GST_EVENT_FLUSH_START { isFlushing.store(true, ordering: .sequentiallyConsistent) }
        let isTaken = self.event(pad, parent, event) != 0
        // The lock of the stream is held: no other event is on its way.
        if type == GST_EVENT_FLUSH_STOP { isFlushing.store(false, ordering: .sequentiallyConsistent) }
        if isTaken { return GST_FLOW_OK }
        if isFlushing.load(ordering: .sequentiallyConsistent) { return GST_FLOW_FLUSHING }
        return type == GST_EVENT_CAPS ? GST_FLOW_NOT_NEGOTIATED : GST_FLOW_ERROR
    }
}
