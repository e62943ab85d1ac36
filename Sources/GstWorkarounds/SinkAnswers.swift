internal import CGStreamer
internal import GLibLoop
public import GstElements
internal import Synchronization

extension Workaround {
    static let sinkAnswers = Workaround("silent loss of a sound server", in: .gstreamer)
}

/// Records a sink's replies to caps queries, and how long a reply is pending.
///
/// - Component: `pulsesink` of GStreamer (`gst_pulsesink_query_getcaps`), which forwards the query to its server.
/// - Versions: seen with 1.22.0; the code is the same in 1.29.2.
/// - Upstream: none found.
/// - Without it: when the server is gone, the sink accepts no format, posts no message, and refuses data as if the data were
///   invalid: the item would be taken for damaged. If the server hangs, the sink waits forever, and nobody notices.
/// - Test: `RecordingTests`
public final class SinkAnswers: Sendable {
    private struct State {
        var takesNothing = false
        /// Queries without a reply.
        var open = 0
        var since: Int64 = 0

        mutating func begin() {
            if open == 0 { since = Int64(g_get_monotonic_time()) }
            open += 1
        }

        mutating func end() { open = max(0, open - 1) }
    }

    private let state = Mutex(State())

    private init() {}

    /// Observes the sink's pad.
    @MediaActor
    public static func attach(to sink: Element) -> SinkAnswers? {
        guard let pad = sink.pad("sink") else { return nil }
        let answers = SinkAnswers()
        guard Workaround.sinkAnswers.isOn else { return answers }
        pad.pointer.observe([.queries, .pushed, .pulled]) { answers.note($0) }
        return answers
    }

    /// Whether the sink accepted no format in its last reply: its server is gone.
    public var takesNothing: Bool { state.withLock { $0.takesNothing } }

    /// For how many seconds the sink has been waiting for its server.
    public var secondsWaited: Double {
        state.withLock { $0.open == 0 ? 0 : Double(Int64(g_get_monotonic_time()) - $0.since) / 1e6 }
    }

    private func note(_ passing: PassingData) {
        guard let query = passing.query, cgst_query_type(query) == GST_QUERY_CAPS else { return }
        guard passing.traffic.contains(.pulled) else { return state.withLock { $0.begin() } }
        var filter: UnsafeMutablePointer<GstCaps>?
        gst_query_parse_caps(query, &filter)
        var answer: UnsafeMutablePointer<GstCaps>?
        gst_query_parse_caps_result(query, &answer)
        let isEmpty = answer.map { gst_caps_is_empty($0) != 0 } ?? true
        // For a format that the sink never accepts, the reply is meaningless.
        let isOfUse = !isEmpty || Self.couldTake(filter, passing.pad)
        state.withLock { state in
            state.end()
            if isOfUse { state.takesNothing = isEmpty }
        }
    }

    private static func couldTake(_ filter: UnsafeMutablePointer<GstCaps>?, _ pad: UnsafeMutablePointer<GstPad>) -> Bool
    {
        guard let filter, let template = gst_pad_get_pad_template_caps(pad) else { return true }
        defer { gst_caps_unref(template) }
        return gst_caps_can_intersect(filter, template) != 0
    }
}
