/// Why an export cannot be, and what to do next.
public struct ExportFailure: Error, Hashable, Sendable {
    public let message: String
    init(_ message: String) { self.message = message }
}
