internal import CGStreamer

/// A tag event. `@unchecked`: counted atomically and never modified.
public final class PacketTags: @unchecked Sendable {
    let event: UnsafeMutablePointer<GstEvent>

    init(_ event: UnsafeMutablePointer<GstEvent>) {
        gst_event_ref(event)
        self.event = event
    }

    deinit { gst_event_unref(event) }

    /// What Matroska's writers note of a track as it is: mkvmerge its statistics, and FFmpeg its duration.
    private static let measures = ["DURATION=", "BPS", "NUMBER_OF_FRAMES", "NUMBER_OF_BYTES", "_STATISTICS_"]

    /// The tags without those that are true only of the source: durations and statistics, and in tags of the whole
    /// file the language, which is that of one of its tracks.
    public var withoutMeasures: PacketTags {
        var list: UnsafeMutablePointer<GstTagList>?
        gst_event_parse_tag(event, &list)
        guard let list, let copy = gst_tag_list_copy(list) else { return self }
        gst_tag_list_remove_tag(copy, GST_TAG_DURATION)
        if gst_tag_list_get_scope(copy) == GST_TAG_SCOPE_GLOBAL {
            for tag in [GST_TAG_LANGUAGE_CODE, GST_TAG_LANGUAGE_NAME] { gst_tag_list_remove_tag(copy, tag) }
        }
        gst_tag_list_remove_tag(copy, GST_TAG_EXTENDED_COMMENT)
        for index in 0..<gst_tag_list_get_tag_size(list, GST_TAG_EXTENDED_COMMENT) {
            var text: UnsafePointer<CChar>?
            guard gst_tag_list_peek_string_index(list, GST_TAG_EXTENDED_COMMENT, index, &text) != 0, let text else {
                continue
            }
            let comment = String(cString: text)
            guard !Self.measures.contains(where: comment.uppercased().hasPrefix) else { continue }
            cgst_add_text_tag(copy, GST_TAG_EXTENDED_COMMENT, comment)
        }
        guard let changed = gst_event_new_tag(copy) else { return self }
        defer { gst_event_unref(changed) }
        return PacketTags(changed)
    }

    /// The tags without pictures.
    public var withoutPictures: PacketTags { without(GST_TAG_IMAGE, GST_TAG_PREVIEW_IMAGE) }

    /// The tags without the orientation of frames, for frames that are turned according to the file itself.
    public var withoutOrientation: PacketTags { without(GST_TAG_IMAGE_ORIENTATION) }

    private func without(_ tags: String...) -> PacketTags {
        var list: UnsafeMutablePointer<GstTagList>?
        gst_event_parse_tag(event, &list)
        guard let list, let copy = gst_tag_list_copy(list) else { return self }
        for tag in tags { gst_tag_list_remove_tag(copy, tag) }
        guard let changed = gst_event_new_tag(copy) else { return self }
        defer { gst_event_unref(changed) }
        return PacketTags(changed)
    }
}
