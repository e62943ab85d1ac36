import CGStreamer
import GLibLoop
import Synchronization
import Testing

@testable import Gst
@testable import GstWorkarounds

/// What a thread is told whose events are refused where a flush begins.
@Suite struct FlushPointTests {
    init() throws { try Gst.initialize() }

    /// A pad that refuses tags, and sends another frame to itself in the middle of the end of a flush.
    @MediaActor private final class Rig {
        static let answers = Mutex<[GstFlowReturn]>([])
        nonisolated(unsafe) let source: UnsafeMutablePointer<GstPad>
        let sink: Pad

        init(guarded: Bool) throws {
            source = try #require(gst_pad_new("src", GST_PAD_SRC))
            let sink = try #require(gst_pad_new("sink", GST_PAD_SINK))
            self.sink = Pad(adopting: sink)
            gst_pad_set_chain_function_full(
                sink,
                { _, _, buffer in
                    gst_buffer_unref(buffer)
                    return GST_FLOW_OK
                }, nil, nil)
            gst_pad_set_event_function_full(
                sink,
                { pad, _, event in
                    guard let pad, let event else { return 0 }
                    defer { gst_event_unref(event) }
                    if cgst_event_type(event) == GST_EVENT_FLUSH_STOP, let peer = gst_pad_get_peer(pad) {
                        let answer = gst_pad_push(peer, gst_buffer_new())
                        Rig.answers.withLock { $0.append(answer) }
                        gst_object_unref(peer)
                    }
                    return cgst_event_type(event) == GST_EVENT_TAG ? 0 : 1
                }, nil, nil)
            for pad in [source, sink] { gst_pad_set_active(pad, 1) }
            if guarded { FlushPoint.attach(to: self.sink) }
            gst_pad_link(source, sink)
            gst_pad_push_event(source, gst_event_new_stream_start("flush"))
            var segment = GstSegment()
            gst_segment_init(&segment, GST_FORMAT_TIME)
            gst_pad_push_event(source, gst_event_new_segment(&segment))
        }

        /// The answer to a frame behind tags that are refused.
        func push() -> GstFlowReturn {
            gst_pad_push_event(source, gst_event_new_tag(gst_tag_list_new_empty()))
            return gst_pad_push(source, gst_buffer_new())
        }

        func flush() -> GstFlowReturn? {
            Self.answers.withLock { $0 = [] }
            gst_pad_send_event(sink.pointer, gst_event_new_flush_start())
            gst_pad_send_event(sink.pointer, gst_event_new_flush_stop(1))
            return Self.answers.withLock(\.last)
        }

        deinit { gst_object_unref(source) }
    }

    @Test func aRefusalDuringAFlushIsAFlush() async throws {
        let answers: [[GstFlowReturn?]] = try await withCheckedThrowingContinuation { continuation in
            MediaActor.post {
                continuation.resume(
                    with: Result {
                        try [false, true].map { isGuarded in
                            let rig = try Rig(guarded: isGuarded)
                            return [rig.push(), rig.flush(), rig.push()]
                        }
                    })
            }
        }
        // What GStreamer does by itself, and the reason for the guard.
        #expect(answers.first == [GST_FLOW_ERROR, GST_FLOW_ERROR, GST_FLOW_ERROR])
        #expect(answers.last == [GST_FLOW_ERROR, GST_FLOW_FLUSHING, GST_FLOW_ERROR])
    }
}
