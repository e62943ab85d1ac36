internal import CGStreamer
internal import GLibLoop

/// Activates the buffer pool of a PipeWire sink before the sink connects its stream.
///
/// `pipewiresink` 0.3.65 activates its pool with the first buffer that it plays: it holds the pool's lock and takes
/// that of PipeWire's loop (`pool_activated`, `gstpipewiresink.c`). When the server sets the stream's format, the
/// loop holds its own lock and takes the pool's (`on_param_changed`). If both happen at the same time, they deadlock:
/// there is no sound, the position advances with the video, and the sink cannot be closed. The server sets the format
/// some milliseconds after the sink connects its stream, which it does when it receives a format. Immediately before
/// that, the loop does not use the pool, and afterwards the sink finds the pool active.
public enum SinkPool {
    /// The number of frames per buffer. The sink splits longer buffers; the longest common ones are those of FLAC at
    /// 8 kHz, resampled to 48 kHz.
    private static let frames: Int32 = 32_768

    /// Activates the sink's pool whenever the sink receives a format.
    @MediaActor
    public static func activateEarly(of sink: Element) {
        guard let pad = sink.pad("sink") else { return }
        gst_pad_add_probe(pad.pointer, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, poolProbe, nil, nil)
    }

    /// Queries the pool that the sink offers for an audio format, and activates it.
    static func activate(_ pad: UnsafeMutablePointer<GstPad>, for event: UnsafeMutablePointer<GstEvent>) {
        var caps: UnsafeMutablePointer<GstCaps>?
        gst_event_parse_caps(event, &caps)
        var info = GstAudioInfo()
        guard let caps, gst_audio_info_from_caps(&info, caps) != 0, info.bpf > 0,
            let query = gst_query_new_allocation(caps, 1)
        else { return }
        defer { gst_query_unref(query) }
        guard gst_pad_query(pad, query) != 0, gst_query_get_n_allocation_pools(query) > 0 else { return }
        var offered: UnsafeMutablePointer<GstBufferPool>?
        gst_query_parse_nth_allocation_pool(query, 0, &offered, nil, nil, nil)
        guard let pool = offered else { return }
        defer { gst_object_unref(pool) }
        guard gst_buffer_pool_is_active(pool) == 0, let configuration = gst_buffer_pool_get_config(pool) else { return }
        gst_buffer_pool_config_set_params(configuration, caps, guint(frames * info.bpf), 0, 0)
        if gst_buffer_pool_set_config(pool, configuration) != 0 { gst_buffer_pool_set_active(pool, 1) }
    }
}
