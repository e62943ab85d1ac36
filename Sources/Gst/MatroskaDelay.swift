internal import CGStreamer
internal import MediaContainers
internal import Synchronization

/// Reads what precedes the sound of a Matroska file, which `matroskademux` (1.22) leaves out for Opus alone.
final class MatroskaDelay: Sendable {
    private struct State {
        var isRead = false
        var bounds: SoundBounds?
    }

    private let state = Mutex(State())

    /// What is heard of the sound; nil if everything is, or if the header was not read yet.
    var bounds: SoundBounds? { state.withLock { $0.bounds } }

    /// Reads what a demuxer of Matroska reads first; does nothing to other elements.
    func attach(to element: UnsafeMutablePointer<GstElement>) {
        guard cgst_factory_is(element, "matroskademux") != 0, let input = gst_element_get_static_pad(element, "sink")
        else { return }
        defer { gst_object_unref(input) }
        gst_pad_add_probe(
            input, GST_PAD_PROBE_TYPE_BUFFER, Self.probe, Unmanaged.passRetained(self).toOpaque(), releaseContext)
    }

    private static let probe: GstPadProbeCallback = { _, info, data in
        guard let info, let data, let buffer = cgst_probe_buffer(info) else { return GST_PAD_PROBE_OK }
        return Unmanaged<MatroskaDelay>.fromOpaque(data).takeUnretainedValue().take(buffer)
    }

    private func take(_ buffer: UnsafeMutablePointer<GstBuffer>) -> GstPadProbeReturn {
        state.withLock { state in
            guard !state.isRead else { return GST_PAD_PROBE_REMOVE }
            // Less than that is asked for to find out what it is.
            let count = Int(min(gst_buffer_get_size(buffer), 65_536))
            guard count > 4_096 else { return GST_PAD_PROBE_OK }
            let head = [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
                filled = Int(gst_buffer_extract(buffer, 0, bytes.baseAddress, gsize(count)))
            }
            state.isRead = true
            state.bounds = MatroskaSound.delay(inHead: head).map(SoundBounds.init(delay:))
            return GST_PAD_PROBE_REMOVE
        }
    }
}
