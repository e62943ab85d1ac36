import CGStreamer
import GLibLoop
import Testing

@testable import Gst
@testable import GstWorkarounds

/// What keeps frames of a decoder from being copied into memory of their own.
@Suite struct FrameCopiesTests {
    @Test("the decoder above is not told of metadata of frames") @MediaActor func allocation() throws {
        try Gst.initialize()
        let deinterlacer = try Element("deinterlace")
        let pad = try #require(deinterlacer.pad("sink"))
        gst_pad_set_active(pad.pointer, 1)
        let format = "video/x-raw,format=I420,width=320,height=240,framerate=25/1"
        let caps = try #require(gst_caps_from_string(format))
        defer { gst_caps_unref(caps) }
        func metadata() throws -> UInt32? {
            let query = try #require(gst_query_new_allocation(caps, 1))
            defer { gst_query_unref(query) }
            return gst_pad_query(pad.pointer, query) != 0 ? gst_query_get_n_allocation_metas(query) : nil
        }
        #expect(try metadata() == 1)
        FrameCopies.hideMetadata(at: pad)
        #expect(try metadata() == 0)
        gst_pad_set_active(pad.pointer, 0)
    }
}
