internal import CGStreamer
internal import GLibLoop
internal import Glibc
public import GstElements
internal import GstWorkarounds
internal import Synchronization

extension OffLoop {
    /// A pointer that is passed to another thread. GObject reference counts are atomic, and the element is idle
    /// meanwhile.
    private struct Parcel: @unchecked Sendable { let pointer: UnsafeMutableRawPointer }

    /// Changes the state of an element, or of a whole pipeline that opens its files, and reports the result on the
    /// loop.
    @MediaActor
    public static func setState(
        _ element: Element, _ state: Element.State, then: @escaping @Sendable @MediaActor (Element.StateChange) -> Void
    ) {
        let parcel = Parcel(pointer: gst_object_ref(element.pointer))
        let native = state.native
        SideThread.borrow("off-loop") {
            let element = parcel.pointer.assumingMemoryBound(to: GstElement.self)
            var change = Element.StateChange.failed
            DisplayTurn.take(element) { change = Element.StateChange(gst_element_set_state(element, native)) }
            MediaActor.post {
                then(change)
                gst_object_unref(parcel.pointer)
            }
        }
    }

    /// Syncs the state of an element that was added to a running pipeline, which may open a file. `then` is called on
    /// the loop.
    @MediaActor
    public static func syncStateWithParent(_ element: Element, then: @escaping @Sendable @MediaActor () -> Void) {
        let parcel = Parcel(pointer: gst_object_ref(element.pointer))
        SideThread.borrow("off-loop") {
            gst_element_sync_state_with_parent(parcel.pointer.assumingMemoryBound(to: GstElement.self))
            MediaActor.post {
                then()
                gst_object_unref(parcel.pointer)
            }
        }
    }

    /// Starts GStreamer, unless it was started before, and calls `then` on the loop. Where the plugins have never been
    /// scanned, or have changed, that takes seconds.
    @MediaActor
    public static func startGStreamer(then: @escaping @Sendable @MediaActor () -> Void) {
        guard gst_is_initialized() == 0 else { return then() }
        SideThread.borrow("off-loop") {
            // Whoever needs GStreamer calls this again, and reports the error.
            try? Gst.initialize()
            MediaActor.post(then)
        }
    }

    /// Sends an end of stream into `pad`. Returns at once; the event travels with the data.
    @MediaActor
    public static func sendEOS(into pad: Pad) {
        let parcel = Parcel(pointer: gst_object_ref(pad.pointer))
        SideThread.borrow("off-loop") {
            gst_pad_send_event(parcel.pointer.assumingMemoryBound(to: GstPad.self), gst_event_new_eos())
            gst_object_unref(parcel.pointer)
        }
    }

    /// Draws a pipeline in the language of Graphviz, and calls `then` on another thread: the elements are asked for their
    /// properties, and a sink may ask its server for them. While that does not respond, nothing follows.
    @MediaActor
    public static func draw(_ pipeline: Element, then: @escaping @Sendable (String) -> Void) {
        let parcel = Parcel(pointer: gst_object_ref(pipeline.pointer))
        SideThread.borrow("off-loop") {
            if let text = gst_debug_bin_to_dot_data(cgst_bin(parcel.pointer), GST_DEBUG_GRAPH_SHOW_ALL) {
                then(String(cString: text))
                g_free(text)
            }
            gst_object_unref(parcel.pointer)
        }
    }

    /// Makes the sink in a bin query its window again and redraw it, which sends requests to the display.
    @MediaActor
    public static func redraw(_ bin: Element) {
        guard let overlay = cgst_video_overlay(bin.pointer) else { return }
        let parcel = Parcel(pointer: overlay)
        SideThread.borrow("off-loop") {
            cgst_redraw(parcel.pointer.assumingMemoryBound(to: GstElement.self))
            gst_object_unref(parcel.pointer)
        }
    }

    /// Sets a retired element to NULL and releases it. An element that hangs longer than `deadline` seconds is
    /// reported and abandoned.
    ///
    /// - Parameters:
    ///   - bin: a bin from which the element is removed first. This may hang, too: it waits for the locks of everything
    ///     in the element. pulsesink (1.22) keeps its own for ever if the server is gone when it starts.
    ///   - leftCall: waits for a call into the element that has not returned, see ``TimedCalls/waitForLeftCall``. A
    ///     demuxer that seeks keeps no references to the pads that it loses meanwhile (`matroskademux` 1.22).
    ///   - hesitating: called on the loop if the element has not stopped after a tenth of a second.
    ///   - overdue: called on another thread with the element's name.
    @MediaActor
    public static func tearDown(
        _ element: Element, outOf bin: Element? = nil, deadline: Double = 5,
        after leftCall: (@Sendable () -> Void)? = nil,
        hesitating: (@Sendable @MediaActor () -> Void)? = nil, overdue: @escaping @Sendable (String) -> Void
    ) {
        let parcel = Parcel(pointer: gst_object_ref(element.pointer))
        let bin = bin.map { Parcel(pointer: gst_object_ref($0.pointer)) }
        let name = element.name
        let isDone = DoneFlag()
        SideThread.borrow("off-loop") {
            let element = parcel.pointer.assumingMemoryBound(to: GstElement.self)
            if let bin {
                gst_bin_remove(cgst_bin(bin.pointer), element)
                gst_object_unref(bin.pointer)
            }
            if let leftCall {
                SourceStop.stop(in: element)
                leftCall()
            }
            if let hesitating {
                clock.post(after: 0.1) {
                    if !isDone.isSet { MediaActor.post(hesitating) }
                }
            }
            QueueStop.install(in: element)
            // An element that was still opening may report NULL and then continue to open. Releasing it above NULL
            // ends the process with a critical, so the state is set again, and the element is kept if necessary.
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
        let watchdog = LoopSource.timer(on: clock, at: MonotonicClock.microseconds + Int64(deadline * 1e6)) {
            if !isDone.isSet { overdue(name) }
        }
        isDone.onSet { watchdog.cancel() }
    }

    /// Returns memory that is not in use to the system: on a thread of its own, which does not wait for more work.
    public static func returnFreeMemory() {
        SideThread.run("off-loop") { Allocator.returnFreeMemory(beyond: 1 << 20) }
    }

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
                // Called only once, because the stored closure retains this flag.
                if !state.isSet { state.action = action }
                return state.isSet
            }
            if isSet { action() }
        }
    }
}
