import CGLib
import CGStreamer
import Testing

@testable import Gst

/// One step inside of what tags may have, and one outside.
@Suite(.serialized) struct TagSetTests {
    init() throws { try Gst.initialize() }

    private func tags(_ name: String, _ texts: [String]) throws -> TagSet {
        let list = try #require(gst_tag_list_new_empty())
        defer { gst_tag_list_unref(list) }
        for text in texts {
            var value = GValue()
            g_value_init(&value, GType(16 << 2))
            g_value_set_string(&value, text)
            gst_tag_list_add_value(list, GST_TAG_MERGE_APPEND, name, &value)
            g_value_unset(&value)
        }
        return TagSet(list)
    }

    @Test(arguments: [32, 33]) func soManyValues(count: Int) throws {
        let set = try tags(GST_TAG_ARTIST, (0..<count).map { "\($0)" })
        #expect(set.strings[GST_TAG_ARTIST] == (0..<32).map { "\($0)" })
    }

    /// As a demuxer makes it: bytes, what they are, and their name.
    ///
    /// Lists of tags keep one of those that are the same, so each is filled with a byte of its own.
    private func attach(_ size: Int, number: Int, to list: UnsafeMutablePointer<GstTagList>) throws {
        let caps = try #require(gst_caps_new_empty_simple("application/x-font"))
        defer { gst_caps_unref(caps) }
        let info = try #require(gst_structure_new_empty("info"))
        var text = GValue()
        g_value_init(&text, GType(16 << 2))
        g_value_set_string(&text, "\(number)")
        gst_structure_set_value(info, "filename", &text)
        g_value_unset(&text)
        let buffer = try #require(gst_buffer_new_allocate(nil, gsize(size), nil))
        defer { gst_buffer_unref(buffer) }
        gst_buffer_memset(buffer, 0, guint8(number), gsize(size))
        let sample = try #require(gst_sample_new(buffer, caps, nil, info))
        defer { gst_sample_unref(sample) }
        var value = GValue()
        g_value_init(&value, gst_sample_get_type())
        g_value_set_boxed(&value, UnsafeRawPointer(sample))
        gst_tag_list_add_value(list, GST_TAG_MERGE_APPEND, GST_TAG_ATTACHMENT, &value)
        g_value_unset(&value)
    }

    private func attachments(_ sizes: [Int]) throws -> [String] {
        let list = try #require(gst_tag_list_new_empty())
        for (number, size) in sizes.enumerated() { try attach(size, number: number, to: list) }
        let event = try #require(gst_event_new_tag(list))
        defer { gst_event_unref(event) }
        return PacketTags(event).attachments.map(\.name)
    }

    @Test(arguments: [64, 65]) func soManyAttachments(count: Int) throws {
        let names = try attachments(Array(repeating: 1, count: count))
        #expect(names == (0..<64).map { "\($0)" }, "\(names)")
    }

    @Test func anAttachmentIsAsLargeAsItMayBe() throws {
        #expect(try attachments([32 << 20, (32 << 20) + 1, 1]) == ["0", "2"])
    }

    @Test(arguments: [16 << 20, 16 << 20 | 1]) func aPictureIsAsLargeAsItMayBe(size: Int) throws {
        let list = try #require(gst_tag_list_new_empty())
        defer { gst_tag_list_unref(list) }
        let caps = try #require(gst_caps_new_empty_simple("image/png"))
        defer { gst_caps_unref(caps) }
        let buffer = try #require(gst_buffer_new_allocate(nil, gsize(size), nil))
        defer { gst_buffer_unref(buffer) }
        let sample = try #require(gst_sample_new(buffer, caps, nil, nil))
        defer { gst_sample_unref(sample) }
        var value = GValue()
        g_value_init(&value, gst_sample_get_type())
        g_value_set_boxed(&value, UnsafeRawPointer(sample))
        gst_tag_list_add_value(list, GST_TAG_MERGE_APPEND, GST_TAG_IMAGE, &value)
        g_value_unset(&value)
        #expect(TagSet(list).image?.bytes.count == (size == 16 << 20 ? size : nil))
    }

    @Test(arguments: ["x", "ü", "日", "👩"]) func aValueIsCutBetweenCharacters(character: String) throws {
        let most = (64 << 10) / character.utf8.count
        for count in [most, most + 1] {
            let set = try tags(GST_TAG_TITLE, [String(repeating: character, count: count)])
            #expect(set.strings[GST_TAG_TITLE] == [String(repeating: character, count: most)], "\(count)")
        }
    }
}
