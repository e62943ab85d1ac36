internal import CGStreamer
internal import GLibLoop
public import GstElements
internal import Synchronization

extension Workaround {
    static let sinkAnswers = Workaround("silent loss of a sound server", in: .gstreamer)
}

/// Records whether a sink accepts any format, from its replies to caps queries.
///
/// - Component: `pulsesink` of GStreamer (`gst_pulsesink_query_getcaps`), which forwards the query to its server.
/// - Versions: seen with 1.22.0; the code is the same in 1.29.2.
/// - Upstream: none found.
/// - Without it: when the server is gone, the sink accepts no format, posts no message, and refuses data as if the data were
///   invalid: the item would be taken for damaged.
/// - Test: `RecordingTests`
public final class SinkAnswers: Sendable {
    private let state = Mutex(false)

    private init() {}

    /// Observes the sink's pad.
    @MediaActor
    public static func attach(to sink: Element) -> SinkAnswers? {
        guard let pad = sink.pad("sink") else { return nil }
        let answers = SinkAnswers()
        guard Workaround.sinkAnswers.isOn else { return answers }
        pad.pointer.observe([.queries, .pulled]) { answers.note($0) }
        return answers
    }

    /// Whether the sink accepted no format in its last reply: its server is gone.
    public var takesNothing: Bool { state.withLock { $0 } }

    private func note(_ passing: PassingData) {
        guard let query = passing.query, cgst_query_type(query) == GST_QUERY_CAPS else { return }
        guard passing.traffic.contains(.pulled) else { return }
        var filter: UnsafeMutablePointer<GstCaps>?
        gst_query_parse_caps(query, &filter)
        var answer: UnsafeMutablePointer<GstCaps>?
        gst_query_parse_caps_result(query, &answer)
        let isEmpty = answer.map { gst_caps_is_empty($0) != 0 } ?? true
        // For a format that the sink never accepts, the reply is meaningless.
        let isOfUse = !isEmpty || Self.couldTake(filter, passing.pad)
        if isOfUse { state.withLock { $0 = isEmpty } }
    }

    private static func couldTake(_ filter: UnsafeMutablePointer<GstCaps>?, _ pad: UnsafeMutablePointer<GstPad>) -> Bool
    {
        guard let filter, let template = gst_pad_get_pad_template_caps(pad) else { return true }
        defer { gst_caps_unref(template) }
        return gst_caps_can_intersect(filter, template) != 0
    }
}
