internal import CGStreamer
public import GstElements

extension Element {
    /// Creates the source element for a URI.
    ///
    /// - Throws: ``GstFailure`` if no installed element reads the URI.
    public static func source(of uri: String) throws(GstFailure) -> Element {
        Soup.load(for: uri)
        var error: UnsafeMutablePointer<GError>?
        let pointer = gst_element_make_from_uri(GST_URI_SRC, uri, nil, &error)
        let message = GstFailure.message(taking: error)
        guard let pointer else { throw GstFailure(message: message ?? "nothing reads \(uri)") }
        return Element(adopting: pointer)
    }
}
