internal import CGStreamer

/// Keeps the queues of a pipeline from starting again while it is torn down.
///
/// A demuxer may seek in a thread of its own; oggdemux (1.22) does so to find the length of a file on a server. If that
/// happens while decodebin stops, the end of the flush starts the thread of a queue that has stopped. That of a
/// `multiqueue` waits for data with the lock that the teardown waits for, and neither ever continues. That of a `queue2`
/// waits for data that never comes, and whoever drops the last reference to the queue waits for the thread.
enum QueueStop {
    private static let factories = ["multiqueue", "queue2"]

    /// Drops the ends of flushes at the inputs of every such queue in `element`. May be called on any thread.
    static func install(in element: UnsafeMutablePointer<GstElement>) {
        guard cgst_is_bin(element) != 0 else { return }
        for factory in factories {
            guard let queues = gst_bin_iterate_all_by_element_factory_name(cgst_bin(element), factory) else { continue }
            // Streaming threads may add elements meanwhile. A second probe on a pad does no harm.
            while gst_iterator_foreach(queues, inputsOfQueue, nil) == GST_ITERATOR_RESYNC {
                gst_iterator_resync(queues)
            }
            gst_iterator_free(queues)
        }
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
