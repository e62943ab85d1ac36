internal import CGStreamer
internal import Synchronization

/// Lets the reader of a file that is being written wait at its end, instead of ending there.
///
/// Demuxers take the end that they meet for the end of the file. Here the thread that reads waits for what it asked for,
/// until it is written or nothing more is expected. A flush or the end of the pipeline releases it.
public final class GrowingRead: Sendable {
    /// The length of the file in bytes, and whether more is expected. Called on the reading thread.
    public typealias Look = @Sendable () -> (bytes: Int64, isBeingWritten: Bool)

    private struct State {
        /// As far as it is known to be written.
        var length: Int64 = 0
        var isWaiting = false
        /// Readers wait only while the item plays: what looks for an index at the end must find the end.
        var waits = false
        /// Whether the demuxer ends where the file ended when it was opened.
        var endsThere = false
        /// The threads that seek.
        var seekers: Set<pthread_t> = []
    }

    private let state = Mutex(State())
    private let look: Look

    public init(_ look: @escaping Look) { self.look = look }

    /// Whether the reader has come to the end of what is written and waits there.
    public var isWaiting: Bool { state.withLock { $0.isWaiting } }

    /// Whether more is expected.
    var isExpected: Bool { look().isBeingWritten }

    /// Lets the reader wait from now on: everything before was the way to the first sample.
    public func begin() { state.withLock { $0.waits = true } }

    /// A seek searches on the thread that sends it. It must find the end where it is now.
    func seek<Result>(_ body: () -> Result) -> Result {
        let thread = pthread_self()
        state.withLock { _ = $0.seekers.insert(thread) }
        defer { state.withLock { _ = $0.seekers.remove(thread) } }
        return body()
    }

    /// Lets the reader of a demuxer that does not read on anyway find the end: `oggdemux` (1.22) reads up to the length that the
    /// file had at first. It would wait for the rest of a piece there, while what is written goes on elsewhere.
    func mind(_ element: UnsafeMutablePointer<GstElement>) {
        if cgst_factory_is(element, "oggdemux") != 0 { state.withLock { $0.endsThere = true } }
    }

    /// Attaches to a source that is read from anywhere; does nothing to other elements.
    func attach(to source: UnsafeMutablePointer<GstElement>) {
        guard cgst_factory_is(source, "filesrc") != 0, let pad = gst_element_get_static_pad(source, "src") else {
            return
        }
        pad.filter([.blocking, .pulled]) { passing in
            self.wait(for: passing)
            return .letThrough
        }
        gst_object_unref(pad)
    }

    /// Returns when the wanted bytes are written, or will not be.
    private func wait(for passing: PassingData) {
        let end = Int64(clamping: passing.info.pointee.offset).plus(Int64(passing.info.pointee.size))
        let thread = pthread_self()
        let mayWait = state.withLock { end > $0.length && $0.waits && !$0.endsThere && !$0.seekers.contains(thread) }
        guard mayWait else { return }
        defer { state.withLock { $0.isWaiting = false } }
        while cgst_pad_is_flushing(passing.pad) == 0 {
            let seen = look()
            state.withLock { state in
                state.length = seen.bytes
                state.isWaiting = end > seen.bytes && seen.isBeingWritten
            }
            guard end > seen.bytes, seen.isBeingWritten else { return }
            g_usleep(Self.pause)
        }
    }

    /// How long the reader sleeps between two looks, in microseconds: a seek takes up to that much longer.
    private static let pause: gulong = 20_000
}
