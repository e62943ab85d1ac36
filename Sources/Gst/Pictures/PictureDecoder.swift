internal import CGStreamer

/// Decodes a picture file, to check whether it can be shown or to show it.
public enum PictureDecoder {
    public enum Outcome: Hashable, Sendable {
        case decoded
        /// The decoder's message.
        case failed(String)
        /// None of the required elements is installed.
        case noDecoder([String])
    }

    /// Blocks for about `seconds` at most; for an ordinary thread.
    ///
    /// - Parameters:
    ///   - mediaType: the detected type of the file, such as `image/png`.
    ///   - decoders: elements that decode such a file from a single buffer; the first installed one is used.
    public static func decode(
        fileAt path: String, length: Int, mediaType: String, decoders: [String], seconds: Int
    ) -> Outcome {
        switch run(path, length, mediaType, decoders, then: [], caps: nil, seconds: seconds) {
        case .success(let sample):
            gst_sample_unref(sample)
            return .decoded
        case .failure(let failure): return failure.outcome
        }
    }

    /// Returns the pixels of the picture, BGRx in native byte order, in rows without padding; nil if it cannot be
    /// decoded.
    ///
    /// Blocks for about `seconds` at most; for an ordinary thread.
    public static func pixels(
        ofFileAt path: String, length: Int, mediaType: String, decoders: [String], width: Int, height: Int, seconds: Int
    ) -> [UInt8]? {
        let format = 1.littleEndian == 1 ? "BGRx" : "xRGB"
        let caps = "video/x-raw,format=\(format),width=\(width),height=\(height),pixel-aspect-ratio=1/1"
        guard
            case .success(let sample) = run(
                path, length, mediaType, decoders, then: ["videoconvert", "videoscale", "capsfilter"], caps: caps,
                seconds: seconds)
        else { return nil }
        defer { gst_sample_unref(sample) }
        guard let buffer = gst_sample_get_buffer(sample) else { return nil }
        // With four bytes per pixel, rows need no padding.
        let size = width * height * 4
        guard size > 0, gst_buffer_get_size(buffer) == gsize(size) else { return nil }
        return [UInt8](unsafeUninitializedCapacity: size) { bytes, count in
            count = Int(gst_buffer_extract(buffer, 0, bytes.baseAddress, gsize(size)))
        }
    }

    private struct Failure: Error { let outcome: Outcome }

    /// - Parameters:
    ///   - others: elements after the decoder; the last one filters for `caps`.
    /// - Returns: a reference that the caller must release.
    private static func run(
        _ path: String, _ length: Int, _ mediaType: String, _ decoders: [String], then others: [String], caps: String?,
        seconds: Int
    ) -> Result<OpaquePointer, Failure> {
        do throws(GstFailure) { try Gst.initialize() } catch {
            return .failure(Failure(outcome: .failed(error.message)))
        }
        guard let factory = decoders.first(where: Gst.hasElement) else {
            return .failure(Failure(outcome: .noDecoder(decoders)))
        }
        let names: [String] = ["filesrc", "queue", "typefind", factory] + others + ["fakesink"]
        let parts = names.map { gst_element_factory_make($0, nil) }
        let elements = parts.compactMap { $0 }
        guard elements.count == parts.count, let pipeline = gst_pipeline_new("picture") else {
            for element in elements { gst_object_unref(element) }
            return .failure(Failure(outcome: .noDecoder(decoders)))
        }
        gst_object_ref_sink(pipeline)
        defer {
            gst_element_set_state(pipeline, GST_STATE_NULL)
            gst_object_unref(pipeline)
        }
        cgst_set_string(elements[0], "location", path)
        // The whole file in a single buffer, because libav decoders cannot take parts. The queue prevents pulls of
        // smaller ones.
        cgst_set_int(elements[0], "blocksize", gint(clamping: max(1, length)))
        setCaps(mediaType, "force-caps", of: elements[2])
        if let caps { setCaps(caps, "caps", of: elements[elements.count - 2]) }
        for element in elements { gst_bin_add(cgst_bin(pipeline), element) }
        for (upstream, downstream) in zip(elements, elements.dropFirst())
        where gst_element_link(upstream, downstream) == 0 {
            return .failure(Failure(outcome: .noDecoder(decoders)))
        }
        return run(pipeline, sink: elements[elements.count - 1], seconds: seconds)
    }

    private static func setCaps(_ text: String, _ property: String, of element: UnsafeMutablePointer<GstElement>) {
        let caps = gst_caps_from_string(text)
        cgst_set_pointer(element, property, UnsafeMutableRawPointer(caps))
        if let caps { gst_caps_unref(caps) }
    }

    private static func run(
        _ pipeline: UnsafeMutablePointer<GstElement>, sink: UnsafeMutablePointer<GstElement>, seconds: Int
    ) -> Result<OpaquePointer, Failure> {
        // Preroll is sufficient: one picture has been decoded and is at the sink.
        guard let bus = gst_element_get_bus(pipeline) else { return failed("it has no bus") }
        defer { gst_object_unref(bus) }
        gst_element_set_state(pipeline, GST_STATE_PAUSED)
        let kinds = GST_MESSAGE_ERROR.rawValue | GST_MESSAGE_ASYNC_DONE.rawValue | GST_MESSAGE_EOS.rawValue
        let patience = GstClockTime(max(1, seconds)) * 1_000_000_000
        guard let message = gst_bus_timed_pop_filtered(bus, patience, GstMessageType(rawValue: kinds)) else {
            return failed("decoding it takes too long")
        }
        defer { gst_message_unref(message) }
        if cgst_message_type(message) == GST_MESSAGE_ERROR {
            return failed(GstError(message, isError: true).message)
        }
        guard let sample = cgst_get_sample(sink, "last-sample") else { return failed("it holds no picture") }
        return .success(sample)
    }

    private static func failed(_ why: String) -> Result<OpaquePointer, Failure> {
        .failure(Failure(outcome: .failed(why)))
    }
}
