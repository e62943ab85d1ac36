internal import CGStreamer
internal import GLibLoop
public import GstElements

extension Workaround {
    static let bufferPool = Workaround("late buffer pool of a PipeWire sink", in: .pipeWire)
}

/// Activates the buffer pool of a PipeWire sink before the sink connects its stream.
///
/// - Component: `pipewiresink` of PipeWire.
/// - Versions: seen with 0.3.65; unchanged up to 1.0. From 1.2.0 (1b7cf6163) the loop no longer takes the pool's lock but waits
///   for the pool to become active, so that it is still good to have it active before; sound has no pool from 1.3.82
///   (333b5aaa3), and nothing is done. Later versions were read, not tried.
/// - Upstream: 1b7cf6163 and 333b5aaa3.
/// - Without it: the sink activates its pool with the first buffer that it plays: it holds the pool's lock and takes that of
///   PipeWire's loop (`pool_activated`, gstpipewiresink.c). When the server sets the stream's format, the loop holds its own lock
///   and takes the pool's (`on_param_changed`). If both happen at the same time, there is no sound, the position advances with
///   the video, and the sink cannot be closed.
/// - Test: `SinkPoolTests`
///
/// The server sets the format some milliseconds after the sink connects its stream, which it does when it receives a format.
/// Immediately before that, the loop does not use the pool, and afterwards the sink finds the pool active.
public enum SinkPool {
    /// The number of frames per buffer. The sink splits longer buffers; the longest common ones are those of FLAC at
    /// 8 kHz, resampled to 48 kHz.
    private static let frames: Int32 = 32_768

    /// Activates the sink's pool whenever the sink receives a format.
    @MediaActor
    public static func activateEarly(of sink: Element) {
        guard Workaround.bufferPool.isOn, let pad = sink.pad("sink") else { return }
        pad.pointer.observe(.events) { passing in
            guard let event = passing.event, cgst_event_type(event) == GST_EVENT_CAPS else { return }
            activate(passing.pad, for: event)
        }
    }

    /// Queries the pool that the sink offers for an audio format, and activates it.
    private static func activate(_ pad: UnsafeMutablePointer<GstPad>, for event: UnsafeMutablePointer<GstEvent>) {
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
