import CGLib
import CGStreamer
import GLibLoop
import Testing

@testable import Gst

/// Where a stream ends while a seek is under way.
@Suite struct StreamGateTests {
    init() throws { try Gst.initialize() }

    private static func buffer(at milliseconds: UInt64) -> UnsafeMutablePointer<GstBuffer>? {
        let buffer = gst_buffer_new_allocate(nil, 16, nil)
        buffer?.pointee.pts = GstClockTime(milliseconds * 1_000_000)
        buffer?.pointee.duration = 20_000_000
        return buffer
    }

    /// Which of the pushed buffers pass, by their times in milliseconds.
    @MediaActor private static func passed(_ times: [UInt64], _ pad: UnsafeMutablePointer<GstPad>, _ gate: StreamGate)
        -> [UInt64]
    {
        times.filter { time in
            guard let buffer = buffer(at: time) else { return false }
            gst_pad_push(pad, buffer)
            // The data that passed ends behind the beginning of this buffer: it was not dropped.
            return (gate.endRunningTime ?? 0) > time * 1_000_000
        }
    }

    @Test func theOldEndHoldsUntilTheFlush() async throws {
        let (before, behind, dropped): ([UInt64], [UInt64], [UInt64]) = try await withCheckedThrowingContinuation {
            continuation in
            MediaActor.post {
                do {
                    continuation.resume(returning: try Self.run())
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
        // Told of an end at 300 ms, data up to the old one at 100 ms passes.
        #expect(before == [0, 50])
        #expect(behind == [0, 50, 120, 250])
        // The flush did not come: the new end holds.
        #expect(dropped == [0, 50, 120, 250])
    }

    @MediaActor private static func run() throws -> ([UInt64], [UInt64], [UInt64]) {
        let times: [UInt64] = [0, 50, 120, 250, 400]
        func make() throws -> (pad: UnsafeMutablePointer<GstPad>, gate: StreamGate, sink: Element) {
            let sink = try Element("fakesink")
            sink.set("async", false)
            sink.set("sync", false)
            sink.setState(.playing)
            let pad = try #require(gst_pad_new("src", GST_PAD_SRC))
            gst_pad_set_active(pad, 1)
            gst_object_ref(pad)
            let source = Pad(adopting: pad)
            let gate = StreamGate.attach(to: source) { _ in }
            try source.link(to: try #require(sink.pad("sink")))
            gate.open(source, shift: 0)
            gst_pad_push_event(pad, gst_event_new_stream_start("gate"))
            return (pad, gate, sink)
        }
        func begin(_ pad: UnsafeMutablePointer<GstPad>) {
            var segment = GstSegment()
            gst_segment_init(&segment, GST_FORMAT_TIME)
            gst_pad_push_event(pad, gst_event_new_segment(&segment))
        }
        var (pad, gate, sink) = try make()
        begin(pad)
        gate.edit(StreamEdits(end: 100_000_000))
        gate.keepEndUntilFlush()
        gate.edit(StreamEdits(end: 300_000_000))
        let before = passed(times, pad, gate)
        gst_pad_push_event(pad, gst_event_new_flush_start())
        gst_pad_push_event(pad, gst_event_new_flush_stop(1))
        begin(pad)
        let behind = passed(times, pad, gate)
        sink.setState(.null)
        gst_object_unref(pad)
        (pad, gate, sink) = try make()
        begin(pad)
        gate.edit(StreamEdits(end: 100_000_000))
        gate.keepEndUntilFlush()
        gate.edit(StreamEdits(end: 300_000_000))
        gate.dropKeptEnd()
        let dropped = passed(times, pad, gate)
        sink.setState(.null)
        gst_object_unref(pad)
        return (before, behind, dropped)
    }
}
