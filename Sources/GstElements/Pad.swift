package import CGStreamer
public import GLibLoop

/// A pad, held by one reference.
@MediaActor
public final class Pad {
    /// Reference counts are atomic: `deinit` may run on any thread and only releases the reference.
    package nonisolated(unsafe) let pointer: UnsafeMutablePointer<GstPad>

    package init(adopting pointer: UnsafeMutablePointer<GstPad>) { self.pointer = pointer }

    deinit { gst_object_unref(pointer) }

    public var name: String {
        guard let name = gst_object_get_name(cgst_object(pointer)) else { return "" }
        defer { g_free(name) }
        return String(cString: name)
    }

    /// Whether the element has removed the pad, as sources do when a stream has ended.
    public var isRemoved: Bool {
        guard let parent = gst_object_get_parent(cgst_object(pointer)) else { return true }
        gst_object_unref(parent)
        return false
    }

    /// The source's id of the stream, which is unique within a file.
    public var streamID: String? {
        guard let id = gst_pad_get_stream_id(pointer) else { return nil }
        defer { g_free(id) }
        return String(cString: id)
    }

    /// Delays the data that leaves this source pad by a number of nanoseconds, from the next buffer on.
    public func delay(by nanoseconds: Int64) { gst_pad_set_offset(pointer, gint64(nanoseconds)) }

    public var isLinked: Bool { gst_pad_is_linked(pointer) != 0 }

    /// Links this source pad to a sink pad.
    public func link(to sink: Pad) throws(GstFailure) {
        let result = gst_pad_link(pointer, sink.pointer)
        guard result == GST_PAD_LINK_OK else {
            throw GstFailure(message: "\(name) does not link to \(sink.name) (\(result.rawValue))")
        }
    }

    /// Links this source pad to a sink pad without a caps query: a device would forward it to its server, which may
    /// never reply. The first data negotiates the format, on its own thread.
    public func linkUnasked(to sink: Pad) throws(GstFailure) {
        let result = gst_pad_link_full(pointer, sink.pointer, GST_PAD_LINK_CHECK_NOTHING)
        guard result == GST_PAD_LINK_OK else {
            throw GstFailure(message: "\(name) does not link to \(sink.name) (\(result.rawValue))")
        }
    }

    public func unlink(from sink: Pad) { gst_pad_unlink(pointer, sink.pointer) }

    /// Whether it has passed on a format, and so perhaps data.
    public var isNegotiated: Bool { gst_pad_has_current_caps(pointer) != 0 }

    /// The negotiated caps, else the possible ones: `audio/x-raw, rate=44100, …`.
    public var caps: String {
        guard let caps = gst_pad_get_current_caps(pointer) ?? gst_pad_query_caps(pointer, nil) else { return "" }
        defer { gst_caps_unref(caps) }
        guard let text = gst_caps_to_string(caps) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// The size of the video's frames, and the shape of their pixels; nil before it is known.
    public var frameShape: FrameShape? {
        guard let caps = gst_pad_get_current_caps(pointer) else { return nil }
        defer { gst_caps_unref(caps) }
        return FrameShape(caps)
    }

    /// The number of the sound's channels; nil before it is known, and of other streams.
    public var channels: Int? {
        guard let caps = gst_pad_get_current_caps(pointer) else { return nil }
        defer { gst_caps_unref(caps) }
        var count: Int32 = 0
        guard let structure = gst_caps_get_structure(caps, 0),
            gst_structure_get_int(structure, "channels", &count) != 0,
            count > 0
        else { return nil }
        return Int(count)
    }

    /// The usual duration of a frame in nanoseconds, by the frame rate of the caps; nil if that varies.
    public var frameDuration: Int64? {
        guard let caps = gst_pad_get_current_caps(pointer) else { return nil }
        defer { gst_caps_unref(caps) }
        var info = GstVideoInfo()
        guard gst_video_info_from_caps(&info, caps) != 0, info.fps_n > 0, info.fps_d > 0 else { return nil }
        return Int64(info.fps_d) * 1_000_000_000 / Int64(info.fps_n)
    }

    /// The name of the caps' first structure: `audio/x-raw`.
    public var mediaType: String { String(caps.prefix { $0 != "," && $0 != "(" }) }

    /// The language, title and other tags that the container has for the stream, but not those for the container
    /// itself.
    public var streamTags: TagSet {
        var tags = TagSet()
        var index: UInt32 = 0
        // There is one sticky tag event per scope.
        while let event = gst_pad_get_sticky_event(pointer, GST_EVENT_TAG, index) {
            defer { gst_event_unref(event) }
            index += 1
            var list: UnsafeMutablePointer<GstTagList>?
            gst_event_parse_tag(event, &list)
            guard let list, gst_tag_list_get_scope(list) == GST_TAG_SCOPE_STREAM else { continue }
            tags.merge(TagSet(list))
        }
        return tags
    }

    /// Whether the container marks the stream as a default one, or as one not to select.
    public var streamFlags: (isDefault: Bool, isUnwanted: Bool) {
        guard let event = gst_pad_get_sticky_event(pointer, GST_EVENT_STREAM_START, 0) else { return (false, false) }
        defer { gst_event_unref(event) }
        var flags = GstStreamFlags(rawValue: 0)
        gst_event_parse_stream_flags(event, &flags)
        return (
            flags.rawValue & GST_STREAM_FLAG_SELECT.rawValue != 0,
            flags.rawValue & GST_STREAM_FLAG_UNSELECT.rawValue != 0
        )
    }

    /// Sends a seek upstream from this sink pad's peer.
    ///
    /// - Returns: whether an element handled it, which does not guarantee success (docs/architecture.md, rule 3).
    public func sendSeek(_ seek: Seek) -> Bool { gst_pad_push_event(pointer, seek.event()) != 0 }

    /// Queries the duration upstream of this sink pad, in nanoseconds; nil if it is unknown.
    public func queryPeerDuration() -> Int64? {
        var value: gint64 = -1
        guard gst_pad_peer_query_duration(pointer, GST_FORMAT_TIME, &value) != 0, value >= 0 else { return nil }
        return Int64(value)
    }

    /// Queries whether time seeks are possible upstream of this sink pad.
    public func queryIsSeekable() -> Bool {
        guard let query = gst_query_new_seeking(GST_FORMAT_TIME) else { return false }
        defer { gst_query_unref(query) }
        guard gst_pad_peer_query(pointer, query) != 0 else { return false }
        var seekable: gboolean = 0
        gst_query_parse_seeking(query, nil, &seekable, nil, nil)
        return seekable != 0
    }
}

/// A time seek; the stop is always set (docs/architecture.md, rule 4).
public struct Seek: Sendable {
    public var rate: Double
    /// In nanoseconds of media time.
    public var start: Int64
    public var isAccurate: Bool
    /// For inaccurate seeks: to the key frame before the target, never to a closer one after it.
    public var snapsBack = false
    /// For a seek that another one follows: sound is not decoded.
    public var isMute = false
    /// Groups the events that this seek causes.
    public let sequence: UInt32

    public init(to start: Int64, rate: Double, isAccurate: Bool) {
        self.start = start
        self.rate = rate
        self.isAccurate = isAccurate
        sequence = gst_util_seqnum_next()
    }

    package func event() -> UnsafeMutablePointer<GstEvent>? {
        let accuracy = isAccurate ? GST_SEEK_FLAG_ACCURATE : GST_SEEK_FLAG_KEY_UNIT
        let snapping = snapsBack ? GST_SEEK_FLAG_SNAP_BEFORE.rawValue : 0
        let decoding = isMute ? GST_SEEK_FLAG_TRICKMODE_NO_AUDIO.rawValue : 0
        let flags = GST_SEEK_FLAG_FLUSH.rawValue | accuracy.rawValue | snapping | decoding
        let event = gst_event_new_seek(
            rate, GST_FORMAT_TIME, GstSeekFlags(rawValue: flags),
            GST_SEEK_TYPE_SET, gint64(start), GST_SEEK_TYPE_SET, gint64(bitPattern: cgst_clock_time_none()))
        if let event { gst_event_set_seqnum(event, sequence) }
        return event
    }
}
