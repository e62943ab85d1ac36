internal import CGStreamer
internal import GstWorkarounds
public import MediaContainers

/// Decodes single pictures of a local item, one after the other.
///
/// For a process that does nothing else: every call blocks, and damaged media may end the process. Only the video is
/// decoded, by one thread and without hardware, which playback may need.
public final class FrameGrabber {
    /// A decoded picture.
    public struct Frame: Sendable {
        /// Red, green, blue and an unused byte of each pixel, in rows without padding.
        public var pixels: [UInt8]
        public var width: Int
        public var height: Int
        /// The position in the item, in nanoseconds.
        public var time: Int64
    }

    /// Why there is no picture: a clause.
    public struct Failure: Error, Sendable {
        /// A clause about the item.
        public var message: String
        /// Whether time ran out: on a machine with less to do, the picture may be there.
        public var isSlow = false
    }

    private let pipeline: UnsafeMutablePointer<GstElement>
    private let sink: UnsafeMutablePointer<GstElement>
    private let bus: UnsafeMutablePointer<GstBus>
    private let patience: GstClockTime

    /// Opens an item and decodes its first picture.
    ///
    /// - Parameters:
    ///   - width: of the pictures in pixels, whose height follows from their shape; nil: as they are.
    ///   - orientation: how frames are stored according to the file; nil: what GStreamer reads of it counts.
    ///   - resources: what the item may name.
    ///   - seconds: the longest time for the opening, and again for each picture.
    public init(
        uri: String, width: Int?, orientation: PictureTurn? = nil, resources: ResourceRule.Permissions, seconds: Int
    ) throws(Failure) {
        patience = GstClockTime(max(1, seconds)) * 1_000_000_000
        // Scaled last: videoflip (1.22) does not exchange ranges of sizes.
        let names = [
            "uridecodebin", "deinterlace", "videoconvert", "videoflip", "videoscale", "videoconvert", "capsfilter",
            "fakesink",
        ]
        let parts = names.map { gst_element_factory_make($0, nil) }
        let elements = parts.compactMap { $0 }
        guard elements.count == parts.count, let pipeline = gst_pipeline_new("pictures"),
            let bus = gst_element_get_bus(pipeline)
        else {
            for element in elements { gst_object_unref(element) }
            throw Failure(message: "GStreamer's base plugins are not installed")
        }
        gst_object_ref_sink(pipeline)
        (self.pipeline, self.bus, sink) = (pipeline, bus, elements[7])
        for element in elements { gst_bin_add(cgst_bin(pipeline), element) }
        for (upstream, downstream) in zip(elements[1...], elements[2...]) { gst_element_link(upstream, downstream) }
        Soup.load(for: uri)
        cgst_set_string(elements[0], "uri", uri)
        SourceDoor.attach(ResourceRule(item: uri, permissions: resources), to: elements[0])
        // Averages the pixels that become one; the default takes two of them, and flickers.
        cgst_set_int(elements[4], "method", 4)
        // A frame of one field: what looks at frames before it (yadif) makes a comb of the first one behind a seek.
        Self.set("fields", of: elements[1], to: "top")
        Self.set("method", of: elements[1], to: "linear")
        Self.set("video-direction", of: elements[3], to: orientation?.direction ?? "auto")
        if let pad = gst_element_get_static_pad(elements[3], "sink") {
            StatedColours.attach(to: pad)
            gst_object_unref(pad)
        }
        let size = width.map { ",width=\($0),height=[1,\($0 * Self.tallest)],pixel-aspect-ratio=1/1" } ?? ""
        let caps = gst_caps_from_string("video/x-raw,format=RGBx" + size)
        cgst_set_pointer(elements[6], "caps", UnsafeMutableRawPointer(caps))
        if let caps { gst_caps_unref(caps) }
        cgst_set_bool(sink, "sync", 0)
        Self.connect(elements[0], to: elements[1])
        gst_element_set_state(pipeline, GST_STATE_PAUSED)
        try settle()
    }

    /// Pictures are at most this many times as high as wide.
    private static let tallest = 8

    deinit {
        gst_element_set_state(pipeline, GST_STATE_NULL)
        gst_object_unref(bus)
        gst_object_unref(pipeline)
    }

    /// The picture where the item stands.
    public func frame() throws(Failure) -> Frame {
        guard !isAtEnd, let sample = cgst_get_sample(sink, "last-sample") else {
            throw Failure(message: "the file has no picture there; it may end earlier, or be damaged")
        }
        defer { gst_sample_unref(sample) }
        var info = GstVideoInfo()
        guard let caps = gst_sample_get_caps(sample), gst_video_info_from_caps(&info, caps) != 0,
            let buffer = gst_sample_get_buffer(sample)
        else { throw Failure(message: "its picture cannot be read") }
        let (width, height) = (Int(info.width), Int(info.height))
        // With four bytes a pixel, rows have no padding.
        let size = width * height * 4
        guard size > 0, gst_buffer_get_size(buffer) >= gsize(size) else {
            throw Failure(message: "its picture cannot be read")
        }
        let pixels = [UInt8](unsafeUninitializedCapacity: size) { bytes, count in
            count = Int(gst_buffer_extract(buffer, 0, bytes.baseAddress, gsize(size)))
        }
        guard pixels.count == size else { throw Failure(message: "its picture cannot be read") }
        return Frame(pixels: pixels, width: width, height: height, time: time(of: buffer, in: sample))
    }

    /// The picture at a time, or the nearest one that is decoded without others.
    ///
    /// - Parameters:
    ///   - nanoseconds: a position in the item.
    ///   - exact: whether the very picture is wanted, however long decoding up to it takes.
    public func frame(at nanoseconds: Int64, exact: Bool) throws(Failure) -> Frame {
        let exactly = GST_SEEK_FLAG_ACCURATE.rawValue
        let keyUnit = GST_SEEK_FLAG_KEY_UNIT.rawValue
        try seek(nanoseconds, exact ? exactly : keyUnit | GST_SEEK_FLAG_SNAP_NEAREST.rawValue)
        // Behind the last picture there is none.
        if isAtEnd { try seek(nanoseconds, keyUnit | GST_SEEK_FLAG_SNAP_BEFORE.rawValue) }
        return try frame()
    }

    private func seek(_ nanoseconds: Int64, _ how: UInt32) throws(Failure) {
        while let old = gst_bus_pop(bus) { gst_message_unref(old) }
        let flags = GstSeekFlags(rawValue: GST_SEEK_FLAG_FLUSH.rawValue | how)
        let time = gint64(max(0, nanoseconds))
        guard
            gst_element_seek(
                pipeline, 1, GST_FORMAT_TIME, flags, GST_SEEK_TYPE_SET, time, GST_SEEK_TYPE_SET,
                gint64(bitPattern: cgst_clock_time_none())) != 0
        else { throw Failure(message: "it does not support seeking") }
        try settle()
    }

    /// Waits until a picture or the end has reached the sink.
    private func settle() throws(Failure) {
        let kinds = GST_MESSAGE_ERROR.rawValue | GST_MESSAGE_ASYNC_DONE.rawValue | GST_MESSAGE_EOS.rawValue
        guard let message = gst_bus_timed_pop_filtered(bus, patience, GstMessageType(rawValue: kinds)) else {
            throw Failure(
                message: "decoding a picture takes longer than \(patience / 1_000_000_000) seconds", isSlow: true)
        }
        defer { gst_message_unref(message) }
        guard cgst_message_type(message) == GST_MESSAGE_ERROR else { return }
        throw Failure(message: "GStreamer reports: \(GstError(message, isError: true).message)")
    }

    private var isAtEnd: Bool {
        guard let pad = gst_element_get_static_pad(sink, "sink") else { return true }
        defer { gst_object_unref(pad) }
        guard let end = gst_pad_get_sticky_event(pad, GST_EVENT_EOS, 0) else { return false }
        gst_event_unref(end)
        return true
    }

    private func time(of buffer: UnsafeMutablePointer<GstBuffer>, in sample: OpaquePointer) -> Int64 {
        let stamp = cgst_buffer_pts(buffer)
        guard let segment = gst_sample_get_segment(sample), stamp != cgst_clock_time_none() else { return 0 }
        let time = gst_segment_to_stream_time(segment, GST_FORMAT_TIME, stamp)
        return time == cgst_clock_time_none() ? 0 : Int64(clamping: time)
    }

    // MARK: Callbacks, on streaming threads

    private static func connect(_ source: UnsafeMutablePointer<GstElement>, to scaler: UnsafeMutablePointer<GstElement>)
    {
        func connect(_ signal: String, _ handler: GCallback) {
            g_signal_connect_data(source, signal, handler, UnsafeMutableRawPointer(scaler), nil, GConnectFlags(0))
        }
        // GLib's type for all handlers. Each has the signature of its signal.
        connect("pad-added", unsafeBitCast(padAdded, to: GCallback.self))
        connect("autoplug-continue", unsafeBitCast(goesOn, to: GCallback.self))
        connect("autoplug-select", unsafeBitCast(selects, to: GCallback.self))
        connect("deep-element-added", unsafeBitCast(elementAdded, to: GCallback.self))
    }

    /// Links the first video. Other pads stay without a link, so that nothing of them is decoded.
    private static let padAdded:
        @convention(c) (UnsafeMutablePointer<GstElement>, UnsafeMutablePointer<GstPad>, gpointer) -> Void = {
            _, pad, data in
            let scaler = data.assumingMemoryBound(to: GstElement.self)
            guard let caps = gst_pad_get_current_caps(pad) ?? gst_pad_query_caps(pad, nil) else { return }
            defer { gst_caps_unref(caps) }
            guard FrameGrabber.name(of: caps)?.hasPrefix("video/x-raw") == true,
                let entry = gst_element_get_static_pad(scaler, "sink")
            else { return }
            if gst_pad_is_linked(entry) == 0 { gst_pad_link(pad, entry) }
            gst_object_unref(entry)
        }

    /// Whether a stream is decoded.
    private static let goesOn:
        @convention(c) (
            UnsafeMutablePointer<GstElement>, UnsafeMutablePointer<GstPad>, UnsafeMutablePointer<GstCaps>?, gpointer
        ) -> gboolean = { _, _, caps, _ in
            guard let caps, let name = FrameGrabber.name(of: caps) else { return 1 }
            return ["audio/", "text/", "subpicture/", "closedcaption/"].contains { name.hasPrefix($0) } ? 0 : 1
        }

    /// Tries an element (0) or leaves it out (2).
    private static let selects:
        @convention(c) (
            UnsafeMutablePointer<GstElement>, UnsafeMutablePointer<GstPad>, UnsafeMutablePointer<GstCaps>?,
            OpaquePointer?, gpointer
        ) -> CInt = { _, _, _, factory, _ in
            guard let factory, let text = gst_element_factory_get_metadata(factory, GST_ELEMENT_METADATA_KLASS) else {
                return 0
            }
            return String(cString: text).contains("Hardware") ? 2 : 0
        }

    private static let elementAdded:
        @convention(c) (
            UnsafeMutablePointer<GstBin>, UnsafeMutablePointer<GstBin>, UnsafeMutablePointer<GstElement>, gpointer
        ) -> Void = { _, _, element, _ in
            DemuxerLimit.attach(to: element)
            DemuxerTimes.correct(element)
            MovieEdits(movesSound: false).attach(to: element)
            SoupGuard.attach(to: element)
            // A decoder with several threads gives its first picture only when each thread has one.
            for property in ["max-threads", "threads", "n-threads"] where cgst_has_property(element, property) != 0 {
                FrameGrabber.set(property, of: element, to: "1")
            }
        }

    private static func set(
        _ name: String, of element: UnsafeMutablePointer<GstElement>, to value: String
    ) {
        gst_util_set_object_arg(UnsafeMutableRawPointer(element).assumingMemoryBound(to: GObject.self), name, value)
    }

    private static func name(of caps: UnsafeMutablePointer<GstCaps>) -> String? {
        guard gst_caps_get_size(caps) > 0, let structure = gst_caps_get_structure(caps, 0),
            let name = gst_structure_get_name(structure)
        else { return nil }
        return String(cString: name)
    }
}
