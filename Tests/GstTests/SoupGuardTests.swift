import CGStreamer
import Foundation
import TestSupport
import Testing

@testable import Gst

/// Requests that are cancelled at any moment.
@Suite(.timeLimit(.minutes(5)))
struct SoupGuardTests {
    /// Without the guard, libsoup 3.2.3 crashes within two thousand rounds. The pauses are the subject: some of the
    /// cancellations come with the response.
    @Test func aRequestMayBeCancelledAtAnyMoment() async throws {
        try Gst.initialize()
        let server = try MediaServer(folder: Fixtures.directory)
        let uri = server.uri("tone.flac")
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            Thread.detachNewThread { continuation.resume(with: Result { try Self.cancel(uri, rounds: 3_000) }) }
        }
    }

    private static func cancel(_ uri: String, rounds: Int) throws {
        guard let pipeline = gst_pipeline_new(nil), let source = gst_element_factory_make("souphttpsrc", nil),
            let sink = gst_element_factory_make("fakesink", nil)
        else { throw GstFailure(message: "no elements") }
        gst_object_ref_sink(pipeline)
        defer { gst_object_unref(pipeline) }
        SoupGuard.attach(to: source)
        cgst_set_string(source, "location", uri)
        gst_bin_add(cgst_bin(pipeline), source)
        gst_bin_add(cgst_bin(pipeline), sink)
        gst_element_link(source, sink)
        for round in 0..<rounds {
            gst_element_set_state(pipeline, GST_STATE_PLAYING)
            usleep(UInt32(round % 7 * 300))
            if round % 2 == 0 {
                gst_element_seek_simple(pipeline, GST_FORMAT_BYTES, GST_SEEK_FLAG_FLUSH, gint64(round))
                usleep(UInt32(round % 5 * 200))
            }
            gst_element_set_state(pipeline, round % 7 == 0 ? GST_STATE_NULL : GST_STATE_READY)
        }
        gst_element_set_state(pipeline, GST_STATE_NULL)
    }
}
