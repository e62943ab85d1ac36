internal import CGStreamer
internal import GLibLoop
internal import Synchronization

/// Drops the first packet of an encoder, and corrects the times of the following ones.
///
/// AAC encoders begin with a packet of silence, which decoders need to start, and do not report it: all audio would
/// be delayed by its length. The packet before the wanted data serves the same purpose.
public final class PrimingCut: Sendable {
    private let hasPassed = Mutex(false)
    /// In nanoseconds.
    private let length: Int64

    private init(length: Int64) { self.length = length }

    /// - Parameter length: the length of the dropped packet in nanoseconds.
    @MediaActor
    public static func attach(to pad: Pad, length: Int64) {
        gst_pad_add_probe(
            pad.pointer, GST_PAD_PROBE_TYPE_BUFFER, primingProbe,
            Unmanaged.passRetained(PrimingCut(length: length)).toOpaque(), releaseContext)
    }

    func saw(_ info: UnsafeMutablePointer<GstPadProbeInfo>) -> GstPadProbeReturn {
        let isFirst = hasPassed.withLock { hasPassed in
            defer { hasPassed = true }
            return !hasPassed
        }
        if isFirst { return GST_PAD_PROBE_DROP }
        guard let buffer = cgst_probe_buffer(info), let writable = cgst_buffer_writable(buffer) else {
            return GST_PAD_PROBE_OK
        }
        cgst_buffer_earlier(writable, guint64(length))
        cgst_probe_set_buffer(info, writable)
        return GST_PAD_PROBE_OK
    }
}
