internal import CGStreamer

/// A chapter as it goes into the head of a file; nanoseconds of the file's time.
public struct ChapterMark: Hashable, Sendable {
    public var start: Int64
    public var end: Int64
    public var title: String
    /// ISO 639-2, `und` where nobody says.
    public var language: String

    public init(start: Int64, end: Int64, title: String, language: String) {
        self.start = start
        self.end = end
        self.title = title
        self.language = language
    }
}

extension Element {
    /// What a file says of itself, given to whatever inside writes it.
    ///
    /// - Parameters:
    ///   - chapters: for files that have a place for them.
    ///   - comments: `KEY=value`, for files that know no other place for something.
    ///   - tags: as sources told them; those of single streams are left out.
    public func describe(chapters: [ChapterMark], comments: [String], tags: [PacketTags]) {
        for element in descendants {
            for tags in tags { tags.merge(into: element) }
            if !comments.isEmpty, let list = gst_tag_list_new_empty() {
                for comment in comments { cgst_add_text_tag(list, GST_TAG_EXTENDED_COMMENT, comment) }
                _ = cgst_merge_tags(element.pointer, list)
                gst_tag_list_unref(list)
            }
            if !chapters.isEmpty { Self.setTableOfContents(chapters, of: element) }
        }
    }

    private static func setTableOfContents(_ chapters: [ChapterMark], of element: Element) {
        guard let toc = gst_toc_new(GST_TOC_SCOPE_GLOBAL), let edition = gst_toc_entry_new(GST_TOC_ENTRY_TYPE_EDITION, "1")
        else { return }
        for (index, chapter) in chapters.enumerated() {
            guard let entry = gst_toc_entry_new(GST_TOC_ENTRY_TYPE_CHAPTER, "\(index + 1)") else { continue }
            gst_toc_entry_set_start_stop_times(entry, gint64(chapter.start), gint64(chapter.end))
            if let tags = gst_tag_list_new_empty() {
                cgst_add_text_tag(tags, GST_TAG_TITLE, chapter.title)
                cgst_add_text_tag(tags, GST_TAG_LANGUAGE_CODE, chapter.language)
                gst_toc_entry_set_tags(entry, tags)
            }
            gst_toc_entry_append_sub_entry(edition, entry)
        }
        gst_toc_append_entry(toc, edition)
        _ = cgst_set_toc(element.pointer, toc)
        cgst_toc_unref(toc)
    }

    /// Sends a seek to a whole pipeline; it goes to its sinks.
    ///
    /// - Returns: whether somebody took it.
    public func send(_ seek: Seek) -> Bool { gst_element_send_event(pointer, seek.event()) != 0 }
}

extension PacketTags {
    /// Whether they speak of the whole file rather than of one stream.
    public var isGlobal: Bool {
        var list: UnsafeMutablePointer<GstTagList>?
        gst_event_parse_tag(event, &list)
        return list.map { gst_tag_list_get_scope($0) == GST_TAG_SCOPE_GLOBAL } ?? false
    }

    @MediaActor
    fileprivate func merge(into element: Element) {
        guard isGlobal else { return }
        var list: UnsafeMutablePointer<GstTagList>?
        gst_event_parse_tag(event, &list)
        guard let list, let copy = gst_tag_list_copy(list) else { return }
        // What was true of the file it came from only: chapters by other means, how it was made.
        for tag in [GST_TAG_CONTAINER_FORMAT, "private-id3v2-frame", GST_TAG_DURATION] {
            gst_tag_list_remove_tag(copy, tag)
        }
        _ = cgst_merge_tags(element.pointer, copy)
        gst_tag_list_unref(copy)
    }
}
