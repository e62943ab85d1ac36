internal import CGStreamer

/// Which elements fetch over HTTP.
enum HTTPSource {
    /// Told by what only such a source has, whichever plugin it is from: a timeout and a user agent.
    static func isOne(_ element: UnsafeMutablePointer<GstElement>) -> Bool {
        cgst_has_property(element, "timeout") != 0 && cgst_has_property(element, "user-agent") != 0
    }
}
