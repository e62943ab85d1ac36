import TestSupport
import Testing

extension Trait where Self == ConditionTrait {
    /// For suites whose tests each run a bus.
    static var bus: Self { .needs("dbus-daemon") }
}
