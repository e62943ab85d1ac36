internal import CGStreamer
public import GLibLoop

/// A pad, held by one reference.
@MediaActor
public final class Pad {
    /// Reference counts are atomic: `deinit`, on whatever thread, only gives the reference back.
    nonisolated(unsafe) let pointer: UnsafeMutablePointer<GstPad>

    init(adopting pointer: UnsafeMutablePointer<GstPad>) { self.pointer = pointer }

    deinit { gst_object_unref(pointer) }

    public var name: String {
        guard let name = gst_object_get_name(cgst_object(pointer)) else { return "" }
        defer { g_free(name) }
        return String(cString: name)
    }

    /// Whether its element took it away, as sources do with a stream that ended.
    public var isRemoved: Bool {
        guard let parent = gst_object_get_parent(cgst_object(pointer)) else { return true }
        gst_object_unref(parent)
        return false
    }

    /// What the source calls the stream that flows here; within one file another for each.
    public var streamID: String? {
        guard let id = gst_pad_get_stream_id(pointer) else { return nil }
        defer { g_free(id) }
        return String(cString: id)
    }

    /// Nanoseconds by which what leaves this source pad comes later than it says, from the next piece on.
    public func delay(by nanoseconds: Int64) { gst_pad_set_offset(pointer, gint64(nanoseconds)) }

    public var isLinked: Bool { gst_pad_is_linked(pointer) != 0 }

    /// Links this source pad to a sink pad.
    public func link(to sink: Pad) throws(GstFailure) {
        let result = gst_pad_link(pointer, sink.pointer)
        guard result == GST_PAD_LINK_OK else {
            throw GstFailure(message: "\(name) does not link to \(sink.name) (\(result.rawValue))")
        }
    }

    /// Links this source pad to a sink pad without asking either what it takes: a device would ask its server, which may
    /// never answer. The first data finds out, on its own thread.
    public func linkUnasked(to sink: Pad) throws(GstFailure) {
        let result = gst_pad_link_full(pointer, sink.pointer, GST_PAD_LINK_CHECK_NOTHING)
        guard result == GST_PAD_LINK_OK else {
            throw GstFailure(message: "\(name) does not link to \(sink.name) (\(result.rawValue))")
        }
    }

    public func unlink(from sink: Pad) { gst_pad_unlink(pointer, sink.pointer) }

    /// The negotiated caps, else what the pad could do: `audio/x-raw, rate=44100, …`.
    public var caps: String {
        guard let caps = gst_pad_get_current_caps(pointer) ?? gst_pad_query_caps(pointer, nil) else { return "" }
        defer { gst_caps_unref(caps) }
        guard let text = gst_caps_to_string(caps) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// How large the picture is to be shown, in square pixels as high as its own; nil before it is known.
    public var pictureSize: (width: Int, height: Int)? {
        guard let caps = gst_pad_get_current_caps(pointer) else { return nil }
        defer { gst_caps_unref(caps) }
        var info = GstVideoInfo()
        guard gst_video_info_from_caps(&info, caps) != 0, info.par_n > 0, info.par_d > 0 else { return nil }
        return (Int(info.width) * Int(info.par_n) / Int(info.par_d), Int(info.height))
    }

    /// The name of the caps' first structure: `audio/x-raw`.
    public var mediaType: String { String(caps.prefix { $0 != "," && $0 != "(" }) }

    /// The language, title and so on of the stream that flows here: what the container says of the stream, not of itself.
    public var streamTags: TagSet {
        var tags = TagSet()
        var index: UInt32 = 0
        // Tags are sticky once a scope.
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

    /// Whether the container marks the stream as one to play by default, or as not.
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
    /// - Returns: whether somebody took it; that is no promise that it works (docs/architecture.md, rule 3).
    public func sendSeek(_ seek: Seek) -> Bool { gst_pad_push_event(pointer, seek.event()) != 0 }

    /// Asked upstream of this sink pad; in nanoseconds, nil when unknown.
    public func queryPeerDuration() -> Int64? {
        var value: gint64 = -1
        guard gst_pad_peer_query_duration(pointer, GST_FORMAT_TIME, &value) != 0, value >= 0 else { return nil }
        return Int64(value)
    }

    /// Whether a time seek would be answered upstream of this sink pad.
    public func queryIsSeekable() -> Bool {
        guard let query = gst_query_new_seeking(GST_FORMAT_TIME) else { return false }
        defer { gst_query_unref(query) }
        guard gst_pad_peer_query(pointer, query) != 0 else { return false }
        var seekable: gboolean = 0
        gst_query_parse_seeking(query, nil, &seekable, nil, nil)
        return seekable != 0
    }
}

/// A time seek; the stop is always named (docs/architecture.md, rule 4).
public struct Seek: Sendable {
    public var rate: Double
    /// Nanoseconds of media time.
    public var start: Int64
    public var isAccurate: Bool
    /// Where it is not accurate: to the key frame before, never to a nearer one behind.
    public var snapsBack = false
    /// Groups the events that this seek causes.
    public let sequence: UInt32

    public init(to start: Int64, rate: Double, isAccurate: Bool) {
        self.start = start
        self.rate = rate
        self.isAccurate = isAccurate
        sequence = gst_util_seqnum_next()
    }

    func event() -> UnsafeMutablePointer<GstEvent>? {
        let accuracy = isAccurate ? GST_SEEK_FLAG_ACCURATE : GST_SEEK_FLAG_KEY_UNIT
        let snapping = snapsBack ? GST_SEEK_FLAG_SNAP_BEFORE.rawValue : 0
        let event = gst_event_new_seek(
            rate, GST_FORMAT_TIME, GstSeekFlags(rawValue: GST_SEEK_FLAG_FLUSH.rawValue | accuracy.rawValue | snapping),
            GST_SEEK_TYPE_SET, gint64(start), GST_SEEK_TYPE_SET, gint64(bitPattern: cgst_clock_time_none()))
        if let event { gst_event_set_seqnum(event, sequence) }
        return event
    }
}
