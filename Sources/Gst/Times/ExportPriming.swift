internal import CGStreamer
internal import GLibLoop
internal import Synchronization

/// Drops the first packet of an encoder, and corrects the times of the following ones.
///
/// AAC encoders begin with a packet of silence, which decoders need to start, and do not report it: all audio would
/// be delayed by its length. The packet before the wanted data serves the same purpose.
public final class ExportPriming: Sendable {
    private let hasPassed = Mutex(false)
    /// In nanoseconds.
    private let length: Int64

    private init(length: Int64) { self.length = length }

    /// - Parameter length: the length of the dropped packet in nanoseconds.
    @MediaActor
    public static func attach(to pad: Pad, length: Int64) {
        let cut = ExportPriming(length: length)
        pad.pointer.filter(.buffers) { cut.saw($0) }
    }

    func saw(_ passing: PassingData) -> PadVerdict {
        let isFirst = hasPassed.withLock { hasPassed in
            defer { hasPassed = true }
            return !hasPassed
        }
        if isFirst { return .drop }
        guard let buffer = passing.buffer, let writable = cgst_buffer_writable(buffer) else {
            return .pass
        }
        cgst_buffer_earlier(writable, guint64(length))
        passing.pass(writable)
        return .pass
    }
}
