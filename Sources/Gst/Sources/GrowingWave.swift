internal import CGStreamer

/// Lets `wavparse` read on in a file that is being written, to wherever its end is by then.
///
/// It ends where the header says, or where the file ended when it looked. A recorder writes the header when it begins, and
/// corrects it when it is done.
enum GrowingWave {
    /// More than any file has, in bytes, and few enough that their times fit.
    private static let endless: gint64 = 1 << 40

    /// Must be called before the element has read the header; does nothing to other elements.
    static func attach(to element: UnsafeMutablePointer<GstElement>, reading file: GrowingRead) {
        guard cgst_factory_is(element, "wavparse") != 0, file.isExpected,
            let input = gst_element_get_static_pad(element, "sink")
        else { return }
        defer { gst_object_unref(input) }
        cgst_set_bool(element, "ignore-length", 1)
        input.observe([.upstreamQueries, .pulled]) { passing in
            guard let query = passing.query, cgst_query_type(query) == GST_QUERY_DURATION else { return }
            var (format, end) = (GST_FORMAT_UNDEFINED, gint64(0))
            gst_query_parse_duration(query, &format, &end)
            if format == GST_FORMAT_BYTES { gst_query_set_duration(query, format, endless) }
        }
    }
}
