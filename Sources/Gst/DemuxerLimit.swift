internal import CGStreamer
internal import Synchronization

/// Ends a stream whose demuxer takes data without producing any.
///
/// GStreamer's demuxers keep data that they cannot use yet. Adaptive demuxers keep the whole manifest (an HLS
/// playlist, a DASH manifest) until its source ends; `matroskademux` keeps everything after damage until it finds a
/// cluster. A server that never stops would fill the memory. Manifests that an adaptive demuxer fetches later on its
/// own are not counted.
final class DemuxerLimit: Sendable {
    /// The maximum size of a manifest in bytes. A manifest of a day in segments of two seconds, with long URIs, has
    /// half as many.
    static let largestList = 16 << 20
    /// The maximum number of bytes between two outputs. Attachments and the index before the first output fit into it.
    static let longestSilence = 128 << 20

    private let taken = Mutex(0)
    private let isAdaptive: Bool
    private var limit: Int { isAdaptive ? Self.largestList : Self.longestSilence }

    private init(isAdaptive: Bool) { self.isAdaptive = isAdaptive }

    /// Counts the data that a demuxer takes without producing any. Does nothing to other elements, and nothing to
    /// demuxers that fetch their data themselves.
    static func attach(to element: UnsafeMutablePointer<GstElement>) {
        let kind = Element.factoryClass(of: element)
        guard kind.contains("Demuxer"), let pad = gst_element_get_static_pad(element, "sink") else { return }
        defer { gst_object_unref(pad) }
        let limit = DemuxerLimit(isAdaptive: kind.contains("Adaptive"))
        gst_pad_add_probe(
            pad, GST_PAD_PROBE_TYPE_BUFFER, demuxerInputProbe, Unmanaged.passRetained(limit).toOpaque(), releaseContext)
        guard !limit.isAdaptive else { return }
        g_signal_connect_data(
            element, "pad-added", unsafeBitCast(padAdded, to: GCallback.self), Unmanaged.passRetained(limit).toOpaque(),
            releaseSignalContext, GConnectFlags(rawValue: 0))
    }

    private nonisolated static let padAdded:
        @convention(c) (UnsafeMutablePointer<GstElement>, UnsafeMutablePointer<GstPad>, gpointer) -> Void = {
            _, pad, data in
            let limit = Unmanaged<DemuxerLimit>.fromOpaque(data).takeUnretainedValue()
            gst_pad_add_probe(
                pad, GST_PAD_PROBE_TYPE_BUFFER, demuxerOutputProbe, Unmanaged.passRetained(limit).toOpaque(),
                releaseContext)
        }

    /// Handles data that enters the demuxer.
    func take(
        _ pad: UnsafeMutablePointer<GstPad>, _ info: UnsafeMutablePointer<GstPadProbeInfo>
    ) -> GstPadProbeReturn {
        guard let buffer = cgst_probe_buffer(info) else { return GST_PAD_PROBE_OK }
        let size = Int(gst_buffer_get_size(buffer))
        let now = taken.withLock { (taken: inout Int) -> Int in
            taken += size
            return taken
        }
        guard now > limit else { return GST_PAD_PROBE_OK }
        if now - size <= limit { refuse(pad) }
        return GST_PAD_PROBE_DROP
    }

    /// Handles an output of the demuxer.
    func give() { taken.withLock { if $0 <= limit { $0 = 0 } } }

    private func refuse(_ pad: UnsafeMutablePointer<GstPad>) {
        guard let element = gst_pad_get_parent_element(pad) else { return }
        let (domain, code, words) =
            isAdaptive
            ? (gst_resource_error_quark(), GstError.tooLarge, "the list of pieces is longer than")
            : (gst_stream_error_quark(), GstError.damaged, "no sound and no picture within")
        gst_element_message_full(
            element, GST_MESSAGE_ERROR, domain, code, g_strdup("\(words) \(limit >> 20) MiB"), nil, #fileID, #function,
            Int32(#line))
        gst_object_unref(element)
    }
}
