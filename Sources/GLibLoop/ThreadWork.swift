/// Work on its way through C to the thread that does it.
final class ThreadWork: Sendable {
    private let work: @Sendable () -> Void

    init(_ work: @escaping @Sendable () -> Void) { self.work = work }

    /// A pointer that keeps it until ``run(_:)`` or ``discard(_:)`` is called with it, once.
    func parcel() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    /// Does what is in a parcel; nothing without one.
    static func run(_ parcel: UnsafeMutableRawPointer?) {
        if let parcel { Unmanaged<ThreadWork>.fromOpaque(parcel).takeRetainedValue().work() }
    }

    /// Lets go of a parcel that nobody takes.
    static func discard(_ parcel: UnsafeMutableRawPointer) { Unmanaged<ThreadWork>.fromOpaque(parcel).release() }
}
