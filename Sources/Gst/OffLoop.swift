internal import CGStreamer
internal import Dispatch
internal import GLibLoop
internal import Glibc
internal import Synchronization

/// GStreamer calls that may block and therefore never run on the media loop: opening devices, draining, tearing down.
///
/// Each is given something nobody else drives any more (or not yet), so no lock is shared with a live pipeline.
public enum OffLoop {
    /// For moments to come; what may block gets a thread.
    private static let clock = DispatchQueue(label: "mediad.off-loop", attributes: .concurrent)

    /// Pointers on their way to another thread; GObject reference counts are atomic and the element is idle meanwhile.
    private struct Parcel: @unchecked Sendable { let pointer: UnsafeMutableRawPointer }

    /// Changes the state of an element, or of a whole pipeline that is to open its files, and tells how it went, on the loop.
    @MediaActor
    public static func setState(
        _ element: Element, _ state: Element.State, then: @escaping @Sendable @MediaActor (Element.StateChange) -> Void
    ) {
        let parcel = Parcel(pointer: gst_object_ref(element.pointer))
        let native = state.native
        SideThread.run("off-loop") {
            let element = parcel.pointer.assumingMemoryBound(to: GstElement.self)
            var change = Element.StateChange.failed
            DisplayTurn.take(element) { change = Element.StateChange(gst_element_set_state(element, native)) }
            MediaActor.post {
                then(change)
                gst_object_unref(parcel.pointer)
            }
        }
    }

    /// Brings an element that was added to a running pipeline to that pipeline's state, which may open a file; `then` is called
    /// on the loop.
    @MediaActor
    public static func syncStateWithParent(_ element: Element, then: @escaping @Sendable @MediaActor () -> Void) {
        let parcel = Parcel(pointer: gst_object_ref(element.pointer))
        SideThread.run("off-loop") {
            gst_element_sync_state_with_parent(parcel.pointer.assumingMemoryBound(to: GstElement.self))
            MediaActor.post {
                then()
                gst_object_unref(parcel.pointer)
            }
        }
    }

    /// Calls something that may block, `seconds` from now, on another thread.
    static func later(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {
        clock.asyncAfter(deadline: .now() + seconds) { SideThread.run("off-loop", body) }
    }

    /// Sends an end of stream into `pad`; returns at once, the event travels with the sound.
    @MediaActor
    public static func sendEOS(into pad: Pad) {
        let parcel = Parcel(pointer: gst_object_ref(pad.pointer))
        SideThread.run("off-loop") {
            gst_pad_send_event(parcel.pointer.assumingMemoryBound(to: GstPad.self), gst_event_new_eos())
            gst_object_unref(parcel.pointer)
        }
    }

    /// Has the sink in a bin look at its window again and draw it: it asks the display.
    @MediaActor
    public static func redraw(_ bin: Element) {
        guard let overlay = cgst_video_overlay(bin.pointer) else { return }
        let parcel = Parcel(pointer: overlay)
        SideThread.run("off-loop") {
            cgst_redraw(parcel.pointer.assumingMemoryBound(to: GstElement.self))
            gst_object_unref(parcel.pointer)
        }
    }

    /// Takes a retired element to NULL and lets go of it; what hangs past `deadline` seconds is reported and left.
    ///
    /// - Parameters:
    ///   - hesitating: called on the loop when it has not stopped after a tenth of a second.
    ///   - overdue: called on another thread with the element's name.
    @MediaActor
    public static func tearDown(
        _ element: Element, deadline: Double = 5, hesitating: (@Sendable @MediaActor () -> Void)? = nil,
        overdue: @escaping @Sendable (String) -> Void
    ) {
        let parcel = Parcel(pointer: gst_object_ref(element.pointer))
        let name = element.name
        let isDone = DoneFlag()
        SideThread.run("off-loop") {
            let element = parcel.pointer.assumingMemoryBound(to: GstElement.self)
            // An element that was still opening may answer that it is down and be up again: what is dropped above NULL ends
            // the process with a critical, so it is asked again, and kept rather than dropped.
            for _ in 0..<5 {
                DisplayTurn.take(element) { gst_element_set_state(element, GST_STATE_NULL) }
                var state = GST_STATE_VOID_PENDING
                gst_element_get_state(element, &state, nil, 0)
                if state == GST_STATE_NULL {
                    isDone.set()
                    gst_object_unref(parcel.pointer)
                    Allocator.returnFreeMemory(beyond: 16 << 20)
                    return
                }
                usleep(10_000)
            }
            overdue(name)
            isDone.set()
        }
        if let hesitating {
            clock.asyncAfter(deadline: .now() + 0.1) {
                if !isDone.isSet { MediaActor.post(hesitating) }
            }
        }
        let watchdog = LoopWatchdog(isDone: isDone, name: name, overdue: overdue)
        clock.asyncAfter(deadline: .now() + deadline, execute: watchdog.item)
        isDone.onSet { watchdog.item.cancel() }
    }

    /// Gives back what playing needed, a second from now, when what is being torn down is down.
    public static func returnFreeMemory() { later(1) { Allocator.returnFreeMemory(beyond: 1 << 20) } }

    private final class DoneFlag: Sendable {
        private struct State {
            var isSet = false
            var action: (@Sendable () -> Void)?
        }
        private let state = Mutex(State())

        var isSet: Bool { state.withLock { $0.isSet } }

        func set() {
            let action = state.withLock { state in
                defer { state.action = nil }
                state.isSet = true
                return state.action
            }
            action?()
        }

        func onSet(_ action: @escaping @Sendable () -> Void) {
            let isSet = state.withLock { state in
                // Once only: what is kept here keeps this flag in turn.
                if !state.isSet { state.action = action }
                return state.isSet
            }
            if isSet { action() }
        }
    }

    /// A work item that may be cancelled from another thread: DispatchWorkItem's cancel is thread-safe.
    private struct LoopWatchdog: @unchecked Sendable {
        let item: DispatchWorkItem

        init(isDone: DoneFlag, name: String, overdue: @escaping @Sendable (String) -> Void) {
            item = DispatchWorkItem { if !isDone.isSet { overdue(name) } }
        }
    }
}
