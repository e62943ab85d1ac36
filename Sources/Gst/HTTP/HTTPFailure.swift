/// The reason why an HTTP resource could not be read.
public struct HTTPFailure: Error, Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// No response in time.
        case timedOut
        /// 404 and 410.
        case notFound
        /// 401, 402, 403, 407 and 451.
        case forbidden
        /// No connection, or an unexpected status.
        case unreachable
        /// The connection was interrupted during the transfer.
        case interrupted
        /// The server does not support byte ranges, and the requested part is too far inside.
        case noRanges
        /// The URI is not an HTTP URI, or a GStreamer plugin is missing.
        case unavailable
    }

    public let reason: Reason
    /// A clause for a log line or message: `the server does not have it (HTTP 404)`.
    public let message: String

    public init(_ reason: Reason, _ message: String) {
        self.reason = reason
        self.message = message
    }
}

extension HTTPFailure {
    /// The name of the server was not found.
    static let noServer = HTTPFailure(.unreachable, "there is no such server, or the network is not up")

    /// Converts an error status (RFC 9110 section 15).
    init(status: Int32) {
        switch status {
        case 401, 402, 403, 407, 451: self.init(.forbidden, "the server refuses it (HTTP \(status))")
        case 404, 410: self.init(.notFound, "the server does not have it (HTTP \(status))")
        case 300..<400: self.init(.unreachable, "the server redirects in a circle (HTTP \(status))")
        default: self.init(.unreachable, "the server failed (HTTP \(status))")
        }
    }

    /// - Parameter refusal: the sentence of a rule, which begins with "It".
    init(refusal: String) {
        let clause = refusal.hasPrefix("It ") ? "it" + refusal.dropFirst(2) : refusal
        self.init(.forbidden, clause.hasSuffix(".") ? String(clause.dropLast()) : clause)
    }

    /// Converts an error of the source element that is not an HTTP status.
    init(_ error: GstError, _ answer: HTTPAnswer) {
        // The numbers of GstResourceError (gsterror.h).
        switch (error.domain, error.code) {
        case (.resource, GstError.refused): self.init(refusal: error.message)
        case (.resource, 11): self.init(.noRanges, "the server does not support byte ranges")
        case _ where error.isUnresolved: self = .noServer
        case _ where answer.status != 0: self.init(.interrupted, "the connection was interrupted")
        default: self.init(.unreachable, "the server cannot be reached")
        }
    }
}
