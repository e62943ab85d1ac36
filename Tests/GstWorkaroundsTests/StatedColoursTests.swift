import CGStreamer
import GLibLoop
import Testing

@testable import Gst
@testable import GstWorkarounds

/// The colours of video that does not state them.
@Suite struct StatedColoursTests {
    init() throws { try Gst.initialize() }

    /// The colours of what leaves a pad that is given pictures.
    @MediaActor private func colours(of format: String, stated: Bool) throws -> String? {
        let element = try Element("identity")
        let input = try #require(element.pad("sink"))
        if stated { StatedColours.attach(to: input.pointer) }
        element.setState(.paused)
        defer { element.setState(.null) }
        gst_pad_send_event(input.pointer, gst_event_new_stream_start("colours"))
        let caps = try #require(gst_caps_from_string(format))
        defer { gst_caps_unref(caps) }
        gst_pad_send_event(input.pointer, gst_event_new_caps(caps))
        let passed = try #require(gst_pad_get_current_caps(input.pointer))
        defer { gst_caps_unref(passed) }
        return gst_structure_get_string(gst_caps_get_structure(passed, 0), "colorimetry").map { String(cString: $0) }
    }

    @Test(
        "they are stated by the height that the pictures are stored with",
        arguments: [
            ("video/x-raw,format=I420,width=720,height=576,framerate=25/1", "bt601"),
            ("video/x-raw,format=I420,width=1920,height=1080,framerate=25/1", "bt709"),
        ])
    @MediaActor func guessesBecomeStatements(format: String, colours: String) throws {
        #expect(try self.colours(of: format, stated: false) == nil)
        #expect(try self.colours(of: format, stated: true) == colours)
    }

    @Test("colours that are stated stay, and pictures that have none to guess are left alone")
    @MediaActor func statementsStay() throws {
        let format = "video/x-raw,format=I420,width=720,height=576,framerate=25/1,colorimetry=bt709"
        #expect(try colours(of: format, stated: true) == "bt709")
        #expect(try colours(of: "video/x-raw,format=RGBx,width=720,height=576,framerate=25/1", stated: true) == nil)
    }
}
