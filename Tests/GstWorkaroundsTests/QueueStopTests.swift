import CGLib
import CGStreamer
import GLibLoop
import TestSupport
import Testing

@testable import Gst
@testable import GstWorkarounds

/// Queues that a flush would start again after they have stopped.
@Suite struct QueueStopTests {
    init() throws { try Gst.initialize() }

    /// Whether the thread of a queue runs after a flush.
    @MediaActor private func runsAfterAFlush(_ factory: String, stopped: Bool) throws -> Bool {
        let bin = Element.bin(name: "stopping")
        let queue = try Element(factory, name: "queue")
        bin.add(queue)
        let isMultiple = factory == "multiqueue"
        let input = try #require(
            isMultiple
                ? gst_element_request_pad_simple(queue.pointer, "sink_%u")
                : gst_element_get_static_pad(queue.pointer, "sink"))
        defer { gst_object_unref(input) }
        let output = try #require(gst_element_get_static_pad(queue.pointer, isMultiple ? "src_0" : "src"))
        defer { gst_object_unref(output) }
        bin.setState(.paused)
        defer { bin.setState(.null) }
        if stopped { QueueStop.install(in: bin.pointer) }
        gst_pad_send_event(input, gst_event_new_flush_start())
        #expect(gst_pad_get_task_state(output) != GST_TASK_STARTED)
        gst_pad_send_event(input, gst_event_new_flush_stop(1))
        return gst_pad_get_task_state(output) == GST_TASK_STARTED
    }

    @Test(arguments: ["multiqueue", "queue2"]) @MediaActor func aFlushDoesNotStartThemAgain(_ factory: String) throws {
        #expect(try runsAfterAFlush(factory, stopped: false))
        #expect(try !runsAfterAFlush(factory, stopped: true))
    }
}
