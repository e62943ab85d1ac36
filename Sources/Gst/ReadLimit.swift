internal import CGStreamer

/// Keeps small what an HTTP source takes from its server at a time.
///
/// `souphttpsrc` doubles its buffers for as long as a server fills them (`gst_soup_http_src_check_update_blocksize`, 1.22), and
/// a server on the same network fills 8 MiB. A buffer keeps that memory also where the next read brings 16 KiB, and the queue
/// behind it counts those alone: an item took up to 1.3 GB.
enum ReadLimit {
    /// Bytes.
    static let largest: Int32 = 128 << 10

    /// Limits an HTTP source; does nothing to all other elements.
    static func attach(to element: UnsafeMutablePointer<GstElement>) {
        guard HTTPSource.isOne(element), let pad = gst_element_get_static_pad(element, "src") else { return }
        gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER, readProbe, nil, nil)
        gst_object_unref(pad)
    }

    /// Called behind each read, on the thread that reads: before the next buffer is made.
    static func handle(_ pad: UnsafeMutablePointer<GstPad>) {
        guard let source = gst_pad_get_parent_element(pad) else { return }
        if cgst_get_uint(source, "blocksize") > UInt32(largest) { cgst_set_int(source, "blocksize", largest) }
        gst_object_unref(source)
    }
}
