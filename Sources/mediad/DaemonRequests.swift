internal import Synchronization

/// What is asked of the daemon itself, whoever asks: to read its configuration again, and to end.
final class DaemonRequests: Sendable {
    /// Told how reading the configuration went.
    typealias ReloadReply = @Sendable (Result<Void, any Error>) -> Void

    /// Each request to read the configuration again; those that come before anybody listens wait.
    let reloads: AsyncStream<ReloadReply>
    /// Finishes when the daemon is to end by itself.
    let end: AsyncStream<Void>
    private let reloading: AsyncStream<ReloadReply>.Continuation
    private let ending: AsyncStream<Void>.Continuation
    private let isBusLost = Mutex(false)

    init() {
        (reloads, reloading) = AsyncStream.makeStream()
        (end, ending) = AsyncStream.makeStream()
    }

    /// Whether the daemon ends because the bus went away.
    var hasLostBus: Bool { isBusLost.withLock { $0 } }

    func reload(_ reply: @escaping ReloadReply) { reloading.yield(reply) }

    func quit() { ending.finish() }

    func busLost() {
        isBusLost.withLock { $0 = true }
        ending.finish()
    }
}
