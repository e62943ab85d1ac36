/// Keeps a signal handler active until it is dropped or cancelled.
@BusActor
public final class BusSubscription {
    private weak var connection: BusConnection?
    let id: UInt64

    init(_ connection: BusConnection, id: UInt64) {
        self.connection = connection
        self.id = id
    }

    /// Cancels the subscription. The handler is not called after this returns.
    public func cancel() {
        connection?.unsubscribe(id)
        connection = nil
    }

    isolated deinit { connection?.unsubscribe(id) }
}
