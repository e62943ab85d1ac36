package import CGStreamer
internal import GstElements

extension Workaround {
    static let growingBuffers = Workaround("growing buffers of an HTTP source", in: .gstreamer)
}

/// Limits how much an HTTP source reads from its server at once.
///
/// - Component: `souphttpsrc` of GStreamer (`gst_soup_http_src_check_update_blocksize`).
/// - Versions: measured with 1.22.0; the code is the same in 1.29.2.
/// - Upstream: none found.
/// - Without it: the source doubles its buffers as long as a server fills them, and a server on the local network fills 8 MiB. A
///   buffer keeps that memory even if the next read returns 16 KiB, and the queue after it only counts those: an item took up to
///   1.3 GB.
/// - Test: `ReadLimitTests`
package enum ReadLimit {
    /// In bytes.
    package static let largest: Int32 = 128 << 10

    /// Limits an HTTP source; does nothing to other elements.
    package static func attach(to element: UnsafeMutablePointer<GstElement>) {
        guard HTTPSource.isOne(element), Workaround.growingBuffers.isOn else { return }
        // Called after each read on the reading thread, before the next buffer is allocated.
        element.withPad("src") { pad in pad.observe(.buffers) { limit($0.pad) } }
    }

    private static func limit(_ pad: UnsafeMutablePointer<GstPad>) {
        guard let source = gst_pad_get_parent_element(pad) else { return }
        if cgst_get_uint(source, "blocksize") > UInt32(largest) { cgst_set_int(source, "blocksize", largest) }
        gst_object_unref(source)
    }
}
