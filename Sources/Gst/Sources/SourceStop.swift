internal import CGStreamer

/// Stops what a demuxer reads from, before the demuxer itself.
///
/// A seek may wait for data that a server does not send. It must return before its demuxer is torn down.
enum SourceStop {
    /// Stops the sources in a bin, and the queues that wait for their data. May block; may be called on any thread.
    static func stop(in element: UnsafeMutablePointer<GstElement>) {
        guard cgst_is_bin(element) != 0, let all = gst_bin_iterate_recurse(cgst_bin(element)) else { return }
        defer { gst_iterator_free(all) }
        // Streaming threads may add elements meanwhile. Stopping an element twice does no harm.
        while gst_iterator_foreach(all, stopSource, nil) == GST_ITERATOR_RESYNC { gst_iterator_resync(all) }
    }

    /// Elements between a source and a demuxer that wait for data.
    fileprivate static let queues: Set<String> = ["queue2", "downloadbuffer"]
}

private let stopSource: GstIteratorForeachFunction = { value, _ in
    guard let object = g_value_get_object(value), let element = cgst_element(object) else { return }
    let isSource = cgst_is_bin(element) == 0 && Element.factoryClass(of: element).contains("Source")
    guard isSource || SourceStop.queues.contains(String(cString: cgst_element_factory_name(element))) else { return }
    gst_element_set_state(element, GST_STATE_READY)
}
