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
    Unmanaged<StreamTap>.fromOpaque(data).takeUnretainedValue().saw(info)
    return GST_PAD_PROBE_OK
}

/// Leads what leaves through a gate.
let gateProbe: GstPadProbeCallback = { _, info, data in
    guard let info, let data else { return GST_PAD_PROBE_OK }
    return Unmanaged<StreamGate>.fromOpaque(data).takeUnretainedValue().handle(info)
}
