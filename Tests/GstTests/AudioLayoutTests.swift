import CGStreamer
import Testing

@testable import GstElements

/// Samples of decoded sound in memory.
@Suite struct AudioLayoutTests {
    @Test("a planar buffer that was cut has as many samples as its decoder says", arguments: [true, false])
    func planar(isCut: Bool) throws {
        gst_init(nil, nil)
        let text = "audio/x-raw,format=F32LE,layout=non-interleaved,channels=2,rate=48000,channel-mask=(bitmask)3"
        let caps = try #require(gst_caps_from_string(text))
        let event = try #require(gst_event_new_caps(caps))
        let layout = try #require(AudioLayout(of: event))
        let buffer = try #require(gst_buffer_new_allocate(nil, 800, nil))
        defer {
            gst_buffer_unref(buffer)
            gst_event_unref(event)
            gst_caps_unref(caps)
        }
        if isCut {
            var info = GstAudioInfo()
            #expect(gst_audio_info_from_caps(&info, caps) != 0)
            var offsets: [gsize] = [40, 440]
            #expect(gst_buffer_add_audio_meta(buffer, &info, 60, &offsets) != nil)
        }
        #expect(layout.samples(of: buffer) == (isCut ? 60 : 100))
    }
}
