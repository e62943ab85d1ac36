internal import CGStreamer
internal import GLibLoop
public import GstElements

extension Workaround {
    static let frameCopies = Workaround("frames copied into new memory", in: .gstreamer)
}

/// Has decoders copy their frames into the buffers of a pool.
///
/// - Component: `avdec_h264` and the like of GStreamer (gst-libav), with `gst_video_decoder_finish_frame`.
/// - Versions: measured with 1.22.0.
/// - Upstream: none found.
/// - Without it: an element below that knows `GstVideoMeta`, as `deinterlace` does, lets the decoder decode straight into the
///   buffers of its pool. The decoder still needs those frames, with their memory locked; therefore they cannot be shared when the
///   frame is finished, and each is copied into memory of its own, which the kernel has to map: a fifth of the processor time of a
///   film of 1080p60.
/// - Test: `FrameCopiesTests`
public enum FrameCopies {
    /// Leaves the metadata out of the answers that a decoder gets: it copies its frames out of its pool, into the other one. A
    /// refusal of the query would do as well, but now and then the format cannot be negotiated then when the window changes.
    @MediaActor
    public static func hideMetadata(at pad: Pad) {
        guard Workaround.frameCopies.isOn else { return }
        pad.pointer.observe([.queries, .pulled]) { passing in
            guard passing.traffic.contains(.pulled), let query = passing.query,
                cgst_query_type(query) == GST_QUERY_ALLOCATION
            else { return }
            cgst_query_remove_video_meta(query)
        }
    }
}
