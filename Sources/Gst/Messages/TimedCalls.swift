internal import CGStreamer
public import GLibLoop
public import GstElements
internal import GstWorkarounds
internal import Synchronization

/// Calls into pipelines on behalf of the media loop, which waits for the results, but only for a limited time.
///
/// The calls nearly always return at once. But pausing and flushing a PulseAudio sink send requests to its server,
/// and wait 30 s if it hangs; a flushing seek waits for a read from a disk that does not respond. Each call runs on a
/// thread of GLib's pool, which keeps idle threads: a new one would take a tenth of a millisecond. The first call
/// that exceeds the patience is abandoned, and no further calls are made. The owner must then give up the
/// called element.
@MediaActor
public final class TimedCalls {
    /// Whether a call did not return in time.
    public private(set) var hasGivenUp = false
    /// Waits until the call has returned that did not in time; nil if there is none. Blocks.
    public private(set) var waitForLeftCall: (@Sendable () -> Void)?
    private let patience: Double
    private let givenUp: @Sendable @MediaActor () -> Void

    /// The result of a call, for the loop that waits for it.
    private final class Reply<Value: Sendable>: Sendable {
        private let value = Mutex<Value?>(nil)
        private let isThere = Notice()

        func set(_ new: Value) {
            value.withLock { $0 = new }
            isThere.give()
        }

        func wait(seconds: Double) -> Value? {
            _ = isThere.isGiven(within: seconds)
            return value.withLock { $0 }
        }

        /// Only after ``wait(seconds:)`` returned nothing.
        func wait() { isThere.wait() }
    }

    /// A pointer that is passed to another thread with its own reference. Its target can be called on any thread.
    private struct Parcel: @unchecked Sendable { let pointer: UnsafeMutableRawPointer }

    /// - Parameters:
    ///   - patience: in seconds.
    ///   - givenUp: called once, later on the loop, when a call did not return in time.
    public init(patience: Double = 1, givenUp: @escaping @Sendable @MediaActor () -> Void) {
        self.patience = patience
        self.givenUp = givenUp
    }

    /// Makes no further calls, as if one had not returned.
    public func giveUp() {
        guard !hasGivenUp else { return }
        hasGivenUp = true
        MediaActor.post(givenUp)
    }

    /// Like ``Element/setState(_:)``.
    @discardableResult
    public func setState(_ element: Element, _ state: Element.State) -> Element.StateChange {
        let native = state.native
        return call(element.pointer, else: .failed) {
            Element.StateChange(gst_element_set_state($0.assumingMemoryBound(to: GstElement.self), native))
        }
    }

    /// Sets the state of a pipeline, and then settles some of its parts and the pipeline itself, see
    /// ``BinState/settle(_:in:)``.
    ///
    /// - Returns: the result of the change, and whether the pipeline had been left waiting.
    @discardableResult
    public func setState(
        _ pipeline: Element, _ state: Element.State, settling parts: [Element]
    ) -> (change: Element.StateChange, wasLeftWaiting: Bool) {
        guard !hasGivenUp else { return (.failed, false) }
        let native = state.native
        let parts = parts.map { Parcel(pointer: gst_object_ref($0.pointer)) }
        return call(pipeline.pointer, else: (.failed, false)) {
            let pipeline = $0.assumingMemoryBound(to: GstElement.self)
            let change = Element.StateChange(gst_element_set_state(pipeline, native))
            // Parts first, because the pipeline examines them.
            for part in parts {
                BinState.settle(part.pointer.assumingMemoryBound(to: GstElement.self), in: native)
                gst_object_unref(part.pointer)
            }
            return (change, BinState.settle(pipeline, in: native))
        }
    }

    /// Like ``Element/syncStateWithParent()``.
    public func syncStateWithParent(_ element: Element) {
        call(element.pointer, else: ()) {
            _ = gst_element_sync_state_with_parent($0.assumingMemoryBound(to: GstElement.self))
        }
    }

    /// Like ``Element/remove(_:)``, which waits for the locks of everything in the child.
    public func remove(_ child: Element, from bin: Element) {
        guard !hasGivenUp else { return }
        let child = Parcel(pointer: gst_object_ref(child.pointer))
        call(bin.pointer, else: ()) {
            gst_bin_remove(cgst_bin($0), child.pointer.assumingMemoryBound(to: GstElement.self))
            gst_object_unref(child.pointer)
        }
    }

    /// Starts flushing everything downstream of a sink pad.
    public func startFlush(_ pad: Pad) { send(pad) { gst_event_new_flush_start() } }

    /// Stops the flush that ``startFlush(_:)`` started.
    public func stopFlush(_ pad: Pad) { send(pad) { gst_event_new_flush_stop(1) } }

    /// Like ``Pad/sendSeek(_:)``.
    ///
    /// - Parameter growing: what waits at the end of the file that the seek searches.
    public func sendSeek(_ seek: Seek, from pad: Pad, in growing: GrowingRead? = nil) -> Bool {
        call(pad.pointer, else: false) { pad in
            let send = { gst_pad_push_event(pad.assumingMemoryBound(to: GstPad.self), seek.event()) != 0 }
            return growing?.seek(send) ?? send()
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
        SideThread.borrow("timed call") {
            reply.set(body(parcel.pointer))
            gst_object_unref(parcel.pointer)
        }
        if let value = reply.wait(seconds: patience) { return value }
        waitForLeftCall = { reply.wait() }
        giveUp()
        return other
    }
}
