package import CGStreamer
internal import GstElements

extension Workaround {
    static let auSegments = Workaround("segments of AU files", in: .gstreamer)
}

/// Mends the segments that `auparse` sends behind a seek.
///
/// - Component: `auparse` of GStreamer (`gst_au_parse_sink_event`).
/// - Versions: measured with 1.22.0.
/// - Upstream: none found.
/// - Without it: the end of the segment in bytes is "none", which the parser converts to the time 0. All sound behind the seek is
///   behind that end, and the item is over.
/// - Test: `AUSegmentTests`
package enum AUSegments {
    /// Watches the pad of a parser of AU files; does nothing to other elements.
    package static func attach(to element: UnsafeMutablePointer<GstElement>) {
        guard cgst_factory_is(element, "auparse") != 0, Workaround.auSegments.isOn else { return }
        element.withPad("src") { pad in
            pad.filter([.events]) { passing in
                mend(passing)
                return .pass
            }
        }
    }

    private static func mend(_ passing: PassingData) {
        guard let event = passing.event, cgst_event_type(event) == GST_EVENT_SEGMENT else { return }
        var segment = StreamSegment(of: event)
        guard segment.isTime, segment.native.stop < segment.native.start else { return }
        segment.native.stop = .max
        guard let mended = gst_event_new_segment(&segment.native) else { return }
        gst_event_set_seqnum(mended, gst_event_get_seqnum(event))
        passing.replace(event, by: mended)
    }
}
