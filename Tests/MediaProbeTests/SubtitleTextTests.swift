import MediaContainers
import PlayerCore
import Testing

@testable import MediaProbe

/// What is made of files of subtitles for GStreamer.
@Suite struct SubtitleTextTests {
    // MARK: Encodings

    @Test func unicodeIsKnownByItsBytes() {
        let text = "Grüße, 日本"
        #expect(SubtitleEncoding.unicode(Array(text.utf8)) == text)
        #expect(SubtitleEncoding.unicode([0xEF, 0xBB, 0xBF] + Array(text.utf8)) == text)
        #expect(SubtitleEncoding.unicode(utf16(text)) == text)
        let long = String(repeating: "Hello, world. ", count: 20)
        #expect(SubtitleEncoding.unicode(Array(utf16(long).dropFirst(2))) == long)
        let wide = long.utf8.reduce(into: [UInt8]()) { $0 += [$1, 0, 0, 0] }
        #expect(SubtitleEncoding.unicode([0xFF, 0xFE, 0, 0] + wide) == long)
        #expect(SubtitleEncoding.unicode([0x47, 0x72, 0xFC, 0xDF]) == nil)
        #expect(SubtitleEncoding.unicode([]) == "")
    }

    @Test(arguments: [
        ("ru", "WINDOWS-1251"), ("pl", "WINDOWS-1250"), ("el", "WINDOWS-1253"), ("zh-Hant", "BIG5-HKSCS"),
        ("zh-TW", "BIG5-HKSCS"), ("zh", "GB18030"), ("sr", "WINDOWS-1251"), ("sr-Latn", "WINDOWS-1250"),
        ("fr-CA", "WINDOWS-1252"), ("und", "WINDOWS-1252"), ("", "WINDOWS-1252"),
    ])
    func otherEncodingsAreThoseOfTheLanguage(language: String, encoding: String) {
        #expect(SubtitleEncoding.likely(for: language).first == encoding)
        #expect(SubtitleEncoding.likely(for: language).last == "ISO-8859-1")
    }

    // MARK: ASS

    private static let head = """
        [Script Info]
        Title: x
        [V4+ Styles]
        Style: Default,Arial
        [Events]
        Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text

        """

    private func lines(_ events: String...) -> [String] {
        let text = Self.head + events.map { "Dialogue: 0,\($0)" }.joined(separator: "\r\n")
        return ASSLines(text).lines.map { "\($0.start)-\($0.end) \($0.text)" }
    }

    @Test func linesAreReadWithoutTheirStyles() {
        #expect(
            lines(
                "0:00:05.00,0:00:06.50,Default,,0,0,0,,Second, with a comma",
                #"0:00:01.20,0:00:02.00,Default,,0,0,0,,{\an8\fs40}First\Nline {\i1}slanted{\i0} <x>"#,
                #"0:00:03.00,0:00:04.00,Default,,0,0,0,,{\p1}m 0 0 l 10 10{\p0}"#,
                "0:00:04.00,0:00:04.00,Default,,0,0,0,,No time", "x,y,Default,,0,0,0,,Nonsense"
            ) == ["120-200 First\nline <i>slanted</i> &lt;x>", "500-650 Second, with a comma"])
    }

    @Test func whatIsShownTogetherIsOneEntry() {
        let text =
            Self.head + "Dialogue: 0,0:00:01.00,0:00:03.00,D,,0,0,0,,A\nDialogue: 0,0:00:02.00,0:00:04.00,D,,0,0,0,,B\n"
        #expect(
            ASSLines(text).subRip == """
                1
                00:00:01,000 --> 00:00:02,000
                A

                2
                00:00:02,000 --> 00:00:03,000
                A
                B

                3
                00:00:03,000 --> 00:00:04,000
                B


                """)
    }

    /// Thousands of lines at the same time, and times that make no sense.
    @Test func hostileFilesEnd() {
        let many = (0..<20_000).map { "Dialogue: 0,0:00:0\($0 % 10).00,9:59:59.00,D,,0,0,0,,Line \($0)" }
        let lines = ASSLines(Self.head + many.joined(separator: "\n"))
        #expect(lines.lines.count == 20_000)
        #expect(lines.subRip.utf8.count < 10_000_000)
        let odd = ASSLines(
            Self.head + "Dialogue: 0,99999999999:00:00.00,-1:00:00.00,D,,0,0,0,,x\nDialogue: ,,,\nFormat:\nDialogue: a")
        #expect(odd.lines.isEmpty)
        #expect(throws: ProbeError.self) { try SubtitleText.readable("nothing", .ass) }
        #expect(throws: ProbeError.self) { try SubtitleText.readable(" \n", .subRip) }
    }

    // MARK: Names alone

    @Test(arguments: [
        ("file:///a/Film.de.srt", "de", SubtitleSidecar.Format.subRip),
        ("file:///a/Film%20One.pt-BR.ass", "pt-BR", .ass),
        ("file:///a/x.vtt", "und", .webVTT), ("file:///a/x.smi", "und", .text),
    ])
    func aFileThatLiesAnywhereIsKnownByItsName(uri: String, language: String, format: SubtitleSidecar.Format) {
        let sidecar = MediaProbe.subtitles(uri: uri)
        #expect(sidecar?.language == language)
        #expect(sidecar?.format == format)
        #expect(sidecar?.traits == .external)
    }

    @Test(arguments: ["http://x.org/a.srt", "file:///a/film.mkv", "file:///a/srt"]) func allElseIsFoundOutByGStreamer(
        uri: String
    ) {
        #expect(MediaProbe.subtitles(uri: uri) == nil)
    }
}
