internal import CGStreamer

// C callbacks that run on any thread. They are defined outside of all actors: a closure in an isolated function would
// be isolated as well, and trap on a streaming thread.

/// Receives the data of an HTTP source.
let httpChain: GstPadChainFunction = { pad, _, buffer in
    guard let buffer else { return GST_FLOW_ERROR }
    defer { gst_buffer_unref(buffer) }
    guard let data = pad?.pointee.chaindata else { return GST_FLOW_ERROR }
    let inbox = Unmanaged<HTTPInbox>.fromOpaque(data).takeUnretainedValue()
    return inbox.receive(buffer) ? GST_FLOW_OK : GST_FLOW_EOS
}

/// Receives the headers and the end of an HTTP source.
let httpEvent: GstPadEventFunction = { pad, _, event in
    guard let event else { return 0 }
    defer { gst_event_unref(event) }
    if let data = pad?.pointee.eventdata {
        Unmanaged<HTTPInbox>.fromOpaque(data).takeUnretainedValue().receive(event)
    }
    return 1
}

/// Returns the composition that an overlay draws on the next frame.
let drawOverlay: @convention(c) (gpointer?, OpaquePointer?, gpointer?) -> gpointer? = { _, sample, data in
    data.flatMap { Unmanaged<PictureOverlay>.fromOpaque($0).takeUnretainedValue().draw(sample) }
}

/// Notifies an overlay of a new frame size.
let overlayCapsChanged: @convention(c) (gpointer?, UnsafeMutablePointer<GstCaps>?, guint, guint, gpointer?) -> Void = {
    _, caps, _, _, data in
    guard let caps, let data else { return }
    Unmanaged<PictureOverlay>.fromOpaque(data).takeUnretainedValue().capsChanged(caps)
}

/// Reports that the data of an inlet is not live. Without a reply, a muxer would repeat the query for every packet.
let inletQuery: GstPadQueryFunction = { pad, parent, query in
    guard let query, cgst_is_latency_query(query) != 0 else { return gst_pad_query_default(pad, parent, query) }
    gst_query_set_latency(query, 0, 0, .max)
    return 1
}
