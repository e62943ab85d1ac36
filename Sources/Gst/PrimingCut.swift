internal import CGStreamer
internal import GLibLoop
internal import Synchronization

/// Leaves out the first piece that an encoder makes, and gives the others the times of what is really in them.
///
/// Encoders of AAC begin with a piece of silence that decoders need to find in, and tell nobody: everything would be heard
/// that much later than it is. The piece before what is wanted does as well.
public final class PrimingCut: Sendable {
    private let hasPassed = Mutex(false)
    /// Nanoseconds.
    private let length: Int64

    private init(length: Int64) { self.length = length }

    /// - Parameter length: of that piece, in nanoseconds.
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
