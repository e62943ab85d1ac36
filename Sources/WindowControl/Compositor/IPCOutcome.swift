/// An answer that says only whether something was done.
struct IPCOutcome: Decodable, Sendable {
    let success: Bool
}
