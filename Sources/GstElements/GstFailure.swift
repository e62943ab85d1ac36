package import CGStreamer

/// An error message of GStreamer.
public struct GstFailure: Error, Sendable {
    public let message: String
    public init(message: String) { self.message = message }

    /// The message of an error, which is freed; nil if there is none.
    package static func message(taking error: UnsafeMutablePointer<GError>?) -> String? {
        guard let error else { return nil }
        defer { g_error_free(error) }
        return String(cString: error.pointee.message)
    }
}
