package import CGStreamer
internal import GstElements
internal import Synchronization

extension Workaround {
    static let transportStreamEnd = Workaround("seeks to the end of transport streams", in: .gstreamer)
}

/// Lets a seek towards the end of an MPEG transport stream arrive there.
///
/// - Component: `tsdemux` of GStreamer.
/// - Versions: measured with 1.22.0, same in 1.29.2 (`mpegts_packetizer_ts_to_offset`).
/// - Upstream: none found.
/// - Without it: `tsdemux` looks at the end of a file for its last clock reference, and calculates places from there on between
///   what it has played and where it has looked. If it has played beyond the latter, the difference is negative, and the place
///   is megabytes behind the end of the file: the item ends.
/// - Test: `TransportStreamTests`
///
/// The target is behind the beginning of the part that was looked at. From there, the demuxer reads on to it.
package final class TransportStreamEnd: Sendable {
    /// Places in bytes.
    private struct State {
        /// Where what was read last has ended.
        private var next: UInt64 = 0
        /// Where the demuxer has begun to look at the end.
        private var tail: UInt64?
        private var isKnown = false
        /// How far behind the wanted place the demuxer believes to be.
        private var shift: UInt64?

        /// The demuxer reads the beginning, then the end, which it may do in several pieces, the last one first. Then it plays.
        private mutating func note(_ offset: UInt64, _ end: UInt64) {
            guard !isKnown, offset != next else { return }
            if tail == nil || tail == end { tail = offset } else { isKnown = true }
        }

        /// Returns the place that is meant; nil if it is the one that is asked for.
        mutating func place(for offset: UInt64, size: UInt64, length: UInt64) -> UInt64? {
            // What is calculated with negative differences may be any number.
            let end = offset &+ size
            note(offset, end)
            let isNext = offset == next
            next = end
            // Every seek begins at another place; from there, the demuxer reads on.
            if !isNext || offset < length { shift = nil }
            if !isNext, offset > length, let tail { shift = offset - min(tail, offset) }
            return shift.map { offset - $0 }
        }
    }

    private let state = Mutex(State())

    private init() {}

    /// Corrects the places from which a demuxer of transport streams reads; does nothing to other elements.
    package static func attach(to element: UnsafeMutablePointer<GstElement>) {
        guard cgst_factory_is(element, "tsdemux") != 0, Workaround.transportStreamEnd.isOn else { return }
        let end = TransportStreamEnd()
        element.withPad("sink") { input in input.filter([.blocking, .pulled]) { end.read($0) } }
    }

    private func read(_ passing: PassingData) -> PadVerdict {
        let (offset, size) = (UInt64(passing.info.pointee.offset), passing.info.pointee.size)
        guard !passing.traffic.contains(.buffers), let source = gst_pad_get_peer(passing.pad) else {
            return .letThrough
        }
        defer { gst_object_unref(source) }
        var length = gint64(0)
        guard gst_pad_query_duration(source, GST_FORMAT_BYTES, &length) != 0, length > 0 else { return .letThrough }
        let place = state.withLock { $0.place(for: offset, size: UInt64(size), length: UInt64(length)) }
        // Without a buffer, the demuxer has reached the end.
        guard let place else { return .letThrough }
        var buffer: UnsafeMutablePointer<GstBuffer>?
        if gst_pad_get_range(source, guint64(place), size, &buffer) == GST_FLOW_OK, let buffer { passing.pass(buffer) }
        return .drop
    }
}
