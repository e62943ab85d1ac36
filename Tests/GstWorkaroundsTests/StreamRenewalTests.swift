import CGStreamer
import Foundation
import GLibLoop
import TestSupport
import Testing

@testable import Gst
@testable import GstWorkarounds

/// What watches a sink at a sound server.
@Suite struct StreamRenewalTests {
    private final class Marker: Sendable {}

    init() throws { try Gst.initialize() }

    /// Each loss of the sound server takes a sink out: one that stayed would be a leak for every one.
    @Test @MediaActor func aSinkThatIsLetGoOfIsGone() throws {
        weak var kept: Marker?
        try {
            let marker = Marker()
            kept = marker
            let sink = try Element("fakesink")
            let renewal = StreamRenewal.attach(to: sink) { withExtendedLifetime(marker) {} }
            #expect(renewal != nil)
            #expect(kept != nil)
        }()
        #expect(kept == nil, "the sink's pad still holds who watches it")
    }

    /// pulsesink (1.22) takes a stream that goes while its time is read for a lost server: a second without sound.
    @Test(.needs("pulseaudio", "pactl")) @MediaActor func theTimeIsNotReadWhileTheStreamChanges() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "renewal-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let socket = "\(folder)/socket"
        let server = try ChildProcess(
            "pulseaudio",
            [
                "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--realtime=no",
                "--high-priority=no", "--load=module-null-sink",
                "--load=module-native-protocol-unix auth-anonymous=1 socket=\(socket)",
            ],
            environment: ["HOME": folder, "XDG_RUNTIME_DIR": folder, "PATH": "/usr/bin:/bin"])
        defer { server.kill() }
        let deadline = Moment.now + 30
        let isUp = { try ChildProcess.run("pactl", ["--server", "unix:\(socket)", "info"]).end == .exited(0) }
        while try !isUp() { try #require(Moment.now < deadline) }

        let pipeline = Element.pipeline(name: "renewal")
        let source = try Element("audiotestsrc")
        let sink = try Element("pulsesink")
        sink.set("server", "unix:\(socket)")
        for element in [source, sink] { pipeline.add(element) }
        try #require(gst_element_link(source.pointer, sink.pointer) != 0)
        let renewal = try #require(StreamRenewal.attach(to: sink) {})
        defer { pipeline.setState(.null) }
        pipeline.setState(.playing)
        nonisolated(unsafe) let pointer = pipeline.pointer
        try #require(gst_element_get_state(pointer, nil, nil, 30_000_000_000) == GST_STATE_CHANGE_SUCCESS)

        let isOver = Monitored(false)
        let reader = Thread { while !isOver.current { renewal.look() } }
        reader.start()
        defer { isOver.update { $0 = true } }
        for _ in 0..<100 {
            gst_element_seek_simple(pointer, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH, 0)
            try #require(gst_element_get_state(pointer, nil, nil, 30_000_000_000) == GST_STATE_CHANGE_SUCCESS)
        }
        let bus = try #require(gst_element_get_bus(pointer))
        defer { gst_object_unref(bus) }
        let message = gst_bus_pop_filtered(bus, GST_MESSAGE_ERROR)
        #expect(message == nil, "\(server.errors.text)")
        if let message { gst_message_unref(message) }
    }
}
