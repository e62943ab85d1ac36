import CGLib
import CGStreamer
import Testing

@testable import Gst

/// What a demuxer is given that gives nothing, as much as it may have and a byte more.
@Suite(.serialized) struct DemuxerLimitTests {
    init() throws { try Gst.initialize() }

    /// What the pipeline says of a source that gives so many bytes of nothing.
    private func error(of demuxer: String, given bytes: Int) throws -> String {
        let pipeline = try #require(
            gst_parse_launch(
                "fakesrc sizetype=fixed sizemax=\(bytes) filltype=nothing num-buffers=1 ! \(demuxer) name=demuxer", nil)
        )
        defer {
            gst_element_set_state(pipeline, GST_STATE_NULL)
            gst_object_unref(pipeline)
        }
        let element = try #require(gst_bin_get_by_name(cgst_bin(pipeline), "demuxer"))
        defer { gst_object_unref(element) }
        DemuxerLimit.attach(to: element)
        let bus = try #require(gst_element_get_bus(pipeline))
        defer { gst_object_unref(bus) }
        gst_element_set_state(pipeline, GST_STATE_PLAYING)
        let message = try #require(gst_bus_timed_pop_filtered(bus, 10_000_000_000, GST_MESSAGE_ERROR))
        defer { gst_message_unref(message) }
        var error: UnsafeMutablePointer<GError>?
        gst_message_parse_error(message, &error, nil)
        return GstFailure.message(taking: error) ?? ""
    }

    @Test(arguments: [
        ("hlsdemux", DemuxerLimit.largestList, "the list of pieces is longer than 16 MiB"),
        ("matroskademux", DemuxerLimit.longestSilence, "no sound and no picture within 128 MiB"),
    ]) func soMuchIsTaken(demuxer: String, limit: Int, refusal: String) throws {
        // What it gets is nothing that it knows, which it says itself.
        #expect(try error(of: demuxer, given: limit) != refusal)
        #expect(try error(of: demuxer, given: limit + 1) == refusal)
    }
}
