/// A reply that only reports success or failure.
struct IPCOutcome: Decodable, Sendable {
    let success: Bool
}
