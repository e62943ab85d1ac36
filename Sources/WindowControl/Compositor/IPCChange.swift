/// What an event says first: what kind of change it is.
struct IPCChange: Decodable, Sendable {
    let change: String?
}
