internal import CGStreamer
internal import MediaContainers
internal import Synchronization

/// Reads what is not heard of the sound of a Matroska file: what precedes it, and the padding of blocks. `matroskademux` (1.22)
/// leaves it out for Opus alone.
final class MatroskaDelay: Sendable {
    private struct State {
        var isRead = false
        var bounds: SoundBounds?
        var isBare = false
        /// Nil for files that have more than sound.
        var reader: MatroskaPaddingReader?
        /// By the time of the block, in nanoseconds.
        var paddings: [Int64: Int64] = [:]
    }

    /// Only the last block of a stream has any, and the parts that a file was put together from.
    private static let mostPaddings = 1_000

    private let state = Mutex(State())

    /// What is heard of the sound; nil if everything is, or if the header was not read yet.
    var bounds: SoundBounds? { state.withLock { $0.bounds } }

    /// Whether the sound is AAC of which nothing says what precedes it.
    var isBare: Bool { state.withLock { $0.isBare } }

    /// How much of decoded data is not heard, in nanoseconds: of its end, or below zero of its beginning.
    ///
    /// - Parameters:
    ///   - time: of the data on the clock of the file, in nanoseconds. That of its block is rounded.
    ///   - duration: of the data.
    func padding(at time: Int64, of duration: Int64) -> Int64? {
        state.withLock { state in
            guard !state.paddings.isEmpty else { return nil }
            let near = state.paddings.min { $0.key.minus(time).magnitude < $1.key.minus(time).magnitude }
            return near.flatMap { $0.key.minus(time).magnitude < duration.magnitude / 2 ? $0.value : nil }
        }
    }

    /// Reads what a demuxer of Matroska reads; does nothing to other elements.
    func attach(to element: UnsafeMutablePointer<GstElement>) {
        guard cgst_factory_is(element, "matroskademux") != 0, let input = gst_element_get_static_pad(element, "sink")
        else { return }
        defer { gst_object_unref(input) }
        input.filter(.buffers) { passing in passing.buffer.map(self.take) ?? .pass }
    }

    private func take(_ buffer: UnsafeMutablePointer<GstBuffer>) -> PadVerdict {
        state.withLock { state in
            let count = Int(gst_buffer_get_size(buffer))
            if !state.isRead {
                // Less than that is asked for to find out what it is.
                guard count > 4_096 else { return .pass }
                state.isRead = true
                let sound = MatroskaSound(head: Self.bytes(of: buffer, atMost: 65_536))
                state.bounds = sound?.delay.map(SoundBounds.init(delay:))
                state.isBare = sound?.isBareAAC ?? false
                state.reader = sound.map { MatroskaPaddingReader(scale: $0.scale) }
            }
            guard state.reader != nil else { return .passAndEnd }
            guard buffer.pointee.offset < UInt64(Int64.max) else { return .pass }
            let found = state.reader?.take(
                Self.bytes(of: buffer, atMost: count), at: Int64(buffer.pointee.offset))
            for padding in found ?? [] where state.paddings.count < Self.mostPaddings {
                state.paddings[padding.time] = padding.length
            }
            return .pass
        }
    }

    private static func bytes(of buffer: UnsafeMutablePointer<GstBuffer>, atMost most: Int) -> [UInt8] {
        let count = min(Int(gst_buffer_get_size(buffer)), most)
        return [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
            filled = Int(gst_buffer_extract(buffer, 0, bytes.baseAddress, gsize(count)))
        }
    }
}
