package import CGStreamer
internal import GstElements
internal import Synchronization

extension Workaround {
    static let flashGaps = Workaround("gaps of FLV before a segment", in: .gstreamer)
}

/// Drops the gaps that `flvdemux` announces behind a seek before it has said where the stream goes on.
///
/// - Component: `flvdemux` of GStreamer.
/// - Versions: seen with 1.22.0; `gst_flv_demux_sync_streams` does the same in 1.29.2, for each track.
/// - Upstream: none found; docs/upstream/flvdemux-gap-before-segment.md.
/// - Without it: the demuxer compares the first picture behind the seek with the last sound before it. If they are three seconds
///   apart, it sends a gap on the pad of the sound, whose sink waits there for the time of the gap, in silence.
/// - Test: `MediaTimeTests`
package final class FlashGaps: Sendable {
    /// Whether the segment has come since the last flush.
    private let hasSegment = Mutex(false)

    /// Watches the pads of a demuxer of FLV; does nothing to other elements.
    package static func attach(to element: UnsafeMutablePointer<GstElement>) {
        guard cgst_factory_is(element, "flvdemux") != 0, Workaround.flashGaps.isOn else { return }
        element.observePads { pad in
            let gaps = FlashGaps()
            pad.filter([.events, .flushes]) { gaps.verdict($0.event.map(cgst_event_type)) }
        }
    }

    private func verdict(_ event: GstEventType?) -> PadVerdict {
        switch event {
        case GST_EVENT_SEGMENT: hasSegment.withLock { $0 = true }
        case GST_EVENT_FLUSH_STOP: hasSegment.withLock { $0 = false }
        case GST_EVENT_GAP: return hasSegment.withLock { $0 } ? .pass : .drop
        default: break
        }
        return .pass
    }
}
