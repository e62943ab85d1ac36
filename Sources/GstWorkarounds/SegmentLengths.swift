package import CGStreamer
internal import GstElements
internal import Synchronization

extension Workaround {
    static let segmentLengths = Workaround("segments without a length", in: .gstreamer)
}

/// Refuses DASH manifests whose segments last no time, before their demuxer divides by it.
///
/// - Component: `dashdemux` of GStreamer (the one in gst-plugins-bad, which decodebin takes).
/// - Versions: seen with 1.22.0.
/// - Upstream: none found; the element is superseded by `dashdemux2`.
/// - Without it: a `timescale` or a `duration` of 0, one that rounds to 0 ns, or a template without any ends the process with
///   SIGFPE.
/// - Test: `SegmentLengthTests`
package final class SegmentLengths: Sendable {
    private let manifest = Mutex<[UInt8]>([])

    package init() {}

    /// Reads what a `dashdemux` is given. Does nothing to other elements.
    ///
    /// - Parameter refuse: reports that the demuxer is not told of the end of its manifest, which it would begin to read then.
    package func attach(
        to element: UnsafeMutablePointer<GstElement>,
        refuse: @escaping @Sendable (UnsafeMutablePointer<GstElement>) -> Void
    ) {
        guard cgst_factory_is(element, "dashdemux") != 0, Workaround.segmentLengths.isOn else { return }
        element.withPad("sink") { pad in
            pad.filter([.buffers, .events]) { passing in
                if let buffer = passing.buffer {
                    self.take(buffer)
                    return .pass
                }
                guard let event = passing.event, cgst_event_type(event) == GST_EVENT_EOS, self.isRefused() else {
                    return .pass
                }
                if let demuxer = gst_pad_get_parent_element(passing.pad) {
                    refuse(demuxer)
                    gst_object_unref(demuxer)
                }
                return .drop
            }
        }
    }

    private func take(_ buffer: UnsafeMutablePointer<GstBuffer>) {
        var map = GstMapInfo()
        guard gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { return }
        let bytes = UnsafeBufferPointer(start: map.data, count: Int(map.size))
        manifest.withLock { $0 += bytes }
        gst_buffer_unmap(buffer, &map)
    }

    private func isRefused() -> Bool {
        let bytes = manifest.withLock { manifest in
            defer { manifest = [] }
            return manifest
        }
        var reading = SegmentLengthReading(bytes)
        return !reading.isSound()
    }
}
