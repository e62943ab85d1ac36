internal import CGStreamer

/// A bus message as a value, converted and released on the loop.
public struct PipelineMessage: Sendable {
    /// The content of the message; unused kinds are omitted.
    public enum Content: Sendable {
        case error(GstError)
        case warning(GstError)
        case endOfStream
        case asyncDone
        case stateChanged(old: Element.State, new: Element.State, pending: Element.State?)
        case buffering(percent: Int32, isLive: Bool)
        case durationChanged
        case latencyChanged
        case clockLost
        case missingPlugin(description: String, detail: String)
        case redirect(location: String)
        /// An end of stream of a child, forwarded by a pipeline with message forwarding.
        case childEndOfStream(ObjectIdentity)
        /// A decoder, a filter or a sink has dropped a frame that was late.
        case frameDropped
        /// A sound server asks its client to pause or to go on, for example because of a phone call.
        case stateRequested(Element.State)
        /// An adaptive demuxer (identified by its factory's name) has loaded a segment of its stream or the playlist
        /// itself.
        case partLoaded(demuxer: String, manifest: String, uri: String)
    }

    public let content: Content
    /// The object that posted the message.
    public let source: ObjectIdentity
    /// The source of the message and all its parents, innermost first.
    public let ancestry: [ObjectIdentity]

    init?(_ message: UnsafeMutablePointer<GstMessage>) {
        guard let content = Content(message) else { return nil }
        self.content = content
        ancestry = Self.ancestry(of: cgst_message_source(message))
        source = ancestry.first ?? ObjectIdentity(nil)
    }

    /// Streaming threads may remove elements from their bins meanwhile (as decodebin does), and the last reference
    /// frees the bin. Therefore each object is asked for its parent under its lock, and retained until the parent is
    /// known.
    private static func ancestry(of source: UnsafeMutablePointer<GstObject>?) -> [ObjectIdentity] {
        guard let source else { return [] }
        var ancestry: [ObjectIdentity] = []
        var held = gst_object_ref(source)?.assumingMemoryBound(to: GstObject.self)
        while let current = held {
            ancestry.append(ObjectIdentity(current))
            held = gst_object_get_parent(current)
            gst_object_unref(current)
        }
        return ancestry
    }

    /// Whether the message comes from `element` or one of its descendants.
    public func isFrom(_ identity: ObjectIdentity) -> Bool { ancestry.contains(identity) }
}

/// An error message of GStreamer.
public struct GstError: Sendable {
    /// The part of GStreamer that reports the error.
    public enum Domain: Sendable { case core, library, resource, stream, other }

    /// `GST_RESOURCE_ERROR_NO_SPACE_LEFT`, which sources never report. Here it means that the data exceeds the memory
    /// limit.
    static let tooLarge: Int32 = 14
    /// `GST_RESOURCE_ERROR_SETTINGS`, which sources never report. Here it means that the item may not name this.
    static let refused: Int32 = 13
    /// `GST_STREAM_ERROR_DECODE`.
    static let undecodable: Int32 = 7
    /// `GST_STREAM_ERROR_DEMUX`.
    static let damaged: Int32 = 9

    public let domain: Domain
    public let code: Int32
    public let message: String
    public let debug: String?
    /// From the details of souphttpsrc.
    public let httpStatus: Int32?
    /// The factory of the failed element.
    public let element: String

    public init(
        domain: Domain, code: Int32, message: String, debug: String? = nil, httpStatus: Int32? = nil,
        element: String = ""
    ) {
        self.domain = domain
        self.code = code
        self.message = message
        self.debug = debug
        self.httpStatus = httpStatus
        self.element = element
    }

    /// Whether a decoder has met the end of its stream before it had put out anything: the header is all that there is, or what
    /// was damaged. It passes on the end nonetheless (GstAudioDecoder, GstVideoDecoder).
    public var isOfNothing: Bool {
        domain == .stream && code == Self.undecodable && debug?.contains("no valid frames found") == true
    }
}

extension PipelineMessage.Content {
    fileprivate init?(_ message: UnsafeMutablePointer<GstMessage>) {
        switch cgst_message_type(message) {
        case GST_MESSAGE_ERROR:
            self = .error(GstError(message, isError: true))
        case GST_MESSAGE_WARNING:
            self = .warning(GstError(message, isError: false))
        case GST_MESSAGE_EOS:
            self = .endOfStream
        case GST_MESSAGE_ASYNC_DONE:
            self = .asyncDone
        case GST_MESSAGE_STATE_CHANGED:
            var (old, new, pending) = (GST_STATE_NULL, GST_STATE_NULL, GST_STATE_NULL)
            gst_message_parse_state_changed(message, &old, &new, &pending)
            self = .stateChanged(
                old: .init(old), new: .init(new), pending: pending == GST_STATE_VOID_PENDING ? nil : .init(pending))
        case GST_MESSAGE_BUFFERING:
            var percent: gint = 100
            gst_message_parse_buffering(message, &percent)
            var mode = GST_BUFFERING_STREAM
            gst_message_parse_buffering_stats(message, &mode, nil, nil, nil)
            self = .buffering(percent: percent, isLive: mode == GST_BUFFERING_LIVE)
        case GST_MESSAGE_DURATION_CHANGED:
            self = .durationChanged
        case GST_MESSAGE_LATENCY:
            self = .latencyChanged
        case GST_MESSAGE_CLOCK_LOST:
            self = .clockLost
        case GST_MESSAGE_QOS:
            self = .frameDropped
        case GST_MESSAGE_REQUEST_STATE:
            var state = GST_STATE_VOID_PENDING
            gst_message_parse_request_state(message, &state)
            self = .stateRequested(.init(state))
        case GST_MESSAGE_ELEMENT:
            self.init(elementMessage: message)
        default:
            return nil
        }
    }

    private init?(elementMessage message: UnsafeMutablePointer<GstMessage>) {
        if gst_is_missing_plugin_message(message) != 0 {
            let description = gst_missing_plugin_message_get_description(message)
            let detail = gst_missing_plugin_message_get_installer_detail(message)
            defer {
                g_free(description)
                g_free(detail)
            }
            self = .missingPlugin(
                description: description.map { String(cString: $0) } ?? "a plugin",
                detail: detail.map { String(cString: $0) } ?? "")
            return
        }
        guard let structure = gst_message_get_structure(message) else { return nil }
        switch String(cString: gst_structure_get_name(structure)) {
        case "redirect":
            guard let location = gst_structure_get_string(structure, "new-location") else { return nil }
            self = .redirect(location: String(cString: location))
        case "adaptive-streaming-statistics":
            guard let manifest = gst_structure_get_string(structure, "manifest-uri"),
                let uri = gst_structure_get_string(structure, "uri"), let source = cgst_message_source(message)
            else { return nil }
            // Only demuxers post this message, and they are elements.
            self = .partLoaded(
                demuxer: String(cString: cgst_element_factory_name(cgst_element(source))),
                manifest: String(cString: manifest), uri: String(cString: uri))
        case "GstBinForwarded":
            guard let value = gst_structure_get_value(structure, "message"),
                let boxed = g_value_get_boxed(value)
            else { return nil }
            let inner = boxed.assumingMemoryBound(to: GstMessage.self)
            guard cgst_message_type(inner) == GST_MESSAGE_EOS else { return nil }
            self = .childEndOfStream(ObjectIdentity(cgst_message_source(inner)))
        default:
            return nil
        }
    }
}

extension GstError {
    init(_ message: UnsafeMutablePointer<GstMessage>, isError: Bool) {
        var error: UnsafeMutablePointer<GError>?
        var debug: UnsafeMutablePointer<gchar>?
        var details: UnsafePointer<GstStructure>?
        if isError {
            gst_message_parse_error(message, &error, &debug)
            gst_message_parse_error_details(message, &details)
        } else {
            gst_message_parse_warning(message, &error, &debug)
        }
        var status: guint = 0
        let hasStatus = details.map { gst_structure_get_uint($0, "http-status-code", &status) != 0 } ?? false
        let quark = error?.pointee.domain
        let domain: Domain =
            switch quark {
            case gst_core_error_quark(): .core
            case gst_library_error_quark(): .library
            case gst_resource_error_quark(): .resource
            case gst_stream_error_quark(): .stream
            default: .other
            }
        let source = cgst_message_source(message)
        let isElement =
            source.map {
                g_type_check_instance_is_a(
                    UnsafeMutableRawPointer($0).assumingMemoryBound(to: GTypeInstance.self), gst_element_get_type())
                    != 0
            } ?? false
        self.init(
            domain: domain, code: error?.pointee.code ?? 0,
            message: error.map { String(cString: $0.pointee.message) } ?? "unknown error",
            debug: debug.map { String(cString: $0) }, httpStatus: hasStatus ? Int32(bitPattern: status) : nil,
            element: isElement ? String(cString: cgst_element_factory_name(cgst_element(source))) : "")
        if let error { g_error_free(error) }
        g_free(debug)
    }
}
