import TestSupport
import Testing

extension Trait where Self == ConditionTrait {
    /// For suites whose tests each run a bus.
    static var bus: Self { .enabled(if: Tool.areUsable("dbus-daemon"), "needs dbus-daemon") }
}
