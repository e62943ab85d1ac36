package import CGStreamer

/// Recognises elements that fetch over HTTP.
package enum HTTPSource {
    /// Checks for properties that only such sources have in any plugin: a timeout and a user agent.
    package static func isOne(_ element: UnsafeMutablePointer<GstElement>) -> Bool {
        cgst_has_property(element, "timeout") != 0 && cgst_has_property(element, "user-agent") != 0
    }
}
