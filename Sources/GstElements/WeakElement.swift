package import CGStreamer

/// An element that may be gone: for what the element's own pads retain, which would never be freed with it otherwise.
///
/// `@unchecked`: `GWeakRef` is safe on any thread, and is initialised and cleared once.
package final class WeakElement: @unchecked Sendable {
    private let reference = UnsafeMutablePointer<GWeakRef>.allocate(capacity: 1)

    package init(_ element: UnsafeMutablePointer<GstElement>) { g_weak_ref_init(reference, element) }

    deinit {
        g_weak_ref_clear(reference)
        reference.deallocate()
    }

    /// Runs `body` with the element while it is retained; returns nil if it is gone.
    package func with<Result>(_ body: (UnsafeMutablePointer<GstElement>) -> Result) -> Result? {
        guard let element = g_weak_ref_get(reference) else { return nil }
        defer { g_object_unref(element) }
        return body(element.assumingMemoryBound(to: GstElement.self))
    }
}
