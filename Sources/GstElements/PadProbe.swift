package import CGStreamer

/// What passes a pad.
package struct PadTraffic: OptionSet, Sendable {
    package let rawValue: GstPadProbeType.RawValue

    package init(rawValue: GstPadProbeType.RawValue) { self.rawValue = rawValue }

    private init(_ type: GstPadProbeType) { rawValue = type.rawValue }

    package static let buffers = PadTraffic(GST_PAD_PROBE_TYPE_BUFFER)
    package static let bufferLists = PadTraffic(GST_PAD_PROBE_TYPE_BUFFER_LIST)
    /// Events with the data, without flushes.
    package static let events = PadTraffic(GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM)
    /// Events against the data, such as seeks.
    package static let upstreamEvents = PadTraffic(GST_PAD_PROBE_TYPE_EVENT_UPSTREAM)
    /// Flushes, in either direction.
    package static let flushes = PadTraffic(GST_PAD_PROBE_TYPE_EVENT_FLUSH)
    package static let queries = PadTraffic(GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM)
    package static let upstreamQueries = PadTraffic(GST_PAD_PROBE_TYPE_QUERY_UPSTREAM)
    /// Buffers, lists of them, and events with the data.
    package static let data = PadTraffic(GST_PAD_PROBE_TYPE_DATA_DOWNSTREAM)
    /// What passes is held back as long as the probe is there.
    package static let blocking = PadTraffic(GST_PAD_PROBE_TYPE_BLOCK)
    /// Queries before they are answered, and data that is pushed.
    package static let pushed = PadTraffic(GST_PAD_PROBE_TYPE_PUSH)
    /// Queries after they have been answered, and data that is pulled.
    package static let pulled = PadTraffic(GST_PAD_PROBE_TYPE_PULL)
}

/// A buffer, an event or a query that passes a pad. Valid only while the closure runs that gets it.
package struct PassingData {
    package let pad: UnsafeMutablePointer<GstPad>
    /// What GStreamer passes to a probe.
    package let info: UnsafeMutablePointer<GstPadProbeInfo>

    /// What it is, and in which state.
    package var traffic: PadTraffic { PadTraffic(rawValue: cgst_probe_type(info).rawValue) }

    /// Nil if it is something else.
    package var buffer: UnsafeMutablePointer<GstBuffer>? {
        traffic.contains(.buffers) ? cgst_probe_buffer(info) : nil
    }

    /// Nil if it is something else.
    package var event: UnsafeMutablePointer<GstEvent>? {
        traffic.isDisjoint(with: [.events, .upstreamEvents, .flushes]) ? nil : cgst_probe_event(info)
    }

    /// Nil if it is something else.
    package var query: UnsafeMutablePointer<GstQuery>? {
        traffic.isDisjoint(with: [.queries, .upstreamQueries]) ? nil : cgst_probe_query(info)
    }

    /// Passes another event instead, which is taken over; the present one is released.
    package func replace(_ event: UnsafeMutablePointer<GstEvent>, by new: UnsafeMutablePointer<GstEvent>) {
        cgst_probe_set_event(info, new)
        gst_event_unref(event)
    }

    /// Passes another buffer instead, which is taken over. The present one is not released: it may have become this one.
    package func pass(_ buffer: UnsafeMutablePointer<GstBuffer>) { cgst_probe_set_buffer(info, buffer) }
}

/// What happens to what passes a pad.
package enum PadVerdict {
    case pass, drop
    /// It is gone: the closure has taken it over, or has answered the query.
    case handled
    /// It passes, and the probe is removed.
    case passAndEnd
    /// It passes a probe that blocks, which goes on blocking.
    case letThrough

    fileprivate var native: GstPadProbeReturn {
        switch self {
        case .pass: GST_PAD_PROBE_OK
        case .drop: GST_PAD_PROBE_DROP
        case .handled: GST_PAD_PROBE_HANDLED
        case .passAndEnd: GST_PAD_PROBE_REMOVE
        case .letThrough: GST_PAD_PROBE_PASS
        }
    }
}

/// The closure of a probe. C has a reference to it.
private final class PadProbe: Sendable {
    let body: @Sendable (PassingData) -> PadVerdict

    init(_ body: @escaping @Sendable (PassingData) -> PadVerdict) { self.body = body }

    static let callback: GstPadProbeCallback = { pad, info, data in
        guard let pad, let info, let data else { return GST_PAD_PROBE_OK }
        let probe = Unmanaged<PadProbe>.fromOpaque(data).takeUnretainedValue()
        return probe.body(PassingData(pad: pad, info: info)).native
    }
}

extension UnsafeMutablePointer<GstPad> {
    /// Calls a closure with everything of a kind that passes, on the thread that it comes on, and lets it pass.
    ///
    /// - Returns: the id by which the probe can be removed.
    @discardableResult
    package func observe(_ traffic: PadTraffic, _ body: @escaping @Sendable (PassingData) -> Void) -> gulong {
        filter(traffic) { passing in
            body(passing)
            return .pass
        }
    }

    /// Calls a closure with everything of a kind that wants to pass, on the thread that it comes on. The closure decides.
    ///
    /// The pad retains the closure, which therefore must not retain the pad or its element.
    ///
    /// - Returns: the id by which the probe can be removed.
    @discardableResult
    package func filter(_ traffic: PadTraffic, _ body: @escaping @Sendable (PassingData) -> PadVerdict) -> gulong {
        gst_pad_add_probe(
            self, GstPadProbeType(rawValue: traffic.rawValue), PadProbe.callback,
            Unmanaged.passRetained(PadProbe(body)).toOpaque(), releaseContext)
    }

    /// Holds back what passes as long as the probe exists.
    ///
    /// - Returns: the id by which the probe is removed.
    package func block(_ traffic: PadTraffic) -> gulong { observe(traffic.union(.blocking)) { _ in } }
}

extension UnsafeMutablePointer<GstElement> {
    /// Calls a closure with the pad of a name, such as `sink`; does nothing if there is none.
    package func withPad(_ name: String, _ body: (UnsafeMutablePointer<GstPad>) -> Void) {
        guard let pad = gst_element_get_static_pad(self, name) else { return }
        defer { gst_object_unref(pad) }
        body(pad)
    }

    /// Calls a closure with each pad that the element adds from now on, on the thread that adds it: the pads of a demuxer.
    package func observePads(_ body: @escaping @Sendable (UnsafeMutablePointer<GstPad>) -> Void) {
        g_signal_connect_data(
            self, "pad-added", unsafeBitCast(PadWatch.added, to: GCallback.self),
            Unmanaged.passRetained(PadWatch(body)).toOpaque(), releaseSignalContext, GConnectFlags(rawValue: 0))
    }
}

/// The closure of ``observePads(_:)``. C has a reference to it.
private final class PadWatch: Sendable {
    let body: @Sendable (UnsafeMutablePointer<GstPad>) -> Void

    init(_ body: @escaping @Sendable (UnsafeMutablePointer<GstPad>) -> Void) { self.body = body }

    static let added:
        @convention(c) (UnsafeMutablePointer<GstElement>, UnsafeMutablePointer<GstPad>, gpointer) -> Void = {
            _, pad, data in
            Unmanaged<PadWatch>.fromOpaque(data).takeUnretainedValue().body(pad)
        }
}
