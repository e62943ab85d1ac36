internal import CGStreamer

/// Decodes a picture's file to see whether it can be shown; the pixels are thrown away.
public enum PictureDecoder {
    public enum Outcome: Hashable, Sendable {
        case decoded
        /// Why, in the decoder's words.
        case failed(String)
        /// The elements that could do it are not installed.
        case noDecoder([String])
    }

    /// Blocks for at most about `seconds`: for an ordinary thread.
    ///
    /// - Parameters:
    ///   - mediaType: what the file was found to be, `image/png`.
    ///   - decoders: elements that decode such a file as one buffer; the first that is installed is used.
    public static func decode(
        fileAt path: String, length: Int, mediaType: String, decoders: [String], seconds: Int
    ) -> Outcome {
        do throws(GstFailure) { try Gst.initialize() } catch { return .failed(error.message) }
        guard let factory = decoders.first(where: Gst.hasElement) else { return .noDecoder(decoders) }
        let names: [String] = ["filesrc", "queue", "typefind", factory, "fakesink"]
        let parts = names.map { gst_element_factory_make($0, nil) }
        let elements = parts.compactMap { $0 }
        guard elements.count == parts.count, let pipeline = gst_pipeline_new("picture") else {
            for element in elements { gst_object_unref(element) }
            return .noDecoder(decoders)
        }
        gst_object_ref_sink(pipeline)
        defer {
            gst_element_set_state(pipeline, GST_STATE_NULL)
            gst_object_unref(pipeline)
        }
        cgst_set_string(elements[0], "location", path)
        // The whole in one buffer, because decoders of libav take no pieces: behind a queue nobody pulls smaller ones.
        cgst_set_int(elements[0], "blocksize", gint(clamping: max(1, length)))
        let caps = gst_caps_from_string(mediaType)
        cgst_set_pointer(elements[2], "force-caps", UnsafeMutableRawPointer(caps))
        if let caps { gst_caps_unref(caps) }
        for element in elements { gst_bin_add(cgst_bin(pipeline), element) }
        for (upstream, downstream) in zip(elements, elements.dropFirst())
        where gst_element_link(upstream, downstream) == 0 {
            return .noDecoder(decoders)
        }
        return run(pipeline, sink: elements[4], seconds: seconds)
    }

    private static func run(
        _ pipeline: UnsafeMutablePointer<GstElement>, sink: UnsafeMutablePointer<GstElement>, seconds: Int
    ) -> Outcome {
        // Pre-rolled is decoded: one picture is at the sink.
        guard let bus = gst_element_get_bus(pipeline) else { return .failed("it has no bus") }
        defer { gst_object_unref(bus) }
        gst_element_set_state(pipeline, GST_STATE_PAUSED)
        let kinds = GST_MESSAGE_ERROR.rawValue | GST_MESSAGE_ASYNC_DONE.rawValue | GST_MESSAGE_EOS.rawValue
        let patience = GstClockTime(max(1, seconds)) * 1_000_000_000
        guard let message = gst_bus_timed_pop_filtered(bus, patience, GstMessageType(rawValue: kinds)) else {
            return .failed("decoding it takes too long")
        }
        defer { gst_message_unref(message) }
        if cgst_message_type(message) == GST_MESSAGE_ERROR {
            return .failed(GstError(message, isError: true).message)
        }
        guard let sample = cgst_get_sample(sink, "last-sample") else { return .failed("it holds no picture") }
        gst_sample_unref(sample)
        return .decoded
    }
}
