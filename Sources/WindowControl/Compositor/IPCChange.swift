/// The kind of change in an event.
struct IPCChange: Decodable, Sendable {
    let change: String?
}
