import CGStreamer
import GLibLoop
import GstElements
import Testing

@testable import Gst
@testable import GstWorkarounds

/// Tags before the tag at the beginning of a stream, as a station's first title.
@Suite struct EarlyTagsTests {
    init() throws { try Gst.initialize() }

    /// The titles and stations that leave the element with its data.
    @MediaActor private func tags(isMended: Bool) throws -> [String: [String]] {
        let reader = try Element("id3demux")
        if isMended { EarlyTags.attach(to: reader.pointer) }
        reader.setState(.paused)
        defer { reader.setState(.null) }
        let source = try #require(gst_pad_new("src", GST_PAD_SRC))
        let sink = try #require(reader.pad("sink"))
        defer { gst_object_unref(source) }
        gst_pad_set_active(source, 1)
        try #require(gst_pad_link(source, sink.pointer) == GST_PAD_LINK_OK)
        defer { gst_pad_unlink(source, sink.pointer) }
        gst_pad_push_event(source, gst_event_new_stream_start("station"))
        var segment = GstSegment()
        gst_segment_init(&segment, GST_FORMAT_BYTES)
        gst_pad_push_event(source, gst_event_new_segment(&segment))
        for (tag, value) in [("organization", "FIP"), ("title", "Old"), ("title", "Song")] {
            let list = try #require(gst_tag_list_new_empty())
            cgst_add_text_tag(list, tag, value)
            gst_pad_push_event(source, gst_event_new_tag(list))
        }
        // An ID3 tag with the name of an encoder, and frames of MPEG sound.
        var bytes: [UInt8] = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 0x0F]
        bytes += Array("TSSE".utf8) + [0, 0, 0, 5, 0, 0, 0] + Array("Lavf".utf8)
        for _ in 0..<40 { bytes += [0xFF, 0xFB, 0x50, 0xC4] + [UInt8](repeating: 0, count: 204) }
        let buffer = try #require(gst_buffer_new_allocate(nil, gsize(bytes.count), nil))
        gst_buffer_fill(buffer, 0, bytes, gsize(bytes.count))
        gst_pad_push(source, buffer)
        let exit = try #require(reader.pad("src"))
        let event = try #require(gst_pad_get_sticky_event(exit.pointer, GST_EVENT_TAG, 0))
        defer { gst_event_unref(event) }
        var list: UnsafeMutablePointer<GstTagList>?
        gst_event_parse_tag(event, &list)
        return TagSet(try #require(list)).strings
    }

    @Test @MediaActor func theFirstTitleArrives() throws {
        #expect(try tags(isMended: false)["title"] == nil, "the workaround is not needed any more")
        let mended = try tags(isMended: true)
        #expect(mended["title"] == ["Song"] && mended["organization"] == ["FIP"])
    }
}
