import CGLib
import CGStreamer
import Synchronization
import TestSupport
import Testing

@testable import Gst
@testable import GstWorkarounds

/// How much an HTTP source takes at a time from a server that gives whatever fits.
@Suite struct ReadLimitTests {
    private final class Count: Sendable {
        let whole: Mailbox<Void> = Mailbox()
        private let state = Mutex((bytes: 0, largest: 0))
        var largest: Int { state.withLock { $0.largest } }

        func add(_ buffer: UnsafeMutablePointer<GstBuffer>) {
            var capacity: gsize = 0
            let size = Int(gst_buffer_get_sizes(buffer, nil, &capacity))
            let isWhole = state.withLock { state in
                let before = state.bytes
                state = (before + size, max(state.largest, Int(capacity)))
                return before < 64 << 20 && state.bytes >= 64 << 20
            }
            if isWhole { whole.post(()) }
        }
    }

    @Test func buffersStaySmall() throws {
        try Gst.initialize()
        let server = try MediaServer()
        let uri = server.uri("huge/tone.ogg")
        let pipeline = try #require(
            gst_parse_launch("souphttpsrc name=source location=\(uri) ! fakesink name=sink", nil))
        defer {
            gst_element_set_state(pipeline, GST_STATE_NULL)
            gst_object_unref(pipeline)
        }
        let source = try #require(gst_bin_get_by_name(cgst_bin(pipeline), "source"))
        defer { gst_object_unref(source) }
        let sink = try #require(gst_bin_get_by_name(cgst_bin(pipeline), "sink"))
        defer { gst_object_unref(sink) }
        let pad = try #require(gst_element_get_static_pad(sink, "sink"))
        defer { gst_object_unref(pad) }
        let count = Count()
        gst_pad_add_probe(
            pad, GST_PAD_PROBE_TYPE_BUFFER,
            { _, info, data in
                if let buffer = info.flatMap({ cgst_probe_buffer($0) }), let data {
                    Unmanaged<Count>.fromOpaque(data).takeUnretainedValue().add(buffer)
                }
                return GST_PAD_PROBE_OK
            }, Unmanaged.passRetained(count).toOpaque(), releaseContext)
        ReadLimit.attach(to: source)
        gst_element_set_state(pipeline, GST_STATE_PLAYING)
        try count.whole.next()
        // The allocator may round up, and adds what alignment takes; what is read behind the limit is one doubling.
        #expect(count.largest <= 2 * Int(ReadLimit.largest) + 4_096, "\(count.largest)")
    }
}
