import CGLib
import CGStreamer
import GLibLoop
import TestSupport
import Testing

@testable import Gst
@testable import GstWorkarounds

/// What keeps a PipeWire sink from waiting for itself.
@Suite struct SinkPoolTests {
    /// What a sink's pad offers, and what it sees. The pad's functions find it through `querydata` and `eventdata`.
    private final class Offer {
        let pool: UnsafeMutablePointer<GstBufferPool>
        var wasActive: [Bool] = []

        init() throws { pool = try #require(gst_buffer_pool_new()) }

        deinit {
            gst_buffer_pool_set_active(pool, 0)
            gst_object_unref(pool)
        }
    }

    init() throws { try Gst.initialize() }

    /// With the format the stream is connected; from then on the server may want to have the pool.
    @Test @MediaActor func thePoolIsActiveBeforeTheSinkHearsOfAFormat() throws {
        let offer = try Offer()
        let sink = try Element("fakesink")
        let pad = try #require(sink.pad("sink")).pointer
        let data = Unmanaged.passUnretained(offer).toOpaque()
        gst_pad_set_query_function_full(
            pad,
            { pad, parent, query in
                guard let data = pad?.pointee.querydata, let query else { return 0 }
                guard query.pointee.type == GST_QUERY_ALLOCATION else {
                    return gst_pad_query_default(pad, parent, query)
                }
                let offer = Unmanaged<Offer>.fromOpaque(data).takeUnretainedValue()
                gst_query_add_allocation_pool(query, offer.pool, 0, 0, 0)
                return 1
            }, data, nil)
        gst_pad_set_event_function_full(
            pad,
            { pad, _, event in
                guard let data = pad?.pointee.eventdata, let event else { return 0 }
                let offer = Unmanaged<Offer>.fromOpaque(data).takeUnretainedValue()
                if cgst_event_type(event) == GST_EVENT_CAPS {
                    offer.wasActive.append(gst_buffer_pool_is_active(offer.pool) != 0)
                }
                gst_event_unref(event)
                return 1
            }, data, nil)
        SinkPool.activateEarly(of: sink)
        let format = "audio/x-raw,format=F32LE,rate=48000,channels=2,layout=interleaved"
        let caps = try #require(gst_caps_from_string(format))
        defer { gst_caps_unref(caps) }

        // Twice: a sink that goes back to READY deactivates its pool.
        for _ in 0..<2 {
            gst_pad_set_active(pad, 1)
            gst_pad_send_event(pad, gst_event_new_stream_start("stream"))
            gst_pad_send_event(pad, gst_event_new_caps(caps))
            gst_pad_set_active(pad, 0)
            gst_buffer_pool_set_active(offer.pool, 0)
        }
        #expect(offer.wasActive == [true, true])
    }
}
