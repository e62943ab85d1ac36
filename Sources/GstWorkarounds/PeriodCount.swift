package import CGStreamer
internal import GstElements
internal import Synchronization

extension Workaround {
    static let periodCount = Workaround("seeks in several periods", in: .gstreamer)
}

/// Counts the periods of a DASH manifest while its demuxer reads it: those with several are not sought.
///
/// - Component: `dashdemux` of GStreamer (the one in gst-plugins-bad, which decodebin takes).
/// - Versions: seen with 1.22.0; gstdashdemux.c and gstadaptivedemux.c have no change for seeks up to 1.29.2.
/// - Upstream: none found; the element is superseded by `dashdemux2`.
/// - Without it: a seek ends the process in `gst_adaptive_demux_stream_advance_fragment`, fetches pieces that do not exist, or
///   continues at the start.
/// - Test: `PeriodCountTests`
package final class PeriodCount: Sendable {
    /// What was read of the names of tags so far. A name may continue in the next buffer.
    package struct Names {
        private static let capacity = 64
        private var name: [UInt8]?
        package private(set) var periods = 0

        package init() {}

        /// Takes the next bytes of the manifest.
        package mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) {
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

    package init() {}

    /// Whether there is more than one.
    package var areSeveral: Bool { names.withLock { $0.periods > 1 } }

    /// Counts what a `dashdemux` is given. Does nothing to other elements.
    package func attach(to element: UnsafeMutablePointer<GstElement>) {
        guard cgst_factory_is(element, "dashdemux") != 0, Workaround.periodCount.isOn else { return }
        element.withPad("sink") { pad in
            pad.observe(.buffers) { passing in
                var map = GstMapInfo()
                guard let buffer = passing.buffer, gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { return }
                let bytes = UnsafeBufferPointer(start: map.data, count: Int(map.size))
                self.names.withLock { $0.take(bytes) }
                gst_buffer_unmap(buffer, &map)
            }
        }
    }
}
