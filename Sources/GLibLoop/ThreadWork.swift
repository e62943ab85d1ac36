/// Work that is passed through C to another thread.
final class ThreadWork: Sendable {
    private let work: @Sendable () -> Void

    init(_ work: @escaping @Sendable () -> Void) { self.work = work }

    /// Returns a pointer that keeps the work until ``run(_:)`` or ``discard(_:)`` is called with it, once.
    func parcel() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    /// Runs the work of a parcel; does nothing without one.
    static func run(_ parcel: UnsafeMutableRawPointer?) {
        if let parcel { Unmanaged<ThreadWork>.fromOpaque(parcel).takeRetainedValue().work() }
    }

    /// Releases a parcel that is not run.
    static func discard(_ parcel: UnsafeMutableRawPointer) { Unmanaged<ThreadWork>.fromOpaque(parcel).release() }
}
