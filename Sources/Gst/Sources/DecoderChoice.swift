internal import CGStreamer
internal import GLibLoop

/// Leaves out decoders that have refused an item, so that the next one by rank is tried.
///
/// decodebin takes the highest ranked decoder whose caps match, and has no other answer to a decoder that fails at the first
/// data: `flacdec` (1.22 to 1.26) refuses 32 bits, which `avdec_flac` decodes.
final class DecoderChoice: Sendable {
    private let refused: Set<String>

    /// - Parameter factories: of the decoders that are left out.
    init(leavingOut factories: [String]) { refused = Set(factories) }

    /// Chooses for a decodebin. Must be called before the start.
    @MediaActor
    func attach(to element: Element) {
        element.connect("autoplug-select", unsafeBitCast(Self.select, to: GCallback.self), context: self)
    }

    /// GstAutoplugSelectResult.
    private enum Answer: Int32 { case attempt, expose, skip }

    private static let select:
        @convention(c) (
            UnsafeMutablePointer<GstElement>, UnsafeMutablePointer<GstPad>, UnsafeMutablePointer<GstCaps>?,
            OpaquePointer?, gpointer
        ) -> Int32 = { _, _, _, factory, data in
            let choice = Unmanaged<DecoderChoice>.fromOpaque(data).takeUnretainedValue()
            guard let factory, let name = cgst_factory_name(factory).map({ String(cString: $0) }) else {
                return Answer.attempt.rawValue
            }
            return (choice.refused.contains(name) ? Answer.skip : .attempt).rawValue
        }

    /// Whether a factory makes decoders.
    static func isDecoder(_ factory: String) -> Bool {
        guard let found = gst_element_factory_find(factory) else { return false }
        defer { gst_object_unref(UnsafeMutableRawPointer(found)) }
        guard let text = gst_element_factory_get_metadata(found, "klass") else { return false }
        return String(cString: text).contains("Decoder")
    }
}

extension GstError {
    /// Whether the data cannot be processed, and not merely not be read.
    public var isOfStream: Bool { domain == .stream }

    /// The factory of the decoder that has refused its data; nil for any other error.
    public var refusingDecoder: String? {
        // An error of the stream; formats that cannot be negotiated are an error of the core.
        guard domain == .stream || domain == .core, DecoderChoice.isDecoder(element) else { return nil }
        return element
    }
}
