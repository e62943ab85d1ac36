import CGLib
import CGStreamer
import Testing

@testable import Gst

/// Which tags of a file are still true of an export.
@Suite(.serialized) struct PacketTagsTests {
    init() throws { try Gst.initialize() }

    private static let comments = [
        "DURATION=00:00:20.000", "BPS=128000", "BPS-eng=128000", "NUMBER_OF_FRAMES=500", "NUMBER_OF_BYTES=7",
        "_STATISTICS_WRITING_APP=x", "MOOD=calm",
    ]

    /// What is left of tags with measures, a language and a title.
    private func left(_ scope: GstTagScope) throws -> TagSet {
        let list = try #require(gst_tag_list_new_empty())
        gst_tag_list_set_scope(list, scope)
        cgst_add_text_tag(list, GST_TAG_TITLE, "A film")
        cgst_add_text_tag(list, GST_TAG_LANGUAGE_CODE, "de")
        cgst_add_text_tag(list, GST_TAG_LANGUAGE_NAME, "German")
        for comment in Self.comments { cgst_add_text_tag(list, GST_TAG_EXTENDED_COMMENT, comment) }
        // The event owns the list.
        let event = try #require(gst_event_new_tag(list))
        defer { gst_event_unref(event) }
        let kept = PacketTags(event).withoutMeasures
        var result: UnsafeMutablePointer<GstTagList>?
        gst_event_parse_tag(kept.event, &result)
        return TagSet(try #require(result))
    }

    @Test func measuresOfATrackAreLeftOut() throws {
        let tags = try left(GST_TAG_SCOPE_STREAM)
        #expect(tags.strings[GST_TAG_EXTENDED_COMMENT] == ["MOOD=calm"])
        #expect(tags.first(GST_TAG_TITLE) == "A film")
        #expect(tags.first(GST_TAG_LANGUAGE_CODE) == "de")
    }

    @Test func aFileHasNoLanguage() throws {
        let tags = try left(GST_TAG_SCOPE_GLOBAL)
        #expect(tags.first(GST_TAG_TITLE) == "A film")
        #expect(tags.first(GST_TAG_LANGUAGE_CODE) == nil)
        #expect(tags.first(GST_TAG_LANGUAGE_NAME) == nil)
    }
}
