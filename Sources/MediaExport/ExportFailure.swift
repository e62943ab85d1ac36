/// Why an export cannot be, and what to do next.
struct ExportFailure: Error, Hashable, Sendable {
    let message: String
    init(_ message: String) { self.message = message }
}
