internal import CGStreamer
internal import Dispatch
public import GLibLoop
internal import Synchronization

/// Makes calls into pipelines for the media loop, which waits for them, but not for ever.
///
/// Nearly always they return at once. But a pause and a flush of a PulseAudio sink ask its server, and wait 30 s for one that
/// hangs; a flushing seek waits for a read of a disk that does not answer. Each call has a thread of GLib's, which keeps some
/// at hand: a new one would cost a tenth of a millisecond. The first call that takes longer than the attendant is patient is
/// left to itself, and every call after it is not made: whoever is told gives up what was called.
@MediaActor
public final class Attendant {
    /// Whether a call did not return in time.
    public private(set) var hasGivenUp = false
    private let patience: Double
    private let givenUp: @Sendable @MediaActor () -> Void

    /// As many threads as there are calls; those that are done wait for the next one for a while.
    private static let threads = SpareThreads()

    /// What a call returned, for the loop that waits.
    private final class Reply<Value: Sendable>: Sendable {
        private let value = Mutex<Value?>(nil)
        private let isThere = DispatchSemaphore(value: 0)

        func set(_ new: Value) {
            value.withLock { $0 = new }
            isThere.signal()
        }

        func wait(seconds: Double) -> Value? {
            _ = isThere.wait(timeout: .now() + seconds)
            return value.withLock { $0 }
        }
    }

    /// Pointers on their way to another thread, one reference each; what they lead to is safe to call on any thread.
    private struct Parcel: @unchecked Sendable { let pointer: UnsafeMutableRawPointer }

    /// - Parameters:
    ///   - patience: seconds.
    ///   - givenUp: called on the loop, later, when a call did not return in time; once.
    public init(patience: Double = 1, givenUp: @escaping @Sendable @MediaActor () -> Void) {
        self.patience = patience
        self.givenUp = givenUp
    }

    /// Like ``Element/setState(_:)``.
    @discardableResult
    public func setState(_ element: Element, _ state: Element.State) -> Element.StateChange {
        let native = state.native
        return call(element.pointer, else: .failed) {
            Element.StateChange(gst_element_set_state($0.assumingMemoryBound(to: GstElement.self), native))
        }
    }

    /// Brings a pipeline to a state, and then settles parts of it and itself there, see ``Element/settle(_:)``.
    ///
    /// - Returns: how the change went, and whether the pipeline had been left waiting.
    public func setState(
        _ pipeline: Element, _ state: Element.State, settling parts: [Element]
    ) -> (change: Element.StateChange, wasLeftWaiting: Bool) {
        guard !hasGivenUp else { return (.failed, false) }
        let native = state.native
        let parts = parts.map { Parcel(pointer: gst_object_ref($0.pointer)) }
        return call(pipeline.pointer, else: (.failed, false)) {
            let pipeline = $0.assumingMemoryBound(to: GstElement.self)
            let change = Element.StateChange(gst_element_set_state(pipeline, native))
            // Parts first: the pipeline looks at them.
            for part in parts {
                cgst_settle_state(part.pointer.assumingMemoryBound(to: GstElement.self), native)
                gst_object_unref(part.pointer)
            }
            return (change, cgst_settle_state(pipeline, native) != 0)
        }
    }

    /// Like ``Element/syncStateWithParent()``.
    public func syncStateWithParent(_ element: Element) {
        call(element.pointer, else: ()) {
            _ = gst_element_sync_state_with_parent($0.assumingMemoryBound(to: GstElement.self))
        }
    }

    /// Begins to empty everything downstream of a sink pad.
    public func startFlush(_ pad: Pad) { send(pad) { gst_event_new_flush_start() } }

    /// Ends what ``startFlush(_:)`` began.
    public func stopFlush(_ pad: Pad) { send(pad) { gst_event_new_flush_stop(1) } }

    /// Like ``Pad/sendSeek(_:)``.
    public func sendSeek(_ seek: Seek, from pad: Pad) -> Bool {
        call(pad.pointer, else: false) {
            gst_pad_push_event($0.assumingMemoryBound(to: GstPad.self), seek.event()) != 0
        }
    }

    private func send(_ pad: Pad, _ event: @escaping @Sendable () -> UnsafeMutablePointer<GstEvent>?) {
        call(pad.pointer, else: ()) { _ = gst_pad_send_event($0.assumingMemoryBound(to: GstPad.self), event()) }
    }

    private func call<Value: Sendable>(
        _ object: UnsafeMutableRawPointer, else other: Value,
        _ body: @escaping @Sendable (UnsafeMutableRawPointer) -> Value
    ) -> Value {
        guard !hasGivenUp else { return other }
        let parcel = Parcel(pointer: gst_object_ref(object))
        let reply = Reply<Value>()
        Self.threads.run {
            reply.set(body(parcel.pointer))
            gst_object_unref(parcel.pointer)
        }
        if let value = reply.wait(seconds: patience) { return value }
        hasGivenUp = true
        MediaActor.post(givenUp)
        return other
    }
}
