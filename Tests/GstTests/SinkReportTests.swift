import CGLib
import CGStreamer
import Foundation
import GLibLoop
import TestSupport
import Testing

@testable import Gst

/// What keeps a sink that has lost its sound server from waiting for its own lock.
@Suite struct SinkReportTests {
    init() throws { try Gst.initialize() }

    /// As `GstAudioBaseSink` does it when it starts its ring buffer.
    @Test @MediaActor func aLockedSinkReportsThatItsServerHasGone() throws {
        let pipeline = Element.pipeline(name: "report")
        let sink = try Element("pulsesink")
        pipeline.add(sink)
        let bus = try #require(gst_element_get_bus(pipeline.pointer))
        defer { gst_object_unref(bus) }
        nonisolated(unsafe) let pointer = sink.pointer
        let hasReported = Monitored(false)
        Thread {
            withUnsafeMutablePointer(to: &pointer.pointee.object.lock) { lock in
                g_mutex_lock(lock)
                gst_element_message_full(
                    pointer, GST_MESSAGE_ERROR, gst_resource_error_quark(), gint(GST_RESOURCE_ERROR_FAILED.rawValue),
                    g_strdup("The server has gone."), nil, "file", "function", 1)
                g_mutex_unlock(lock)
            }
            hasReported.update { $0 = true }
        }.start()
        #expect(hasReported.wait(seconds: 30) { $0 ? true : nil } == true)
        let message = gst_bus_timed_pop_filtered(bus, 30_000_000_000, GST_MESSAGE_ERROR)
        #expect(message != nil)
        if let message { gst_message_unref(message) }
        withExtendedLifetime(sink) {}
    }
}
