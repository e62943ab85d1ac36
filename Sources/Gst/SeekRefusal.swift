internal import CGStreamer

/// Makes an HTTP source report that it cannot seek.
///
/// `souphttpsrc` assumes that byte ranges are supported until a server refuses one, and the refusal ends the stream
/// (1.22).
enum SeekRefusal {
    /// Handles the queries of an HTTP source; does nothing to other elements.
    static func attach(to element: UnsafeMutablePointer<GstElement>) {
        guard HTTPSource.isOne(element), let pad = gst_element_get_static_pad(element, "src") else { return }
        gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_QUERY_UPSTREAM, answer, nil, nil)
        gst_object_unref(pad)
    }

    private static let answer: GstPadProbeCallback = { _, info, _ in
        guard let query = info.flatMap(cgst_probe_query), cgst_query_type(query) == GST_QUERY_SEEKING else {
            return GST_PAD_PROBE_OK
        }
        var format = GST_FORMAT_UNDEFINED
        gst_query_parse_seeking(query, &format, nil, nil, nil)
        gst_query_set_seeking(query, format, 0, 0, -1)
        return GST_PAD_PROBE_HANDLED
    }
}
