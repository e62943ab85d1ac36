/// The reason why an export is not possible, and what to do next.
struct ExportFailure: Error, Hashable, Sendable {
    let message: String
    init(_ message: String) { self.message = message }
}
