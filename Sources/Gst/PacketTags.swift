internal import CGStreamer

/// A tag event. `@unchecked`: counted atomically and never modified.
public final class PacketTags: @unchecked Sendable {
    let event: UnsafeMutablePointer<GstEvent>

    init(_ event: UnsafeMutablePointer<GstEvent>) {
        gst_event_ref(event)
        self.event = event
    }

    deinit { gst_event_unref(event) }

    /// The tags without pictures.
    public var withoutPictures: PacketTags {
        var list: UnsafeMutablePointer<GstTagList>?
        gst_event_parse_tag(event, &list)
        guard let list, let copy = gst_tag_list_copy(list) else { return self }
        for tag in [GST_TAG_IMAGE, GST_TAG_PREVIEW_IMAGE] { gst_tag_list_remove_tag(copy, tag) }
        guard let changed = gst_event_new_tag(copy) else { return self }
        defer { gst_event_unref(changed) }
        return PacketTags(changed)
    }
}
