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
        pad.filter(.buffers) { limit.take($0) }
        guard !limit.isAdaptive else { return }
        element.observePads { pad in pad.observe(.buffers) { _ in limit.give() } }
    }

    /// Handles data that enters the demuxer.
    private func take(_ passing: PassingData) -> PadVerdict {
        guard let buffer = passing.buffer else { return .pass }
        let size = Int(gst_buffer_get_size(buffer))
        let now = taken.withLock { (taken: inout Int) -> Int in
            taken += size
            return taken
        }
        guard now > limit else { return .pass }
        if now - size <= limit { refuse(passing.pad) }
        return .drop
    }

    /// Handles an output of the demuxer.
    private func give() { taken.withLock { if $0 <= limit { $0 = 0 } } }

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
