package import CGStreamer
internal import GstElements

extension Workaround {
    static let seekRefusal = Workaround("servers without byte ranges", in: .gstreamer)
}

/// Makes an HTTP source report that it cannot seek.
///
/// - Component: `souphttpsrc` of GStreamer.
/// - Versions: seen with 1.22.0; 1.29.2 still assumes byte ranges where a server does not name them
///   (`gst_soup_http_src_got_headers`), except for one server by name (19a2a158fa).
/// - Upstream: none found for the general case.
/// - Without it: the source believes in byte ranges until a server refuses one, and the refusal ends the stream.
/// - Test: `PlainServerTests`
package enum SeekRefusal {
    /// Handles the queries of an HTTP source; does nothing to other elements.
    package static func attach(to element: UnsafeMutablePointer<GstElement>) {
        guard HTTPSource.isOne(element), Workaround.seekRefusal.isOn else { return }
        element.withPad("src") { pad in
            pad.filter(.upstreamQueries) { passing in
                guard let query = passing.query, cgst_query_type(query) == GST_QUERY_SEEKING else { return .pass }
                var format = GST_FORMAT_UNDEFINED
                gst_query_parse_seeking(query, &format, nil, nil, nil)
                gst_query_set_seeking(query, format, 0, 0, -1)
                return .handled
            }
        }
    }
}
