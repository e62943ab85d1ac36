import GLibLoop

/// Runs a closure on the bus loop once, after a delay; dropping or cancelling it prevents that.
@BusActor
public final class BusTimer {
    private var source: LoopSource?

    public init(after delay: Duration, _ body: @escaping @BusActor () -> Void) {
        source = LoopSource.timer(on: BusActor.loop, at: delay.deadline) { [weak self] in
            BusActor.assumeIsolated {
                // Dropped or cancelled in the same turn of the loop.
                guard self?.source != nil else { return }
                self?.source = nil
                body()
            }
        }
    }

    /// Cancels the timer. The closure does not run after this returns.
    public func cancel() { source = nil }
}
