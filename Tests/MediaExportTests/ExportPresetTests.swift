import GLibLoop
import Gst
import Testing

@testable import MediaExport

@Suite struct ExportPresetTests {
    @MediaActor
    private static func presets(_ codecs: [String], uri: String = "file:///a.mkv") throws -> [String] {
        try Gst.initialize()
        return ExportPresets.available(
            for: uri, hasVideo: true, hasAudio: true, codecs: codecs, lines: 480, targets: ["b", "a"])
    }

    @Test(
        "copies are listed where a file can hold them",
        arguments: [
            (["H.264 (High Profile)", "MPEG-4 AAC"], true), (["VP8", "Opus"], true), ([], true),
            (["Motion-JPEG", "PCM"], false), (["Microsoft Windows Media 8", "WMA Version 8"], false),
            (["H.264", "Windows Media Audio 9"], false),
        ]) func copies(codecs: [String], isListed: Bool) async throws
    {
        let presets = try await Self.presets(codecs)
        #expect(presets.contains("passthrough") == isListed)
        #expect(presets.suffix(2) == ["a", "b"])
    }
}
