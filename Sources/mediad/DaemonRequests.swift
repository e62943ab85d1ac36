internal import Synchronization

/// Requests to the daemon itself from any source: to reload its configuration, and to quit.
final class DaemonRequests: Sendable {
    /// Receives the result of reading the configuration.
    typealias ReloadReply = @Sendable (Result<Void, any Error>) -> Void

    /// Requests to reload the configuration. Requests wait until the stream is read.
    let reloads: AsyncStream<ReloadReply>
    /// Finishes when the daemon is to end on a request or because the bus was lost.
    let end: AsyncStream<Void>
    private let reloading: AsyncStream<ReloadReply>.Continuation
    private let ending: AsyncStream<Void>.Continuation
    private let isBusLost = Mutex(false)

    init() {
        (reloads, reloading) = AsyncStream.makeStream()
        (end, ending) = AsyncStream.makeStream()
    }

    /// Whether the daemon ends because the bus was lost.
    var hasLostBus: Bool { isBusLost.withLock { $0 } }

    func reload(_ reply: @escaping ReloadReply) { reloading.yield(reply) }

    func quit() { ending.finish() }

    func busLost() {
        isBusLost.withLock { $0 = true }
        ending.finish()
    }
}
