internal import CGStreamer
internal import MediaContainers
internal import Synchronization

/// Lets FLAC streams that were put together in one file be read as one stream.
///
/// `flacparse` (1.22) takes what is between them for damage, and the times of the second stream for earlier ones than those
/// before: nothing of it is heard.
final class FLACJoin: Sendable {
    /// `@unchecked`: the source is used under the lock only.
    private struct State: @unchecked Sendable {
        var isRead = false
        /// Nil for any other file.
        var whole: FLACWhole?
        var source: ByteSource?
    }

    private let state = Mutex(State())
    private let path: String

    private init(_ path: String) { self.path = path }

    /// Attaches to the source of a local file; does nothing to other elements.
    static func attach(to source: UnsafeMutablePointer<GstElement>, uri: String) {
        guard cgst_factory_is(source, "filesrc") != 0, let name = g_filename_from_uri(uri, nil, nil) else { return }
        defer { g_free(name) }
        let join = FLACJoin(String(cString: name))
        source.withPad("src") { pad in
            pad.filter([.blocking, .pulled]) { join.read($0) }
            pad.observe([.upstreamQueries, .pulled]) { join.answer($0) }
        }
    }

    private func read(_ passing: PassingData) -> PadVerdict {
        guard !passing.traffic.contains(.buffers) else { return .letThrough }
        let (offset, size) = (passing.info.pointee.offset, passing.info.pointee.size)
        return state.withLock { state in
            open(&state)
            guard let whole = state.whole, let source = state.source else { return .letThrough }
            let bytes = (try? whole.read(at: Int64(clamping: offset), count: Int(size), from: source)) ?? []
            // Readers that bring their own buffer want it filled.
            if let own = cgst_probe_buffer(passing.info) {
                gst_buffer_set_size(own, gssize(gst_buffer_fill(own, 0, bytes, gsize(bytes.count))))
                return .drop
            }
            guard !bytes.isEmpty, let buffer = gst_buffer_new_allocate(nil, gsize(bytes.count), nil) else {
                return .drop
            }
            gst_buffer_fill(buffer, 0, bytes, gsize(bytes.count))
            (buffer.pointee.offset, buffer.pointee.offset_end) = (offset, offset + guint64(bytes.count))
            passing.pass(buffer)
            // A buffer that is there already takes the place of what the source would read, and none is the end
            // (gst_pad_get_range_unchecked).
            return .drop
        }
    }

    private func open(_ state: inout State) {
        guard !state.isRead else { return }
        state.isRead = true
        guard let source = try? ByteSource.file(path), let whole = FLACWhole(source) else { return }
        (state.whole, state.source) = (whole, source)
    }

    private func answer(_ passing: PassingData) {
        guard let query = passing.query, cgst_query_type(query) == GST_QUERY_DURATION else { return }
        let length = state.withLock { state in
            open(&state)
            return state.whole?.length
        }
        guard let length else { return }
        var (format, end) = (GST_FORMAT_UNDEFINED, gint64(0))
        gst_query_parse_duration(query, &format, &end)
        if format == GST_FORMAT_BYTES { gst_query_set_duration(query, format, gint64(length)) }
    }
}
