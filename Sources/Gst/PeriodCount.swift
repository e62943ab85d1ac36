internal import CGStreamer
internal import Synchronization

/// Counts the periods of a DASH manifest while its demuxer reads it.
///
/// `dashdemux` (1.22) cannot be sought in a manifest with several periods: it ends the process in
/// `gst_adaptive_demux_stream_advance_fragment`, fetches pieces that do not exist, or continues at the start.
final class PeriodCount: Sendable {
    /// What was read of the names of tags so far. A name may continue in the next buffer.
    struct Names {
        private static let capacity = 64
        private var name: [UInt8]?
        private(set) var periods = 0

        init() {}

        /// Takes the next bytes of the manifest.
        mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) {
            for byte in bytes {
                switch byte {
                case UInt8(ascii: "<"): name = []
                case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: ">"),
                    UInt8(ascii: "/") where name?.isEmpty == false:
                    if let name, Self.isPeriod(name) { periods += 1 }
                    name = nil
                default:
                    if let read = name, read.count < Self.capacity { name = read + [byte] } else { name = nil }
                }
            }
        }

        /// Whether a name, perhaps with the prefix of a namespace, begins a period. That of an end begins with a slash.
        private static func isPeriod(_ name: [UInt8]) -> Bool {
            name.first != UInt8(ascii: "/")
                && name.split(separator: UInt8(ascii: ":")).last?.elementsEqual("Period".utf8) == true
        }
    }

    private let names = Mutex(Names())

    /// Whether there is more than one.
    var areSeveral: Bool { names.withLock { $0.periods > 1 } }

    /// Counts what a `dashdemux` is given. Does nothing to other elements.
    func attach(to element: UnsafeMutablePointer<GstElement>) {
        guard cgst_factory_is(element, "dashdemux") != 0, let pad = gst_element_get_static_pad(element, "sink") else {
            return
        }
        gst_pad_add_probe(
            pad, GST_PAD_PROBE_TYPE_BUFFER, Self.count, Unmanaged.passRetained(self).toOpaque(), releaseContext)
        gst_object_unref(pad)
    }

    private static let count: GstPadProbeCallback = { _, info, data in
        guard let data, let buffer = info.flatMap(cgst_probe_buffer) else { return GST_PAD_PROBE_OK }
        var map = GstMapInfo()
        guard gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { return GST_PAD_PROBE_OK }
        let bytes = UnsafeBufferPointer(start: map.data, count: Int(map.size))
        Unmanaged<PeriodCount>.fromOpaque(data).takeUnretainedValue().names.withLock { $0.take(bytes) }
        gst_buffer_unmap(buffer, &map)
        return GST_PAD_PROBE_OK
    }
}
