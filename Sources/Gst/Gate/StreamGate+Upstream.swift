internal import CGStreamer
internal import Synchronization

/// What the output sends to the item. The two have different running times, and the gate is the only place that knows
/// both. docs/architecture.md lists every kind.
extension StreamGate {
    /// Translates the sinks' quality of service events into the item's running time, and drops everything that the core
    /// speaks for.
    func handleUpstream(_ passing: PassingData) -> PadVerdict {
        guard let event = passing.event else { return .pass }
        switch cgst_event_type(event) {
        case GST_EVENT_QOS:
            guard let translated = translate(quality: event) else { return .drop }
            passing.replace(event, by: translated)
            return .pass
        // It asks for formats, which have no time.
        case GST_EVENT_RECONFIGURE: return .pass
        default: return .drop
        }
    }

    /// A QoS event in the item's running time; nil if it is about data before this stretch of the item: before its join,
    /// its seek or its flush. A decoder that took it would drop its frames for as long as the other stretch was.
    ///
    /// No frame is later than its stretch is old. A sink says so of the first frames behind a flush if it compares them with
    /// the running time of before (`base_time` is set anew when the pipeline plays again).
    private func translate(quality event: UnsafeMutablePointer<GstEvent>) -> UnsafeMutablePointer<GstEvent>? {
        var type = GST_QOS_TYPE_OVERFLOW
        var (proportion, difference, timestamp) = (1.0, GstClockTimeDiff(0), GstClockTime(0))
        gst_event_parse_qos(event, &type, &proportion, &difference, &timestamp)
        let now = clock()
        let running: GstClockTime? = state.withLock { state in
            difference = min(difference, GstClockTimeDiff(max(0, now.minus(state.begun))))
            guard !state.isFlushing, timestamp != .max, let begun = state.mapping?.runningTime else { return nil }
            let time = Int64(clamping: timestamp)
            let inside = time.minus(state.shift)
            return time >= begun && inside >= 0 ? GstClockTime(inside) : nil
        }
        guard let running else { return nil }
        // A frame that is early by more than its own running time would move the account before 0.
        let early = max(difference, -GstClockTimeDiff(clamping: running))
        let translated = gst_event_new_qos(type, proportion, early, running)
        if let translated { gst_event_set_seqnum(translated, cgst_event_seqnum(event)) }
        return translated
    }

    /// Passes questions about formats, devices and latency on; refuses all about time and seeking, for which the item's
    /// answer would be wrong.
    func handleQuery(_ passing: PassingData) -> PadVerdict {
        guard let query = passing.query else { return .pass }
        switch cgst_query_type(query) {
        case GST_QUERY_CAPS, GST_QUERY_ACCEPT_CAPS, GST_QUERY_CONTEXT, GST_QUERY_LATENCY: return .pass
        default: return .drop
        }
    }
}
