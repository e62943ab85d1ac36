internal import CGStreamer

/// The library as a whole.
public enum Gst {
    /// Loads the registry; cheap when called again.
    ///
    /// - Throws: ``GstFailure`` when GStreamer cannot start at all.
    public static func initialize() throws(GstFailure) {
        var error: UnsafeMutablePointer<GError>?
        guard gst_init_check(nil, nil, &error) != 0 else {
            throw GstFailure(message: takeMessage(error) ?? "GStreamer could not start")
        }
        gst_pb_utils_init()
    }

    /// `1.22.0` and the like.
    public static var version: String {
        var (major, minor, micro, nano): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
        gst_version(&major, &minor, &micro, &nano)
        return "\(major).\(minor).\(micro)"
    }

    /// Whether an element of this name is installed.
    public static func hasElement(_ name: String) -> Bool {
        guard let factory = gst_element_factory_find(name) else { return false }
        gst_object_unref(UnsafeMutableRawPointer(factory))
        return true
    }

    /// URI schemes that some installed source reads, lower case.
    public static func sourceSchemes() -> Set<String> {
        var schemes: Set<String> = []
        forEachFactory(sources) { factory in
            guard gst_element_factory_get_uri_type(factory) == GST_URI_SRC,
                var protocols = gst_element_factory_get_uri_protocols(factory)
            else { return }
            while let name = protocols.pointee {
                schemes.insert(String(cString: name).lowercased())
                protocols += 1
            }
        }
        return schemes
    }

    /// Media types of the containers and codecs that some installed demuxer, parser or decoder takes.
    public static func sinkMediaTypes() -> Set<String> {
        var types: Set<String> = []
        forEachFactory(decodables) { factory in
            var node = UnsafeMutablePointer(mutating: gst_element_factory_get_static_pad_templates(factory))
            while let list = node {
                node = list.pointee.next
                guard let template = list.pointee.data?.assumingMemoryBound(to: GstStaticPadTemplate.self),
                    template.pointee.direction == GST_PAD_SINK,
                    let caps = gst_static_caps_get(&template.pointee.static_caps)
                else { continue }
                for index in 0..<gst_caps_get_size(caps) {
                    guard let structure = gst_caps_get_structure(caps, index) else { continue }
                    types.insert(String(cString: gst_structure_get_name(structure)))
                }
                gst_caps_unref(caps)
            }
        }
        return types
    }

    // GST_ELEMENT_FACTORY_TYPE_* are macros of shifted 64-bit constants.
    private static let sources: GstElementFactoryListType = 1 << 2
    private static let decodables: GstElementFactoryListType = (1 << 0) | (1 << 5) | (1 << 6) | (1 << 8)

    private static func forEachFactory(_ type: GstElementFactoryListType, _ body: (OpaquePointer) -> Void) {
        let list = gst_element_factory_list_get_elements(type, GST_RANK_MARGINAL)
        var node = list
        while let current = node {
            if let data = current.pointee.data { body(OpaquePointer(data)) }
            node = current.pointee.next
        }
        gst_plugin_feature_list_free(list)
    }

    static func takeMessage(_ error: UnsafeMutablePointer<GError>?) -> String? {
        guard let error else { return nil }
        defer { g_error_free(error) }
        return String(cString: error.pointee.message)
    }
}

/// GStreamer refused something: its own words.
public struct GstFailure: Error, Sendable {
    public let message: String
    public init(message: String) { self.message = message }
}

extension Gst {
    /// The SHA-256 of `bytes`, as lower-case hexadecimal digits.
    public static func sha256(_ bytes: [UInt8]) -> String {
        guard let text = g_compute_checksum_for_data(G_CHECKSUM_SHA256, bytes, gsize(bytes.count)) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }
}
