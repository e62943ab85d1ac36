import GLibLoop
import Gst
import Testing

/// What watches a sink at a sound server.
@Suite struct StreamRenewalTests {
    private final class Marker: Sendable {}

    init() throws { try Gst.initialize() }

    /// Each loss of the sound server takes a sink out: one that stayed would be a leak for every one.
    @Test @MediaActor func aSinkThatIsLetGoOfIsGone() throws {
        weak var kept: Marker?
        try {
            let marker = Marker()
            kept = marker
            let sink = try Element("fakesink")
            let renewal = StreamRenewal.attach(to: sink) { withExtendedLifetime(marker) {} }
            #expect(renewal != nil)
            #expect(kept != nil)
        }()
        #expect(kept == nil, "the sink's pad still holds who watches it")
    }
}
