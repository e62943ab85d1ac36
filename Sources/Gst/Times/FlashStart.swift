internal import CGStreamer
internal import MediaContainers
internal import Synchronization

/// Reads on what clock the first sample of an FLV file is, and lets its times begin there: `flvdemux` counts on the clock of
/// the file, so that a recording of a stream that had run for an hour would begin at an hour.
final class FlashStart: Sendable {
    /// How much of the file is looked at: a description of a stream may have a list of all key frames.
    private static let most = 4 << 20

    private struct State {
        var head: [UInt8] = []
        var isRead = false
    }

    private let state = Mutex(State())
    private let clock = ClockOrigin(movesEnd: true)

    private init() {}

    /// Reads what a demuxer of FLV reads; does nothing to other elements.
    static func attach(to element: UnsafeMutablePointer<GstElement>) {
        guard cgst_factory_is(element, "flvdemux") != 0, let input = gst_element_get_static_pad(element, "sink") else {
            return
        }
        defer { gst_object_unref(input) }
        let start = FlashStart()
        start.clock.attach(to: element)
        input.observe(.buffers) { start.take($0) }
    }

    private func take(_ passing: PassingData) {
        guard let buffer = passing.buffer else { return }
        let origin: Int64? = state.withLock { state in
            guard !state.isRead else { return nil }
            // A demuxer that reads from anywhere asks for the beginning of a tag before the whole of it, and for the end.
            let offset = buffer.pointee.offset
            let size = Int(gst_buffer_get_size(buffer))
            guard offset != .max, offset <= state.head.count else { return nil }
            let known = state.head.count - Int(offset)
            guard known < size else { return nil }
            state.head += [UInt8](unsafeUninitializedCapacity: size - known) { bytes, filled in
                filled = Int(gst_buffer_extract(buffer, gsize(known), bytes.baseAddress, gsize(size - known)))
            }
            let start = FlashClock.start(in: state.head)
            if start == .later, state.head.count < Self.most { return nil }
            (state.head, state.isRead) = ([], true)
            guard case .at(let milliseconds) = start else { return nil }
            return milliseconds * 1_000_000
        }
        if let origin { clock.begin(at: origin) }
    }
}
