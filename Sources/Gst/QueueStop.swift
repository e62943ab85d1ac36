internal import CGStreamer

/// Keeps the queues of a pipeline from starting again while it is torn down.
///
/// A demuxer may seek in a thread of its own; oggdemux (1.22) does so to find the length of a file on a server. If that
/// happens while decodebin stops, the end of the flush starts the thread of a `multiqueue` that has stopped. The thread
/// waits for data with the lock that the teardown waits for, and neither ever continues.
enum QueueStop {
    /// Drops the ends of flushes at the inputs of every `multiqueue` in `element`. May be called on any thread.
    static func install(in element: UnsafeMutablePointer<GstElement>) {
        guard cgst_is_bin(element) != 0,
            let queues = gst_bin_iterate_all_by_element_factory_name(cgst_bin(element), "multiqueue")
        else { return }
        defer { gst_iterator_free(queues) }
        // Streaming threads may add elements meanwhile. A second probe on a pad does no harm.
        while gst_iterator_foreach(queues, inputsOfQueue, nil) == GST_ITERATOR_RESYNC { gst_iterator_resync(queues) }
    }
}

private let inputsOfQueue: GstIteratorForeachFunction = { value, _ in
    guard let queue = g_value_get_object(value) else { return }
    gst_element_foreach_sink_pad(cgst_element(queue), dropFlushEnds, nil)
}

private let dropFlushEnds: GstElementForeachPadFunc = { _, pad, _ in
    let events = GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue | GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue
    gst_pad_add_probe(pad, GstPadProbeType(rawValue: events), flushProbe, nil, nil)
    return 1
}

private let flushProbe: GstPadProbeCallback = { _, info, _ in
    guard let info, let event = cgst_probe_event(info), cgst_event_type(event) == GST_EVENT_FLUSH_STOP else {
        return GST_PAD_PROBE_OK
    }
    return GST_PAD_PROBE_DROP
}
