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

/// Reads the lengths of segments in a DASH manifest (ISO/IEC 23009-1, 5.3.9).
///
/// XML that is not well formed, and a manifest with a DOCTYPE or in UTF-16, are not sound either: whoever reads them finds
/// something else.
struct SegmentLengthReading {
    private struct Malformed: Error {}

    /// An open element.
    private struct Level {
        var name: String
        /// Whether it has a template, and whether one tells a length, here.
        var hasTemplate = false
        var hasLength = false
        /// Whether it has representations without either, and representations whose template lacks the length.
        var isBare = false
        var lacksLength = false
    }

    private static let highestScale: UInt64 = 1_000_000_000
    private static let space: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]

    private let bytes: [UInt8]
    private var place = 0
    private var levels: [Level] = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether all segments last some time.
    mutating func isSound() -> Bool {
        guard !bytes.contains(0) else { return false }
        do throws(Malformed) {
            while let next = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
                place = next + 1
                try readMarkup()
            }
            return levels.isEmpty
        } catch {
            return false
        }
    }

    private mutating func readMarkup() throws(Malformed) {
        switch true {
        case starts("!--"): try pass("-->")
        case starts("![CDATA["): try pass("]]>")
        case starts("?"): try pass("?>")
        case starts("!"): throw Malformed()
        case starts("/"):
            try pass(">")
            try close()
        default: try readTag()
        }
    }

    private func starts(_ text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

    private mutating func pass(_ end: String) throws(Malformed) {
        guard let found = bytes[place...].firstRange(of: Array(end.utf8)) else { throw Malformed() }
        place = found.upperBound
    }

    /// A name without its prefix.
    private mutating func readName() throws(Malformed) -> String {
        let start = place
        let ends = Self.space.union([UInt8(ascii: "/"), UInt8(ascii: ">"), UInt8(ascii: "=")])
        while place < bytes.count, !ends.contains(bytes[place]) { place += 1 }
        guard place > start, place < bytes.count else { throw Malformed() }
        return String(decoding: bytes[start..<place].split(separator: UInt8(ascii: ":")).last ?? [], as: UTF8.self)
    }

    private mutating func passSpace() {
        while place < bytes.count, Self.space.contains(bytes[place]) { place += 1 }
    }

    private mutating func readTag() throws(Malformed) {
        let name = try readName()
        var values: [String: ArraySlice<UInt8>] = [:]
        while true {
            passSpace()
            guard place < bytes.count else { throw Malformed() }
            if starts(">") || starts("/>") { break }
            let attribute = try readName()
            passSpace()
            guard starts("=") else { throw Malformed() }
            place += 1
            passSpace()
            guard starts("\"") || starts("'"), let end = bytes[(place + 1)...].firstIndex(of: bytes[place]) else {
                throw Malformed()
            }
            values[attribute] = bytes[place + 1..<end]
            place = end + 1
        }
        let isEmpty = starts("/>")
        place += isEmpty ? 2 : 1
        try open(name, values)
        if isEmpty { try close() }
    }

    // MARK: Elements

    private mutating func open(_ name: String, _ values: [String: ArraySlice<UInt8>]) throws(Malformed) {
        switch name {
        case "SegmentTemplate", "SegmentList", "SegmentBase":
            if let scale = values["timescale"] {
                guard (1...Self.highestScale).contains(try number(scale)) else { throw Malformed() }
            }
            if let duration = values["duration"] {
                guard (1...UInt64(UInt32.max)).contains(try number(duration)) else { throw Malformed() }
            }
            guard name == "SegmentTemplate", !levels.isEmpty else { break }
            levels[levels.count - 1].hasTemplate = true
            if values["duration"] != nil { levels[levels.count - 1].hasLength = true }
        case "SegmentTimeline":
            if levels.count > 1 { levels[levels.count - 2].hasLength = true }
        case "S":
            guard let duration = values["d"], try number(duration) > 0 else { throw Malformed() }
        default: break
        }
        levels.append(Level(name: name))
    }

    private mutating func close() throws(Malformed) {
        guard let level = levels.popLast() else { throw Malformed() }
        guard ["Representation", "AdaptationSet", "Period"].contains(level.name), !level.hasLength else { return }
        let isBare = level.isBare || level.name == "Representation"
        if level.lacksLength || (level.hasTemplate && isBare) {
            guard level.name != "Period", !levels.isEmpty else { throw Malformed() }
            levels[levels.count - 1].lacksLength = true
        } else if isBare, !levels.isEmpty {
            levels[levels.count - 1].isBare = true
        }
    }

    private func number(_ text: ArraySlice<UInt8>) throws(Malformed) -> UInt64 {
        guard text.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
            let number = UInt64(String(decoding: text, as: UTF8.self))
        else { throw Malformed() }
        return number
    }
}
