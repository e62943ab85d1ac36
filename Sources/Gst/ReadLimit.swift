internal import CGStreamer

/// Limits how much an HTTP source reads from its server at once.
///
/// `souphttpsrc` doubles its buffers as long as a server fills them (`gst_soup_http_src_check_update_blocksize`,
/// 1.22), and a server on the local network fills 8 MiB. A buffer keeps that memory even if the next read returns 16
/// KiB, and the queue after it only counts those: an item took up to 1.3 GB.
enum ReadLimit {
    /// In bytes.
    static let largest: Int32 = 128 << 10

    /// Limits an HTTP source; does nothing to other elements.
    static func attach(to element: UnsafeMutablePointer<GstElement>) {
        guard HTTPSource.isOne(element), let pad = gst_element_get_static_pad(element, "src") else { return }
        gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER, readProbe, nil, nil)
        gst_object_unref(pad)
    }

    /// Called after each read on the reading thread, before the next buffer is allocated.
    static func handle(_ pad: UnsafeMutablePointer<GstPad>) {
        guard let source = gst_pad_get_parent_element(pad) else { return }
        if cgst_get_uint(source, "blocksize") > UInt32(largest) { cgst_set_int(source, "blocksize", largest) }
        gst_object_unref(source)
    }
}
