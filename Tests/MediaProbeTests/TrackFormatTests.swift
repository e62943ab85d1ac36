import MediaContainers
import PlayerCore
import TestSupport
import Testing

@testable import MediaProbe

/// Codecs, sizes and channels of tracks, as containers write them down.
@Suite struct TrackFormatTests {
    private func formats(_ path: String) throws -> [TrackFormat] {
        try MediaProbe.container(ByteSource.file(Array(Fixtures.path(path).utf8)), uri: "x").tracks.map(\.format)
    }

    private static let small = TrackFormat.PixelSize(width: 160, height: 90)

    @Test func matroskaTellsThem() throws {
        let subtitles = TrackFormat(codec: "SubRip")
        #expect(
            try formats("two-audio.mkv") == [
                TrackFormat(codec: "H.264", size: Self.small), TrackFormat(codec: "Opus", channels: 2),
                TrackFormat(codec: "Opus", channels: 1), subtitles, subtitles,
            ])
        #expect(
            try formats("clip.webm") == [
                TrackFormat(codec: "VP8", size: Self.small), TrackFormat(codec: "Opus", channels: 2),
            ])
    }

    @Test func mp4TellsThem() throws {
        #expect(
            try formats("clip.mp4") == [
                TrackFormat(codec: "H.264", size: Self.small), TrackFormat(codec: "AAC", channels: 2),
            ])
        #expect(try formats("tone.m4a").first == TrackFormat(codec: "AAC", channels: 2))
    }

    @Test(arguments: [
        ("tone.mp3", "MP3", 2), ("tone.ogg", "Vorbis", 2), ("tone.opus", "Opus", 2), ("tone.flac", "FLAC", 2),
        ("probe/cue.wav", "PCM", 1), ("probe/cue.rf64.wav", "PCM", 1), ("probe/id3.flac", "FLAC", 1),
    ])
    func soundFilesTellThem(name: String, codec: String, channels: Int) throws {
        #expect(try formats(name) == [TrackFormat(codec: codec, channels: channels)])
    }

    /// A descriptor of AAC with the given configuration; lengths in one byte, or in four as some writers do.
    private func esds(_ configuration: [UInt8], longLengths: Bool = false) -> [UInt8] {
        func descriptor(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
            let length = UInt8(content.count)
            return [tag] + (longLengths ? [0x80, 0x80, 0x80, length] : [length]) + content
        }
        let decoder = [0x40] + [UInt8](repeating: 0, count: 12) + descriptor(5, configuration)
        return [0, 0, 0, 0] + descriptor(3, [0, 1, 0] + descriptor(4, decoder))
    }

    @Test(arguments: [false, true]) func channelsOfAACAreInItsConfiguration(longLengths: Bool) throws {
        // AAC-LC, 48 kHz, 5.1 channels; then a layout of its own (0), and an escaped sampling rate.
        let surround = try #require(ESDecoder(esds([0x11, 0xB0], longLengths: longLengths)[...]))
        #expect(surround.name == "AAC" && surround.channels == 6)
        #expect(try #require(ESDecoder(esds([0x11, 0x80], longLengths: longLengths)[...])).channels == nil)
        #expect(try #require(ESDecoder(esds([0x17, 0x80, 0, 0, 0], longLengths: longLengths)[...])).channels == nil)
        #expect(try #require(ESDecoder(esds([], longLengths: longLengths)[...])).channels == nil)
    }

    @Test func cutDescriptorsAreNoDecoder() {
        let whole = esds([0x11, 0xB0])
        for length in 0..<whole.count { _ = ESDecoder(whole.prefix(length)) }
        #expect(ESDecoder(whole.prefix(10)) == nil)
    }

    @Test func unknownCodecsKeepTheirIdentifier() {
        #expect(CodecName.matroska("V_UNHEARD/OF") == "V_UNHEARD/OF")
        #expect(CodecName.matroska("A_AAC/MPEG4/LC/SBR") == "AAC" && CodecName.matroska("A_PCM/INT/LIT") == "PCM")
        #expect(CodecName.matroska("") == nil)
        #expect(CodecName.mp4("xyz ") == "xyz" && CodecName.mp4("hev1") == "H.265")
    }

    @Test(
        arguments: [
            ("ja", "Japanese"), ("pt-BR", "Brazilian Portuguese"), ("pt-AO", "Portuguese (pt-AO)"), ("tlh", "tlh"),
            ("zh-Hant", "Traditional Chinese"), ("en-GB", "British English"), ("und", nil),
        ] as [(String, String?)])
    func languagesHaveEnglishNames(tag: String, name: String?) {
        #expect(MediaProbe.languageName(tag) == name)
    }
}
