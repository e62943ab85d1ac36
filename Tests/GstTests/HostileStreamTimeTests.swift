import CGLib
import CGStreamer
import GLibLoop
import TestSupport
import Testing

@testable import Gst

/// Times of streams that no stream has: pieces are clipped, moved and mapped without a trap.
@Suite(.timeLimit(.minutes(1)))
struct HostileStreamTimeTests {
    private static let extremes: [Int64] = [
        .max, .max - 1, .max / 2, 9_223_372_036_000_000_000, 1, 0, -1, .min + 1, .min,
    ]
    private static let times: [GstClockTime] = [.max, .max - 1, .max / 2, 1 << 63, 1_000_000_000, 1, 0]
    private static let rates = [1, -1, 0.25, 4, 1e300, -1e300, .leastNonzeroMagnitude]

    private static func segments() -> [StreamSegment] {
        var segments: [StreamSegment] = [StreamSegment()]
        for time in times where time != .max {
            for rate in rates {
                var segment = StreamSegment.time
                (segment.native.time, segment.native.base, segment.native.offset) = (time, time, time)
                (segment.native.start, segment.native.rate, segment.native.applied_rate) = (time / 3, rate, rate)
                // GStreamer itself takes no end for what plays backwards.
                if rate < 0 { segment.native.stop = .max - 1 }
                segments.append(segment)
            }
        }
        return segments
    }

    @Test func segmentsSayNothingThatTraps() throws {
        try Gst.initialize()
        for segment in Self.segments() {
            for time in Self.extremes {
                let moved = segment.shifted(by: time)
                _ = (moved.mediaStart, moved.runningStart, moved.bufferTime(time), segment.bufferTime(time))
            }
            for time in Self.times { _ = (segment.mediaTime(time), segment.runningTime(time)) }
        }
    }

    @Test(arguments: [
        "audio/x-raw,format=S16LE,rate=48000,channels=2,layout=interleaved",
        "audio/x-raw,format=S16LE,rate=2147483647,channels=2,layout=interleaved", "video/x-h264", "text/x-raw",
    ]) @MediaActor func packetsAreClippedAndMoved(_ format: String) throws {
        try Gst.initialize()
        let caps = try #require(gst_caps_from_string(format))
        defer { gst_caps_unref(caps) }
        let sink = try Element("fakesink")
        sink.set("sync", false)
        sink.set("async", false)
        sink.setState(.playing)
        defer { sink.setState(.null) }
        let inlet = try PacketInlet(into: try #require(sink.pad("sink")), caps: "ANY")
        for start in Self.times {
            for duration in Self.times {
                let buffer = try #require(gst_buffer_new_allocate(nil, 4_096, nil))
                defer { gst_buffer_unref(buffer) }
                let timed = try #require(cgst_buffer_at(buffer, start, start, duration))
                defer { gst_buffer_unref(timed) }
                for segment in [StreamSegment.time, Self.segments()[8]] {
                    let packet = Packet(timed, caps, in: segment)
                    for lower in Self.extremes {
                        for upper in Self.extremes where lower < upper {
                            let clipped = packet.clipped(to: lower..<upper)
                            #expect((clipped?.duration ?? 0) >= 0)
                        }
                        inlet.push(packet, shift: lower)
                    }
                }
            }
        }
        for from in Self.extremes {
            for to in Self.extremes { inlet.skip(from: from, to: to) }
        }
        inlet.end()
    }
}
