package import CGStreamer
public import GLibLoop

/// A GStreamer element, bin or pipeline, held by one reference.
@MediaActor
public final class Element {
    /// Reference counts are atomic: `deinit` may run on any thread and only releases the reference.
    package nonisolated(unsafe) let pointer: UnsafeMutablePointer<GstElement>

    /// Takes over a floating or full reference.
    package init(adopting pointer: UnsafeMutablePointer<GstElement>) {
        self.pointer = pointer
        // Sinking takes over a floating reference; on a full one it would add a second.
        if g_object_is_floating(pointer) != 0 { gst_object_ref_sink(pointer) }
    }

    /// Adds a reference.
    package init(borrowing pointer: UnsafeMutablePointer<GstElement>) {
        gst_object_ref(pointer)
        self.pointer = pointer
    }

    deinit { gst_object_unref(pointer) }

    /// - Throws: ``GstFailure`` with the name of the missing element.
    public init(_ factory: String, name: String? = nil) throws(GstFailure) {
        guard let pointer = gst_element_factory_make(factory, name) else {
            throw GstFailure(message: "the GStreamer element \(factory) is not installed")
        }
        gst_object_ref_sink(pointer)
        self.pointer = pointer
    }

    /// An empty pipeline.
    public static func pipeline(name: String) -> Element {
        guard let pointer = gst_pipeline_new(name) else { preconditionFailure("GStreamer is not initialised") }
        return Element(adopting: pointer)
    }

    /// An empty bin.
    public static func bin(name: String) -> Element {
        guard let pointer = gst_bin_new(name) else { preconditionFailure("GStreamer is not initialised") }
        return Element(adopting: pointer)
    }

    /// Creates a bin from a `gst-launch` description, with ghost pads for its unlinked pads.
    ///
    /// - Throws: ``GstFailure`` with the parser's message.
    public static func bin(describedBy text: String) throws(GstFailure) -> Element {
        Element(adopting: try parse(text))
    }

    /// The same on any thread. The caller owns the reference.
    package nonisolated static func parse(_ text: String) throws(GstFailure) -> UnsafeMutablePointer<GstElement> {
        var error: UnsafeMutablePointer<GError>?
        let pointer = gst_parse_bin_from_description(text, 1, &error)
        let message = GstFailure.message(taking: error)
        guard let pointer, message == nil else {
            if let pointer { gst_object_unref(pointer) }
            throw GstFailure(message: message ?? "the bin description \"\(text)\" is empty")
        }
        return pointer
    }

    /// The element's name, which never changes. Read without the element's lock: a call that hangs may keep it.
    public var name: String { cgst_object(pointer).pointee.name.map { String(cString: $0) } ?? "" }

    /// The name of the factory; empty for plain bins.
    public var factoryName: String { String(cString: cgst_element_factory_name(pointer)) }

    /// What the element is according to its factory, such as `Codec/Demuxer`; empty without a factory.
    public var factoryClass: String { Self.factoryClass(of: pointer) }

    /// The same on any thread.
    package nonisolated static func factoryClass(of element: UnsafeMutablePointer<GstElement>) -> String {
        guard let factory = gst_element_get_factory(element),
            let text = gst_element_factory_get_metadata(factory, "klass")
        else { return "" }
        return String(cString: text)
    }

    /// The identity to compare message sources with.
    public var identity: ObjectIdentity { ObjectIdentity(pointer) }

    // MARK: Properties

    public func has(_ property: String) -> Bool { cgst_has_property(pointer, property) != 0 }
    public func set(_ property: String, _ value: Bool) { cgst_set_bool(pointer, property, value ? 1 : 0) }
    public func set(_ property: String, int value: Int32) { cgst_set_int(pointer, property, value) }
    public func set(_ property: String, uint64 value: UInt64) { cgst_set_uint64(pointer, property, guint64(value)) }
    public func set(_ property: String, int64 value: Int64) { cgst_set_int64(pointer, property, gint64(value)) }
    public func set(_ property: String, _ value: Double) { cgst_set_double(pointer, property, value) }
    public func set(_ property: String, _ value: String) { cgst_set_string(pointer, property, value) }
    public func set(_ property: String, element: Element?) { cgst_set_pointer(pointer, property, element?.pointer) }
    public func set(_ property: String, pad: Pad) { cgst_set_pointer(pointer, property, pad.pointer) }
    public func set(_ property: String, caps: String) {
        let caps = gst_caps_from_string(caps)
        cgst_set_pointer(pointer, property, UnsafeMutableRawPointer(caps))
        if let caps { gst_caps_unref(caps) }
    }
    /// Sets any property from text; enumerations and flags by their nicknames.
    public func set(_ property: String, text: String) {
        gst_util_set_object_arg(UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GObject.self), property, text)
    }
    package func set(_ property: String, uint value: UInt32) {
        cgst_set_int(pointer, property, gint(bitPattern: value))
    }
    package func uint(_ property: String) -> UInt32 { cgst_get_uint(pointer, property) }
    public func bool(_ property: String) -> Bool { cgst_get_bool(pointer, property) != 0 }

    // MARK: Bins

    public func add(_ children: Element...) {
        for child in children { gst_bin_add(cgst_bin(pointer), child.pointer) }
    }

    /// Removes the child from the bin. It lives on while there are other references to it.
    public func remove(_ child: Element) { gst_bin_remove(cgst_bin(pointer), child.pointer) }

    /// All elements in the bin at any depth; only the element itself if it is not a bin.
    public var descendants: [Element] {
        guard cgst_is_bin(pointer) != 0, let iterator = gst_bin_iterate_recurse(cgst_bin(pointer)) else {
            return [self]
        }
        defer { gst_iterator_free(iterator) }
        var found: [Element] = []
        var value = GValue()
        while true {
            switch gst_iterator_next(iterator, &value) {
            case GST_ITERATOR_OK:
                if let object = g_value_get_object(&value) { found.append(Element(borrowing: cgst_element(object))) }
                g_value_reset(&value)
            case GST_ITERATOR_RESYNC:
                // A streaming thread has changed the bin in the meantime: elements may have been added or removed.
                gst_iterator_resync(iterator)
                found = []
            default:
                g_value_unset(&value)
                return found
            }
        }
    }

    /// The element with this name in the bin.
    public func child(named name: String) -> Element? {
        gst_bin_get_by_name(cgst_bin(pointer), name).map { Element(adopting: $0) }
    }

    /// Links the elements in sequence, source to sink pads.
    public static func link(_ elements: Element...) throws(GstFailure) {
        for (upstream, downstream) in zip(elements, elements.dropFirst())
        where gst_element_link(upstream.pointer, downstream.pointer) == 0 {
            throw GstFailure(message: "\(upstream.name) does not link to \(downstream.name)")
        }
    }

    /// Links a device. Compares only the template caps, without a query to the device (see ``Pad/linkUnasked(to:)``).
    public static func link(_ upstream: Element, toDevice sink: Element) throws(GstFailure) {
        let links = gst_element_link_pads_full(
            upstream.pointer, "src", sink.pointer, "sink", GST_PAD_LINK_CHECK_TEMPLATE_CAPS)
        guard links != 0 else { throw GstFailure(message: "\(upstream.name) does not link to \(sink.name)") }
    }

    // MARK: Pads

    public func pad(_ name: String) -> Pad? { gst_element_get_static_pad(pointer, name).map { Pad(adopting: $0) } }
    public func requestPad(_ name: String) -> Pad? {
        gst_element_request_pad_simple(pointer, name).map { Pad(adopting: $0) }
    }
    /// Adds a ghost pad for a child's pad.
    public func addGhostPad(_ name: String, for pad: Pad) {
        if let ghost = gst_ghost_pad_new(name, pad.pointer) {
            gst_pad_set_active(ghost, 1)
            gst_element_add_pad(pointer, ghost)
        }
    }

    /// Releases a requested pad.
    public func releasePad(_ pad: Pad) { gst_element_release_request_pad(pointer, pad.pointer) }
    /// Removes a pad that ``addGhostPad(_:for:)`` added.
    public func removeGhostPad(_ pad: Pad) {
        gst_pad_set_active(pad.pointer, 0)
        gst_element_remove_pad(pointer, pad.pointer)
    }

    // MARK: State

    public enum State: Sendable { case null, ready, paused, playing }
    public enum StateChange: Sendable { case failed, done, underWay, live }

    /// Starts a state change without waiting for it.
    @discardableResult
    public func setState(_ state: State) -> StateChange { StateChange(gst_element_set_state(pointer, state.native)) }

    /// Whether the element is in a state and not changing to another one. Does not wait.
    public func isSettled(in state: State) -> Bool {
        var current = GST_STATE_NULL
        let change = gst_element_get_state(pointer, &current, nil, 0)
        return current == state.native && change != GST_STATE_CHANGE_ASYNC && change != GST_STATE_CHANGE_FAILURE
    }

    /// Whether a pipeline does not play although none of its sinks waits for data.
    public var waitsForNothing: Bool {
        guard !isSettled(in: .playing) else { return false }
        return descendants.allSatisfy { element in
            cgst_is_bin(element.pointer) != 0
                || gst_element_get_state(element.pointer, nil, nil, 0) != GST_STATE_CHANGE_ASYNC
        }
    }

    @discardableResult
    public func syncStateWithParent() -> Bool { gst_element_sync_state_with_parent(pointer) != 0 }

    /// A locked child does not follow the state of its bin, and the bin ignores the child's state.
    public func lockState(_ locked: Bool) { gst_element_set_locked_state(pointer, locked ? 1 : 0) }

    // MARK: Time

    /// Makes the pipeline use the monotonic system clock.
    public func useSystemClock() {
        guard let clock = gst_system_clock_obtain() else { return }
        gst_pipeline_use_clock(cgst_pipeline(pointer), clock)
        gst_object_unref(clock)
    }

    /// The clock time at running time 0, in nanoseconds.
    public var baseTime: UInt64 { UInt64(gst_element_get_base_time(pointer)) }

    /// The running time of the last pause, in nanoseconds.
    public var startTime: Int64 { Int64(clamping: gst_element_get_start_time(pointer)) }

    /// Flushes a bin that acts as a source.
    public func flushThrough() {
        gst_element_send_event(pointer, gst_event_new_flush_start())
        gst_element_send_event(pointer, gst_event_new_flush_stop(1))
    }

    /// Adds a sink to a pipeline that discards all data, so that a demuxer continues. Returns its pad.
    ///
    /// No data reaches the sink itself: in a paused pipeline, the sink would block at the first buffer, and its
    /// thread with it.
    public static func readingNothing(in pipeline: Element) throws(GstFailure) -> Pad {
        let sink = try Element("fakesink")
        sink.set("async", false)
        sink.set("sync", false)
        pipeline.add(sink)
        sink.syncStateWithParent()
        guard let pad = sink.pad("sink") else { throw GstFailure(message: "fakesink has no pad") }
        pad.pointer.filter([.buffers, .bufferLists, .events]) { passing in
            guard let event = passing.event else { return .drop }
            switch cgst_event_type(event) {
            case GST_EVENT_GAP: return .drop
            case GST_EVENT_EOS:
                // Not dropped, because dropped events are sent again. The handler owns the event.
                gst_event_unref(event)
                return .handled
            default: return .pass
            }
        }
        return pad
    }

    public func recalculateLatency() { gst_bin_recalculate_latency(cgst_bin(pointer)) }

    /// Connects a signal to a handler with a matching C signature. The context is released with the connection.
    package func connect(_ signal: String, _ handler: @escaping GCallback, context: AnyObject) {
        g_signal_connect_data(
            pointer, signal, handler, Unmanaged.passRetained(context).toOpaque(),
            releaseSignalContext, GConnectFlags(rawValue: 0))
    }
}

/// Identifies a GStreamer object without retaining it.
public struct ObjectIdentity: Hashable, Sendable {
    private let address: UInt
    package init(_ pointer: UnsafeRawPointer?) { address = UInt(bitPattern: pointer) }
}

extension Element.State {
    package var native: GstState {
        switch self {
        case .null: GST_STATE_NULL
        case .ready: GST_STATE_READY
        case .paused: GST_STATE_PAUSED
        case .playing: GST_STATE_PLAYING
        }
    }

    package init(_ state: GstState) {
        switch state {
        case GST_STATE_READY: self = .ready
        case GST_STATE_PAUSED: self = .paused
        case GST_STATE_PLAYING: self = .playing
        default: self = .null
        }
    }
}

extension Element.StateChange {
    package init(_ value: GstStateChangeReturn) {
        switch value {
        case GST_STATE_CHANGE_SUCCESS: self = .done
        case GST_STATE_CHANGE_ASYNC: self = .underWay
        case GST_STATE_CHANGE_NO_PREROLL: self = .live
        default: self = .failed
        }
    }
}
