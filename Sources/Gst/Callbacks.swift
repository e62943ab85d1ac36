internal import CGStreamer

// C callbacks that run on any thread. They stand outside every actor: a closure written inside an isolated function
// would be isolated like it, and trap on a streaming thread.

/// Balances the retain that handed an object to C.
let releaseContext: GDestroyNotify = { data in
    if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
}

/// Balances the retain of a signal handler's context.
let releaseSignalContext: GClosureNotify = { data, _ in
    if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
}

/// Holds what a blocking probe caught for as long as the probe is there.
let holdBack: GstPadProbeCallback = { _, _, _ in GST_PAD_PROBE_OK }

/// Shows a tap what flows by.
let tapProbe: GstPadProbeCallback = { _, info, data in
    guard let info, let data else { return GST_PAD_PROBE_OK }
    if cgst_probe_type(info).rawValue & GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM.rawValue != 0 {
        // A serialised query (allocation, drain) would wait in the queue behind the closed gate, and the decoder with
        // it: answered "no" here, the decoder allocates for itself.
        return cgst_probe_query_is_serialized(info) != 0 ? GST_PAD_PROBE_DROP : GST_PAD_PROBE_OK
    }
    return Unmanaged<StreamTap>.fromOpaque(data).takeUnretainedValue().saw(info)
}

/// Leads what leaves through a gate.
let gateProbe: GstPadProbeCallback = { pad, info, data in
    guard let pad, let info, let data else { return GST_PAD_PROBE_OK }
    return Unmanaged<StreamGate>.fromOpaque(data).takeUnretainedValue().handle(pad, info)
}

/// Watches what enters a sink whose stream is renewed.
let renewalProbe: GstPadProbeCallback = { pad, info, data in
    guard let pad, let info, let data else { return GST_PAD_PROBE_OK }
    Unmanaged<StreamRenewal>.fromOpaque(data).takeUnretainedValue().handle(pad, info)
    return GST_PAD_PROBE_OK
}

/// Reads what a sink answers about its formats.
let answersProbe: GstPadProbeCallback = { pad, info, data in
    guard let pad, let info, let data else { return GST_PAD_PROBE_OK }
    Unmanaged<SinkAnswers>.fromOpaque(data).takeUnretainedValue().handle(pad, info)
    return GST_PAD_PROBE_OK
}

/// Readies the pool of a sink before it hears of a format.
let poolProbe: GstPadProbeCallback = { pad, info, _ in
    guard let pad, let info, let event = cgst_probe_event(info) else { return GST_PAD_PROBE_OK }
    if cgst_event_type(event) == GST_EVENT_CAPS { SinkPool.activate(pad, for: event) }
    return GST_PAD_PROBE_OK
}

/// Silences what enters a change of tempo.
let tempoInputProbe: GstPadProbeCallback = { _, info, data in
    guard let info, let data else { return GST_PAD_PROBE_OK }
    Unmanaged<TempoGuard>.fromOpaque(data).takeUnretainedValue().handleInput(info)
    return GST_PAD_PROBE_OK
}

/// Silences what leaves a change of tempo.
let tempoOutputProbe: GstPadProbeCallback = { _, info, data in
    guard let info, let data else { return GST_PAD_PROBE_OK }
    Unmanaged<TempoGuard>.fromOpaque(data).takeUnretainedValue().handleOutput(info)
    return GST_PAD_PROBE_OK
}

/// Counts what a demuxer takes.
let demuxerInputProbe: GstPadProbeCallback = { pad, info, data in
    guard let pad, let info, let data else { return GST_PAD_PROBE_OK }
    return Unmanaged<DemuxerLimit>.fromOpaque(data).takeUnretainedValue().take(pad, info)
}

/// Hears that a demuxer gave something.
let demuxerOutputProbe: GstPadProbeCallback = { _, _, data in
    if let data { Unmanaged<DemuxerLimit>.fromOpaque(data).takeUnretainedValue().give() }
    return GST_PAD_PROBE_OK
}

/// Looks at how much an HTTP source reads at a time.
let readProbe: GstPadProbeCallback = { pad, _, _ in
    if let pad { ReadLimit.handle(pad) }
    return GST_PAD_PROBE_OK
}

/// Takes what an HTTP source brings.
let httpChain: GstPadChainFunction = { pad, _, buffer in
    guard let buffer else { return GST_FLOW_ERROR }
    defer { gst_buffer_unref(buffer) }
    guard let data = pad?.pointee.chaindata else { return GST_FLOW_ERROR }
    let inbox = Unmanaged<HTTPInbox>.fromOpaque(data).takeUnretainedValue()
    return inbox.receive(buffer) ? GST_FLOW_OK : GST_FLOW_EOS
}

/// Takes an HTTP source's headers and its end.
let httpEvent: GstPadEventFunction = { pad, _, event in
    guard let event else { return 0 }
    defer { gst_event_unref(event) }
    if let data = pad?.pointee.eventdata {
        Unmanaged<HTTPInbox>.fromOpaque(data).takeUnretainedValue().receive(event)
    }
    return 1
}

/// Lets a scaler say its size between two frames.
let scaleProbe: GstPadProbeCallback = { _, info, data in
    if let info, let data { Unmanaged<PictureScaler>.fromOpaque(data).takeUnretainedValue().handle(info) }
    return GST_PAD_PROBE_OK
}

/// Gives an overlay what to draw on the frame that comes.
let drawOverlay: @convention(c) (gpointer?, OpaquePointer?, gpointer?) -> gpointer? = { _, sample, data in
    data.flatMap { Unmanaged<PictureOverlay>.fromOpaque($0).takeUnretainedValue().draw(sample) }
}

/// Throws away all that comes.
let emptyingProbe: GstPadProbeCallback = { _, info, _ in
    guard let info, let event = cgst_probe_event(info),
        cgst_probe_type(info).rawValue & GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue != 0
    else { return GST_PAD_PROBE_DROP }
    switch cgst_event_type(event) {
    case GST_EVENT_GAP: return GST_PAD_PROBE_DROP
    case GST_EVENT_EOS:
        // Not dropped: it would be sent again. Who handles an event owns it.
        gst_event_unref(event)
        return GST_PAD_PROBE_HANDLED
    default: return GST_PAD_PROBE_OK
    }
}

/// Listens to lines of subtitles.
let lineProbe: GstPadProbeCallback = { _, info, data in
    if let info, let data { Unmanaged<LineTap>.fromOpaque(data).takeUnretainedValue().saw(info) }
    return GST_PAD_PROBE_OK
}

/// Tells an overlay which item the frames that come belong to.
let markProbe: GstPadProbeCallback = { _, info, data in
    guard let info, let data else { return GST_PAD_PROBE_OK }
    return Unmanaged<PictureOverlay>.fromOpaque(data).takeUnretainedValue().mark(info)
}

/// Tells an overlay of frames of another size.
let overlayCapsChanged: @convention(c) (gpointer?, UnsafeMutablePointer<GstCaps>?, guint, guint, gpointer?) -> Void = {
    _, caps, _, _, data in
    guard let caps, let data else { return }
    Unmanaged<PictureOverlay>.fromOpaque(data).takeUnretainedValue().capsChanged(caps)
}

/// Leads frames through what makes the picture in them smaller.
let shrinkProbe: GstPadProbeCallback = { _, info, data in
    guard let info, let data else { return GST_PAD_PROBE_OK }
    Unmanaged<PictureShrinker>.fromOpaque(data).takeUnretainedValue().handle(info)
    return GST_PAD_PROBE_OK
}

/// Hands out what a stream brings.
let packetProbe: GstPadProbeCallback = { _, info, data in
    guard let info, let data else { return GST_PAD_PROBE_OK }
    return Unmanaged<PacketTap>.fromOpaque(data).takeUnretainedValue().saw(info)
}

/// Says for an inlet that what comes through it is not live. A muxer that hears nothing asks again for every piece.
let inletQuery: GstPadQueryFunction = { pad, parent, query in
    guard let query, cgst_is_latency_query(query) != 0 else { return gst_pad_query_default(pad, parent, query) }
    gst_query_set_latency(query, 0, 0, .max)
    return 1
}

/// Takes away what an encoder puts before the first sample.
let primingProbe: GstPadProbeCallback = { _, info, data in
    guard let info, let data else { return GST_PAD_PROBE_OK }
    return Unmanaged<PrimingCut>.fromOpaque(data).takeUnretainedValue().saw(info)
}
