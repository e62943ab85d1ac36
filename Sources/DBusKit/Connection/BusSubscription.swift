/// Keeps a signal handler in place; dropping or cancelling it ends that.
@BusActor
public final class BusSubscription {
    private weak var connection: BusConnection?
    let id: UInt64

    init(_ connection: BusConnection, id: UInt64) {
        self.connection = connection
        self.id = id
    }

    /// The handler is not called any more once this returns.
    public func cancel() {
        connection?.unsubscribe(id)
        connection = nil
    }

    isolated deinit { connection?.unsubscribe(id) }
}
