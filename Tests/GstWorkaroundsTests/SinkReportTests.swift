import CGLib
import CGStreamer
import Foundation
import GLibLoop
import TestSupport
import Testing

@testable import Gst
@testable import GstWorkarounds

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

    @Test("the reports of sinks come in their order, and those of other elements at once")
    @MediaActor func reportsKeepTheirOrder() throws {
        let pipeline = Element.pipeline(name: "order")
        let (sink, other) = (try Element("pulsesink"), try Element("fakesink"))
        pipeline.add(sink, other)
        let bus = try #require(gst_element_get_bus(pipeline.pointer))
        defer { gst_object_unref(bus) }
        func report(_ element: Element, _ text: String) {
            gst_element_message_full(
                element.pointer, GST_MESSAGE_WARNING, gst_resource_error_quark(),
                gint(GST_RESOURCE_ERROR_FAILED.rawValue), g_strdup(text), nil, "file", "function", 1)
        }
        report(other, "other")
        let first = try #require(gst_bus_timed_pop_filtered(bus, 0, GST_MESSAGE_WARNING))
        gst_message_unref(first)
        let expected = (0..<100).map(String.init)
        for text in expected { report(sink, text) }
        var found: [String] = []
        while found.count < expected.count,
            let message = gst_bus_timed_pop_filtered(bus, 30_000_000_000, GST_MESSAGE_WARNING)
        {
            var error: UnsafeMutablePointer<GError>?
            gst_message_parse_warning(message, &error, nil)
            found.append(error.map { String(cString: $0.pointee.message) } ?? "")
            g_clear_error(&error)
            gst_message_unref(message)
        }
        #expect(found == expected)
    }
}
