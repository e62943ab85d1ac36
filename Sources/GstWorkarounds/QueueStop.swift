package import CGStreamer
internal import GstElements

extension Workaround {
    static let queueStop = Workaround("queues that start again", in: .gstreamer)
}

/// Keeps the queues of a pipeline from starting again while it is torn down.
///
/// - Component: `multiqueue` and `queue2` of GStreamer, below a demuxer that seeks in a thread of its own (`oggdemux`, to find
///   the length of a file on a server).
/// - Versions: seen with 1.22.0; the code is the same in 1.29.2 (`gst_single_queue_start` on every `FLUSH_STOP`).
/// - Upstream: none found.
/// - Without it: if the seek happens while decodebin stops, the end of the flush starts the thread of a queue that has stopped.
///   That of a `multiqueue` waits for data with the lock that the teardown waits for, and neither ever continues. That of a
///   `queue2` waits for data that never comes, and whoever drops the last reference to the queue waits for the thread.
/// - Test: `QueueStopTests`
package enum QueueStop {
    private static let factories = ["multiqueue", "queue2"]

    /// Drops the ends of flushes at the inputs of every such queue in `element`. May be called on any thread.
    package static func install(in element: UnsafeMutablePointer<GstElement>) {
        guard Workaround.queueStop.isOn, cgst_is_bin(element) != 0 else { return }
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
    pad?.filter([.events, .flushes]) { passing in
        passing.event.map(cgst_event_type) == GST_EVENT_FLUSH_STOP ? .drop : .pass
    }
    return 1
}
