internal import CGStreamer
internal import MediaContainers

/// Asks a ``ResourceRule`` before any source of an item opens anything.
///
/// Adaptive demuxers make sources of their own, some of which are in no bin (`GstUriDownloader` fetches playlists, keys and
/// DASH's external elements), and give one source several addresses in turn. So the rule is asked where every element goes
/// from ready to paused, by a function that stands in for the one of `GstElement`'s class, which all classes call. The rule
/// comes as a `GstContext`: the element or a bin around it has it, or a demuxer forwards the request for it.
///
/// Sources without a rule are mediad's own. Where a request ends up is ``ConnectionDoor``'s and ``RTSPDoor``'s.
enum SourceDoor {
    private typealias ChangeState =
        @convention(c) (UnsafeMutablePointer<GstElement>?, GstStateChange) -> GstStateChangeReturn

    /// Where refusals come from, as GStreamer names the place.
    static let file = "Gst/SourceDoor.swift"
    private static let contextType = "org.mediad.resources"
    private static let rule = g_quark_from_string("mediad-resource-rule")

    /// The function of the class, which is replaced once; nil only if the class has none.
    private static let original: ChangeState? = {
        guard let type = g_type_class_ref(gst_element_get_type()) else { return nil }
        let methods = type.assumingMemoryBound(to: GstElementClass.self)
        defer { methods.pointee.change_state = guarded }
        return methods.pointee.change_state
    }()

    /// Must be called before the first source is made: classes copy the function when they are made. Repeated calls do
    /// nothing.
    static func install() { _ = original }

    /// Gives an element, and whatever it will contain, a rule.
    ///
    /// - Parameter element: in its bin. A bin that takes in an element with a context posts a message that holds the pipeline,
    ///   and a pipeline that is never opened does not drop its messages.
    static func attach(_ resources: ResourceRule, to element: UnsafeMutablePointer<GstElement>) {
        guard let context = gst_context_new(contextType, 1) else { return }
        gst_mini_object_set_qdata(cgst_mini_object(context), rule, Unmanaged.passRetained(resources).toOpaque()) {
            if let resources = $0 { Unmanaged<ResourceRule>.fromOpaque(resources).release() }
        }
        gst_element_set_context(element, context)
        cgst_context_unref(context)
    }

    private static let guarded: ChangeState = { element, transition in
        if let element, opens(element, in: transition), let refusal = refusal(of: element) {
            refuse(element, because: refusal)
            return GST_STATE_CHANGE_FAILURE
        }
        return original?(element, transition) ?? GST_STATE_CHANGE_FAILURE
    }

    /// Whether an element opens its address in a change of state, or right before it asks the function of its class.
    private static func opens(_ element: UnsafeMutablePointer<GstElement>, in transition: GstStateChange) -> Bool {
        switch transition {
        case GST_STATE_CHANGE_READY_TO_PAUSED: true
        case GST_STATE_CHANGE_NULL_TO_READY:
            cgst_is_uri_source(element) != 0 && address(of: element).map(RTSPDoor.isRTSP) ?? false
        default: false
        }
    }

    /// Posts that a source does not open what it is to open.
    static func refuse(_ element: UnsafeMutablePointer<GstElement>, because refusal: String) {
        gst_element_message_full(
            element, GST_MESSAGE_ERROR, gst_resource_error_quark(), GstError.refused, g_strdup(refusal), nil, file,
            #function, Int32(#line))
    }

    private static func refusal(of element: UnsafeMutablePointer<GstElement>) -> String? {
        guard cgst_is_uri_source(element) != 0, let uri = address(of: element), let resources = resources(of: element)
        else { return nil }
        if let refusal = resources.refusal(of: uri) { return refusal }
        ConnectionDoor.expect(uri, from: element, under: resources)
        RTSPDoor.expect(uri, from: element, under: resources)
        // Opening a pipe waits for a writer, and a device may never end. What is missing is told by the source.
        guard !resources.isItem(uri), let path = g_filename_from_uri(uri, nil, nil) else { return nil }
        defer { g_free(path) }
        let isOther = g_file_test(path, G_FILE_TEST_EXISTS) != 0 && g_file_test(path, G_FILE_TEST_IS_REGULAR) == 0
        return isOther ? "It names '\(String(cString: path))', which is not a file." : nil
    }

    private static func address(of element: UnsafeMutablePointer<GstElement>) -> String? {
        guard let uri = gst_uri_handler_get_uri(OpaquePointer(element)) else { return nil }
        defer { g_free(uri) }
        return String(cString: uri)
    }

    private static func resources(of element: UnsafeMutablePointer<GstElement>) -> ResourceRule? {
        if let found = stored(in: element) { return found }
        // An element may keep no contexts of its own.
        var owner = gst_object_get_parent(cgst_object(element))
        while let object = owner {
            defer { gst_object_unref(object) }
            if let bin = cgst_is_bin(object) != 0 ? cgst_element(object) : nil, let found = stored(in: bin) {
                return found
            }
            owner = gst_object_get_parent(object)
        }
        gst_element_post_message(element, gst_message_new_need_context(cgst_object(element), contextType))
        return stored(in: element)
    }

    private static func stored(in element: UnsafeMutablePointer<GstElement>) -> ResourceRule? {
        guard let context = gst_element_get_context(element, contextType) else { return nil }
        defer { cgst_context_unref(context) }
        return gst_mini_object_get_qdata(cgst_mini_object(context), rule).map {
            Unmanaged<ResourceRule>.fromOpaque($0).takeUnretainedValue()
        }
    }
}
