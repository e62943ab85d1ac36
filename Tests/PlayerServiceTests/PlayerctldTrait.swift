import TestSupport
import Testing

extension Trait where Self == ConditionTrait {
    /// For suites whose tests each run a bus with playerctld on it.
    static var playerctld: Self {
        .needs("dbus-daemon", "playerctld")
    }
}
