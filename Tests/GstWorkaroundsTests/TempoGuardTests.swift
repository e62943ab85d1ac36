import CGLib
import CGStreamer
import GLibLoop
import Synchronization
import Testing

@testable import Gst
@testable import GstWorkarounds

/// What comes out of `scaletempo` is heard when its time says, and nothing from before a seek is.
@Suite struct TempoGuardTests {
    init() throws { try Gst.initialize() }

    private static let rate = 48_000

    /// When the output is loud, in seconds of its segment.
    private final class Heard: Sendable {
        let times = Mutex<[Double]>([])

        func take(_ buffer: UnsafeMutablePointer<GstBuffer>) {
            var bytes = [UInt8](repeating: 0, count: Int(gst_buffer_get_size(buffer)))
            gst_buffer_extract(buffer, 0, &bytes, gsize(bytes.count))
            let start = Double(cgst_buffer_pts(buffer)) / 1e9
            for index in 0..<bytes.count / 2 where bytes[2 * index + 1] != 0 {
                times.withLock { $0.append(start + Double(index) / Double(TempoGuardTests.rate)) }
            }
        }
    }

    /// A guarded `scaletempo` between a source and a sink.
    @MediaActor private final class Rig {
        private let pad: UnsafeMutablePointer<GstPad>
        private let tempo: Element
        private let sink: Element
        private let heard = Heard()

        init() throws {
            tempo = try Element("scaletempo")
            sink = try Element("fakesink")
            sink.set("async", false)
            sink.set("sync", false)
            pad = try #require(gst_pad_new("src", GST_PAD_SRC))
            gst_pad_set_active(pad, 1)
            let (input, output) = (try #require(tempo.pad("sink")), try #require(tempo.pad("src")))
            _ = TempoGuard.attach(input: input, output: output)
            gst_pad_add_probe(
                output.pointer, GST_PAD_PROBE_TYPE_BUFFER,
                { _, info, data in
                    guard let buffer = info.flatMap(cgst_probe_buffer), let data else { return GST_PAD_PROBE_OK }
                    Unmanaged<Heard>.fromOpaque(data).takeUnretainedValue().take(buffer)
                    return GST_PAD_PROBE_OK
                }, Unmanaged.passRetained(heard).toOpaque(), releaseContext)
            try output.link(to: try #require(sink.pad("sink")))
            gst_pad_link(pad, input.pointer)
            sink.setState(.playing)
            tempo.setState(.playing)
            gst_pad_push_event(pad, gst_event_new_stream_start("tempo"))
            gst_pad_push_event(
                pad,
                gst_event_new_caps(
                    gst_caps_from_string("audio/x-raw,format=S16LE,layout=interleaved,channels=1,rate=48000")))
        }

        func end() {
            tempo.setState(.null)
            sink.setState(.null)
            gst_object_unref(pad)
        }

        func flush() {
            gst_pad_push_event(pad, gst_event_new_flush_start())
            gst_pad_push_event(pad, gst_event_new_flush_stop(1))
        }

        /// Plays a range of seconds at a rate; it is loud in another one, and its beginning is missing.
        ///
        /// - Returns: when it was loud.
        func play(
            _ range: Range<Double>, at rate: Double, loud: Range<Double>, without missing: Double = 0
        ) -> [Double] {
            heard.times.withLock { $0 = [] }
            var segment = GstSegment()
            gst_segment_init(&segment, GST_FORMAT_TIME)
            (segment.rate, segment.start, segment.time) = (
                rate, guint64(range.lowerBound * 1e9), guint64(range.lowerBound * 1e9)
            )
            gst_pad_push_event(pad, gst_event_new_segment(&segment))
            let (first, last) = (Int((range.lowerBound + missing) * 48_000), Int(range.upperBound * 48_000))
            for start in stride(from: first, to: last, by: 1_024) {
                let samples = (start..<min(start + 1_024, last)).map { sample -> Int16 in
                    loud.contains(Double(sample) / 48_000) ? 0x2000 : 0
                }
                guard let buffer = gst_buffer_new_allocate(nil, gsize(2 * samples.count), nil) else { break }
                _ = samples.withUnsafeBytes { gst_buffer_fill(buffer, 0, $0.baseAddress, gsize($0.count)) }
                cgst_buffer_set_times(
                    buffer, GstClockTime(Double(start) / 48_000 * 1e9),
                    GstClockTime(samples.count) * 1_000_000_000 / 48_000)
                gst_pad_push(pad, buffer)
            }
            return heard.times.withLock { $0 }
        }
    }

    @Test(arguments: [0.5, 0.75, 1.5, 2]) @MediaActor
    func whatIsHeardAfterASeekIsInTime(rate: Double) throws {
        let rig = try Rig()
        defer { rig.end() }
        // The end of what was played before the seek is loud, and stays in the element.
        for (before, start) in [(1.0, 10.0), (rate, 20), (1.25, 30.02)] {
            _ = rig.play(0..<1.013, at: before, loud: 0.5..<1.013)
            rig.flush()
            let times = rig.play(start..<start + 3, at: rate, loud: start + 2..<start + 2.1)
            let first = try #require(times.first)
            // `scaletempo` moves what it plays by less than one of its strides of 30 ms, and by its search of 14 ms.
            #expect(abs(first - (start + 2 / rate)) < 0.03 + 0.014 / rate, "after rate \(before): \(first)")
            rig.flush()
        }
    }

    /// A seek between the blocks of a container: the one in the middle of which it ends is not sent.
    @Test(arguments: [0.02, 0.05, 0.09, 0.3], [0.75, 1.5]) @MediaActor
    func whatIsMissingBehindASeekDelaysTheRest(missing: Double, rate: Double) throws {
        let rig = try Rig()
        defer { rig.end() }
        for before in [1, rate] {
            _ = rig.play(0..<1.013, at: before, loud: 0.5..<1.013)
            rig.flush()
            let times = rig.play(10..<13, at: rate, loud: 12..<12.1, without: missing)
            let first = try #require(times.first)
            #expect(abs(first - (10 + 2 / rate)) < 0.03 + 0.014 / rate, "after rate \(before): \(first)")
            rig.flush()
        }
    }

    @Test @MediaActor func aGapStaysOne() throws {
        let rig = try Rig()
        defer { rig.end() }
        _ = rig.play(0..<1, at: 1.5, loud: 0..<0)
        // Two seconds are missing.
        let times = rig.play(3..<5, at: 1.5, loud: 4..<4.1)
        #expect(abs(try #require(times.first) - (3 + 1 / 1.5)) < 0.1)
    }
}
