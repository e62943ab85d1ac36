import Foundation

/// A value that threads change and wait for.
public final class Monitored<Value: Sendable>: @unchecked Sendable {
    // The condition's lock guards the value: that is all there is to be checked.
    private let condition = NSCondition()
    private var value: Value

    public init(_ value: Value) { self.value = value }

    public var current: Value { update { $0 } }

    @discardableResult
    public func update<Result>(_ body: (inout Value) -> Result) -> Result {
        condition.lock()
        defer {
            condition.broadcast()
            condition.unlock()
        }
        return body(&value)
    }

    /// Waits until `extract` finds something; nil when the time is over.
    public func wait<Result>(seconds: Double, for extract: (inout Value) -> Result?) -> Result? {
        let deadline = Date(timeIntervalSinceNow: seconds)
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let result = extract(&value) { return result }
            guard condition.wait(until: deadline) else { return extract(&value) }
        }
    }
}
