internal import CGStreamer

// C callbacks that run on any thread. They are defined outside of all actors: a closure in an isolated function would
// be isolated as well, and trap on a streaming thread.

/// Releases the reference that was passed to C.
let releaseContext: GDestroyNotify = { data in
    if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
}

/// Releases the reference to the context of a signal handler.
let releaseSignalContext: GClosureNotify = { data, _ in
    if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
}

/// Blocks the data of a pad as long as the probe exists.
let holdBack: GstPadProbeCallback = { _, _, _ in GST_PAD_PROBE_OK }

/// Passes the data flow to a tap.
let tapProbe: GstPadProbeCallback = { _, info, data in
    guard let info, let data else { return GST_PAD_PROBE_OK }
    if cgst_probe_type(info).rawValue & GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM.rawValue != 0 {
        // A serialised query (allocation, drain) would wait in the queue behind the closed gate, together with the
        // decoder. If it is refused here, the decoder allocates buffers itself.
        return cgst_probe_query_is_serialized(info) != 0 ? GST_PAD_PROBE_DROP : GST_PAD_PROBE_OK
    }
    return Unmanaged<StreamTap>.fromOpaque(data).takeUnretainedValue().saw(info)
}

/// Passes the data flow to a gate.
let gateProbe: GstPadProbeCallback = { pad, info, data in
    guard let pad, let info, let data else { return GST_PAD_PROBE_OK }
    return Unmanaged<StreamGate>.fromOpaque(data).takeUnretainedValue().handle(pad, info)
}

/// Observes the data that enters a sink whose stream is renewed.
let renewalProbe: GstPadProbeCallback = { pad, info, data in
    guard let pad, let info, let data else { return GST_PAD_PROBE_OK }
    Unmanaged<StreamRenewal>.fromOpaque(data).takeUnretainedValue().handle(pad, info)
    return GST_PAD_PROBE_OK
}

/// Reads a sink's replies to queries for its formats.
let answersProbe: GstPadProbeCallback = { pad, info, data in
    guard let pad, let info, let data else { return GST_PAD_PROBE_OK }
    Unmanaged<SinkAnswers>.fromOpaque(data).takeUnretainedValue().handle(pad, info)
    return GST_PAD_PROBE_OK
}

/// Activates the pool of a sink before the sink receives a format.
let poolProbe: GstPadProbeCallback = { pad, info, _ in
    guard let pad, let info, let event = cgst_probe_event(info) else { return GST_PAD_PROBE_OK }
    if cgst_event_type(event) == GST_EVENT_CAPS { SinkPool.activate(pad, for: event) }
    return GST_PAD_PROBE_OK
}

/// Silences stretches before a change of tempo.
let tempoInputProbe: GstPadProbeCallback = { _, info, data in
    guard let info, let data else { return GST_PAD_PROBE_OK }
    Unmanaged<TempoGuard>.fromOpaque(data).takeUnretainedValue().handleInput(info)
    return GST_PAD_PROBE_OK
}

/// Drops stale data after a seek at another rate, and gives the rest its time.
let tempoOutputProbe: GstPadProbeCallback = { _, info, data in
    guard let info, let data else { return GST_PAD_PROBE_OK }
    return Unmanaged<TempoGuard>.fromOpaque(data).takeUnretainedValue().handleOutput(info)
}

/// Notes what a decoder of video is given.
let frameTimesProbe: GstPadProbeCallback = { _, info, data in
    if let info, let data { Unmanaged<FrameTimes>.fromOpaque(data).takeUnretainedValue().saw(info) }
    return GST_PAD_PROBE_OK
}

/// Reads how a stream's frames are turned.
let turnProbe: GstPadProbeCallback = { _, info, data in
    if let info, let data { Unmanaged<PictureTurner>.fromOpaque(data).takeUnretainedValue().saw(info) }
    return GST_PAD_PROBE_OK
}

/// Remembers the last frame.
let shownFrameProbe: GstPadProbeCallback = { _, info, data in
    if let info, let data { Unmanaged<ShownFrame>.fromOpaque(data).takeUnretainedValue().saw(info) }
    return GST_PAD_PROBE_OK
}

/// Counts the data that enters a demuxer.
let demuxerInputProbe: GstPadProbeCallback = { pad, info, data in
    guard let pad, let info, let data else { return GST_PAD_PROBE_OK }
    return Unmanaged<DemuxerLimit>.fromOpaque(data).takeUnretainedValue().take(pad, info)
}

/// Notes that a demuxer has produced data.
let demuxerOutputProbe: GstPadProbeCallback = { _, _, data in
    if let data { Unmanaged<DemuxerLimit>.fromOpaque(data).takeUnretainedValue().give() }
    return GST_PAD_PROBE_OK
}

/// Lets the reader of a file wait for what is not written yet.
let pullProbe: GstPadProbeCallback = { pad, info, data in
    guard let pad, let info, let data else { return GST_PAD_PROBE_PASS }
    Unmanaged<GrowingRead>.fromOpaque(data).takeUnretainedValue().wait(for: info, pad)
    return GST_PAD_PROBE_PASS
}

/// Limits how much an HTTP source reads at once.
let readProbe: GstPadProbeCallback = { pad, _, _ in
    if let pad { ReadLimit.handle(pad) }
    return GST_PAD_PROBE_OK
}

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

/// Sets the size of a scaler between two frames.
let scaleProbe: GstPadProbeCallback = { _, info, data in
    if let info, let data { Unmanaged<PictureScaler>.fromOpaque(data).takeUnretainedValue().handle(info) }
    return GST_PAD_PROBE_OK
}

/// Returns the composition that an overlay draws on the next frame.
let drawOverlay: @convention(c) (gpointer?, OpaquePointer?, gpointer?) -> gpointer? = { _, sample, data in
    data.flatMap { Unmanaged<PictureOverlay>.fromOpaque($0).takeUnretainedValue().draw(sample) }
}

/// Discards all data.
let emptyingProbe: GstPadProbeCallback = { _, info, _ in
    guard let info, let event = cgst_probe_event(info),
        cgst_probe_type(info).rawValue & GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue != 0
    else { return GST_PAD_PROBE_DROP }
    switch cgst_event_type(event) {
    case GST_EVENT_GAP: return GST_PAD_PROBE_DROP
    case GST_EVENT_EOS:
        // Not dropped, because dropped events are sent again. The handler owns the event.
        gst_event_unref(event)
        return GST_PAD_PROBE_HANDLED
    default: return GST_PAD_PROBE_OK
    }
}

/// Reads lines of subtitles.
let lineProbe: GstPadProbeCallback = { _, info, data in
    if let info, let data { Unmanaged<LineTap>.fromOpaque(data).takeUnretainedValue().saw(info) }
    return GST_PAD_PROBE_OK
}

/// Reads packets of picture subtitles.
let subtitlePictureProbe: GstPadProbeCallback = { _, info, data in
    if let info, let data { Unmanaged<SubtitlePictureTap>.fromOpaque(data).takeUnretainedValue().saw(info) }
    return GST_PAD_PROBE_OK
}

/// Notifies an overlay of the item that the next frames belong to.
let markProbe: GstPadProbeCallback = { _, info, data in
    guard let info, let data else { return GST_PAD_PROBE_OK }
    return Unmanaged<PictureOverlay>.fromOpaque(data).takeUnretainedValue().mark(info)
}

/// Notifies an overlay of a new frame size.
let overlayCapsChanged: @convention(c) (gpointer?, UnsafeMutablePointer<GstCaps>?, guint, guint, gpointer?) -> Void = {
    _, caps, _, _, data in
    guard let caps, let data else { return }
    Unmanaged<PictureOverlay>.fromOpaque(data).takeUnretainedValue().capsChanged(caps)
}

/// Passes frames through the shrinker.
let shrinkProbe: GstPadProbeCallback = { _, info, data in
    guard let info, let data else { return GST_PAD_PROBE_OK }
    Unmanaged<PictureShrinker>.fromOpaque(data).takeUnretainedValue().handle(info)
    return GST_PAD_PROBE_OK
}

/// Passes the data of a stream to a packet tap.
let packetProbe: GstPadProbeCallback = { _, info, data in
    guard let info, let data else { return GST_PAD_PROBE_OK }
    return Unmanaged<PacketTap>.fromOpaque(data).takeUnretainedValue().saw(info)
}

/// Reports that the data of an inlet is not live. Without a reply, a muxer would repeat the query for every packet.
let inletQuery: GstPadQueryFunction = { pad, parent, query in
    guard let query, cgst_is_latency_query(query) != 0 else { return gst_pad_query_default(pad, parent, query) }
    gst_query_set_latency(query, 0, 0, .max)
    return 1
}

/// Removes the priming samples of an encoder.
let primingProbe: GstPadProbeCallback = { _, info, data in
    guard let info, let data else { return GST_PAD_PROBE_OK }
    return Unmanaged<PrimingCut>.fromOpaque(data).takeUnretainedValue().saw(info)
}

/// Tells a flush from a failure.
let flushPointEvent: GstPadEventFullFunction = { pad, parent, event in
    guard let pad, let event, let data = pad.pointee.eventdata else { return GST_FLOW_ERROR }
    return Unmanaged<FlushPoint>.fromOpaque(data).takeUnretainedValue().handle(event, pad, parent)
}
