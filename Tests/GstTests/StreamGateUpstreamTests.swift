import CGLib
import CGStreamer
import GLibLoop
import Synchronization
import Testing

@testable import Gst

/// What of the output reaches an item, and in which time.
@Suite struct StreamGateUpstreamTests {
    init() throws { try Gst.initialize() }

    /// What has passed the gate, in its order.
    private final class Seen: Sendable {
        let names = Mutex<[String]>([])
        /// The time of the gate's clock, in milliseconds.
        let now = Mutex<Int64>(0)
    }

    /// A gate with a sink behind it.
    @MediaActor private final class Rig {
        let pad: UnsafeMutablePointer<GstPad>
        let source: Pad
        let sink: Element
        let gate: StreamGate
        let seen = Seen()

        init(shift: Int64) throws {
            sink = try Element("fakesink")
            sink.set("async", false)
            sink.set("sync", false)
            sink.setState(.playing)
            pad = try #require(gst_pad_new("src", GST_PAD_SRC))
            gst_pad_set_active(pad, 1)
            gst_object_ref(pad)
            source = Pad(adopting: pad)
            let seen = seen
            let clock: @Sendable () -> Int64 = { seen.now.withLock { $0 * 1_000_000 } }
            gate = StreamGate.attach(to: source, clock: clock) { _ in }
            // Behind the gate's own probe.
            gst_pad_add_probe(
                pad, GST_PAD_PROBE_TYPE_EVENT_UPSTREAM,
                { _, info, data in
                    guard let event = info.flatMap(cgst_probe_event), let data else { return GST_PAD_PROBE_OK }
                    let name = StreamGateUpstreamTests.describe(event)
                    Unmanaged<Seen>.fromOpaque(data).takeUnretainedValue().names.withLock { $0.append(name) }
                    return GST_PAD_PROBE_OK
                }, Unmanaged.passRetained(seen).toOpaque(), releaseContext)
            try source.link(to: try #require(sink.pad("sink")))
            // Linking asks for formats, which may pass.
            seen.names.withLock { $0 = [] }
            gate.open(source, shift: shift)
            gst_pad_push_event(pad, gst_event_new_stream_start("gate"))
        }

        /// - Parameter age: how old the stretch is then, in milliseconds.
        func begin(base: guint64 = 0, start: guint64 = 0, age: Int64 = 10_000) {
            defer { seen.now.withLock { $0 += age } }
            var segment = GstSegment()
            gst_segment_init(&segment, GST_FORMAT_TIME)
            (segment.base, segment.start, segment.time) = (base, start, start)
            gst_pad_push_event(pad, gst_event_new_segment(&segment))
        }

        func send(_ event: UnsafeMutablePointer<GstEvent>?) { if let event { gst_pad_send_event(pad, event) } }

        /// A frame at a running time that came so late, in milliseconds.
        func late(_ time: Int64, by difference: Int64 = 5, proportion: Double = 0.5) {
            send(
                gst_event_new_qos(
                    GST_QOS_TYPE_UNDERFLOW, proportion, GstClockTimeDiff(difference * 1_000_000),
                    GstClockTime(time * 1_000_000)))
        }

        /// What has passed since the last time.
        var passed: [String] {
            seen.names.withLock { names in
                defer { names = [] }
                return names
            }
        }

        func end() {
            sink.setState(.null)
            gst_object_unref(pad)
        }
    }

    fileprivate static func describe(_ event: UnsafeMutablePointer<GstEvent>) -> String {
        guard cgst_event_type(event) == GST_EVENT_QOS else {
            return String(cString: gst_event_type_get_name(cgst_event_type(event)))
        }
        var type = GST_QOS_TYPE_OVERFLOW
        var (proportion, difference, time) = (0.0, GstClockTimeDiff(0), GstClockTime(0))
        gst_event_parse_qos(event, &type, &proportion, &difference, &time)
        return "\(time / 1_000_000) \(difference / 1_000_000) \(proportion)"
    }

    private static func perform<Result: Sendable>(
        _ body: @escaping @MediaActor @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            MediaActor.post { continuation.resume(with: .init(catching: body)) }
        }
    }

    /// An item that joins at 15 s: what the sink says of it is in the output's time.
    @Test func whatIsLateIsToldInTheTimeOfTheItem() async throws {
        let passed = try await Self.perform {
            let rig = try Rig(shift: 15_000_000_000)
            defer { rig.end() }
            // Before the item has a place, nothing is about it.
            rig.late(14_960)
            rig.begin()
            // Frames of the item before are still on their way to the window.
            rig.late(14_960)
            rig.late(15_000)
            rig.late(16_040, by: -12, proportion: 1.5)
            // More than 0 is early enough.
            rig.late(15_040, by: -80)
            return rig.passed
        }
        #expect(passed == ["0 5 0.5", "1040 -12 1.5", "40 -40 0.5"])
    }

    /// An item that began at 10 s of its own running time, such as a live one, and is shown from 0 on.
    @Test func aShiftMayBeNegative() async throws {
        let passed = try await Self.perform {
            let rig = try Rig(shift: -10_000_000_000)
            defer { rig.end() }
            rig.begin(base: 10_000_000_000)
            rig.late(0)
            rig.late(2_000)
            return rig.passed
        }
        #expect(passed == ["10000 5 0.5", "12000 5 0.5"])
    }

    /// From the start of a flush until its data has a place, every report is of the time before.
    @Test func aFlushBeginsANewAccount() async throws {
        let passed = try await Self.perform {
            let rig = try Rig(shift: 15_000_000_000)
            defer { rig.end() }
            rig.begin()
            rig.late(15_200)
            var passed = [rig.passed]
            gst_pad_push_event(rig.pad, gst_event_new_flush_start())
            rig.late(15_240)
            passed.append(rig.passed)
            gst_pad_push_event(rig.pad, gst_event_new_flush_stop(1))
            rig.late(15_280)
            rig.begin(start: 33_000_000_000)
            rig.late(0)
            rig.late(40)
            return passed + [rig.passed]
        }
        // Running time begins at 0 again.
        #expect(passed == [["200 5 0.5"], [], ["0 5 0.5", "40 5 0.5"]])
    }

    /// A sink compares the first frames behind a flush with the running time of before, now and then.
    @Test func nothingIsLaterThanItsStretchIsOld() async throws {
        let passed = try await Self.perform {
            let rig = try Rig(shift: 0)
            defer { rig.end() }
            rig.begin(start: 33_000_000_000, age: 40)
            rig.late(0, by: 1_800)
            rig.late(40, by: 20)
            rig.seen.now.withLock { $0 += 3_000 }
            rig.late(80, by: 1_800)
            rig.late(3_000, by: -15)
            return rig.passed
        }
        #expect(passed == ["0 40 0.5", "40 20 0.5", "80 1800 0.5", "3000 -15 0.5"])
    }

    /// The core and the window speak for everything else.
    @Test func onlyQuestionsAboutFormatsPass() async throws {
        let passed = try await Self.perform {
            let rig = try Rig(shift: 0)
            defer { rig.end() }
            rig.begin()
            rig.send(gst_event_new_reconfigure())
            rig.send(gst_event_new_latency(20_000_000))
            rig.send(gst_event_new_navigation(gst_structure_new_empty("application/x-gst-navigation")))
            rig.send(Seek(to: 5_000_000_000, rate: 1, isAccurate: true).event())
            rig.send(gst_event_new_custom(GST_EVENT_CUSTOM_UPSTREAM, gst_structure_new_empty("GstForceKeyUnit")))
            return rig.passed
        }
        #expect(passed == ["reconfigure"])
    }

    /// A position or a duration would be in the item's time. Nobody is to mistake it for the output's.
    @Test func questionsAboutTimeAreRefused() async throws {
        let answers = try await Self.perform {
            let rig = try Rig(shift: 0)
            defer { rig.end() }
            rig.begin()
            // A source that would answer everything.
            gst_pad_set_query_function_full(rig.pad, { _, _, _ in 1 }, nil, nil)
            @MediaActor func isAnswered(_ query: UnsafeMutablePointer<GstQuery>?) -> Bool {
                guard let query else { return false }
                defer { gst_query_unref(query) }
                return gst_pad_query(rig.pad, query) != 0
            }
            return [
                "position": isAnswered(gst_query_new_position(GST_FORMAT_TIME)),
                "duration": isAnswered(gst_query_new_duration(GST_FORMAT_TIME)),
                "seeking": isAnswered(gst_query_new_seeking(GST_FORMAT_TIME)),
                "segment": isAnswered(gst_query_new_segment(GST_FORMAT_TIME)),
                "latency": isAnswered(gst_query_new_latency()),
                "caps": isAnswered(gst_query_new_caps(nil)),
            ]
        }
        #expect(
            answers == [
                "position": false, "duration": false, "seeking": false, "segment": false, "latency": true, "caps": true,
            ])
    }
}
