internal import CGStreamer
internal import GLibLoop

extension Element {
    /// Passes the metadata of a file to the elements that write it.
    ///
    /// - Parameters:
    ///   - chapters: for formats that support chapters.
    ///   - comments: `KEY=value`, for formats without other fields for a value.
    ///   - frames: whole frames of an ID3 tag of version 2.3.
    ///   - tags: tags from sources.
    public func describe(chapters: [ChapterMark], comments: [String], frames: [[UInt8]], tags: [PacketTags]) {
        for element in descendants {
            for tags in tags { tags.merge(into: element) }
            for frame in frames { Self.add(frame, to: element) }
            if !comments.isEmpty, let list = gst_tag_list_new_empty() {
                for comment in comments { cgst_add_text_tag(list, GST_TAG_EXTENDED_COMMENT, comment) }
                _ = cgst_merge_tags(element.pointer, list, 1)
                gst_tag_list_unref(list)
            }
            if !chapters.isEmpty { Self.setTableOfContents(chapters, of: element) }
        }
    }

    /// Adds a frame in the form in which GStreamer stores unknown frames.
    private static func add(_ frame: [UInt8], to element: Element) {
        guard let list = gst_tag_list_new_empty(), let buffer = gst_buffer_new_allocate(nil, gsize(frame.count), nil)
        else { return }
        gst_buffer_fill(buffer, 0, frame, gsize(frame.count))
        let name = String(decoding: frame.prefix(4), as: UTF8.self).lowercased()
        let caps = gst_caps_from_string("application/x-gst-id3v2-\(name)-frame,version=(int)3")
        if let sample = gst_sample_new(buffer, caps, nil, nil) {
            cgst_add_sample_tag(list, "private-id3v2-frame", sample)
            _ = cgst_merge_tags(element.pointer, list, 0)
            gst_sample_unref(sample)
        }
        gst_buffer_unref(buffer)
        if let caps { gst_caps_unref(caps) }
        gst_tag_list_unref(list)
    }

    private static func setTableOfContents(_ chapters: [ChapterMark], of element: Element) {
        guard let toc = gst_toc_new(GST_TOC_SCOPE_GLOBAL),
            let edition = gst_toc_entry_new(GST_TOC_ENTRY_TYPE_EDITION, "1")
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
}

extension PacketTags {
    /// The tags as comments of Ogg streams: `KEY=value`.
    public var comments: [String] {
        var list: UnsafeMutablePointer<GstTagList>?
        gst_event_parse_tag(event, &list)
        guard let list else { return [] }
        var comments: [String] = []
        for index in 0..<max(0, gst_tag_list_n_tags(list)) {
            let found = gst_tag_to_vorbis_comments(list, gst_tag_list_nth_tag_name(list, UInt32(index)))
            var node = found
            while let current = node {
                if let text = current.pointee.data {
                    comments.append(String(cString: text.assumingMemoryBound(to: CChar.self)))
                }
                node = current.pointee.next
            }
            g_list_free_full(found, g_free)
        }
        return comments
    }

    /// Whether the tags concern the whole file rather than a single stream.
    public var isGlobal: Bool {
        var list: UnsafeMutablePointer<GstTagList>?
        gst_event_parse_tag(event, &list)
        return list.map { gst_tag_list_get_scope($0) == GST_TAG_SCOPE_GLOBAL } ?? false
    }

    @MediaActor
    fileprivate func merge(into element: Element) {
        var list: UnsafeMutablePointer<GstTagList>?
        gst_event_parse_tag(event, &list)
        guard let list, let copy = gst_tag_list_copy(list) else { return }
        // Removes what applied only to the source file: its chapters, container and duration.
        for tag in [GST_TAG_CONTAINER_FORMAT, "private-id3v2-frame", GST_TAG_DURATION] {
            gst_tag_list_remove_tag(copy, tag)
        }
        _ = cgst_merge_tags(element.pointer, copy, 1)
        gst_tag_list_unref(copy)
    }
}
