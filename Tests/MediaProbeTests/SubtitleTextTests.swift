import MediaContainers
import PlayerCore
import Testing

@testable import MediaProbe

/// What is made of files of subtitles for libass.
@Suite struct SubtitleTextTests {
    // MARK: Scripts

    /// The events of a script: `start end text`.
    private func events(_ text: String, _ format: SubtitleSidecar.Format) throws -> [String] {
        String(decoding: try SubtitleText.script(text, format), as: UTF8.self).split(separator: "\n").compactMap {
            line in
            guard line.hasPrefix("Dialogue: ") else { return nil }
            let fields = line.split(separator: ",", maxSplits: 9, omittingEmptySubsequences: false)
            return "\(fields[1]) \(fields[2]) \(fields[9])"
        }
    }

    @Test func subRip() throws {
        let text = """
            1
            00:00:01,000 --> 00:00:02,500
            A line with <i>italics</i>,
            <font color="#FF8000">orange</font> & {brackets} \\ <3

            2
            00:00:03,000 --> 00:00:04,000 X1:40 X2:600
            {\\an8}Above &amp; beyond
            3
            0:00:05.5 --> 00:00:06
            no empty line before

            4
            00:00:09,000 --> 00:00:08,000
            ends before it starts

            5
            nonsense --> 00:00:08,000
            never

            """
        for text in [text, text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")] {
            #expect(
                try events(text, .subRip) == [
                    "0:00:01.00 0:00:02.50 A line with {\\i1}italics{\\i0},"
                        + "\\N{\\c&H0080FF&}orange{\\c} & \\{brackets} \\\u{2060} <3",
                    "0:00:03.00 0:00:04.00 {\\an8}Above & beyond", "0:00:05.50 0:00:06.00 no empty line before",
                ])
        }
    }

    /// Empty lines inside of cues and none between them, numbers that are missing, doubled, or a text.
    @Test func irregularSubRip() throws {
        func times(_ second: Int) -> String { "00:00:0\(second),000 --> 00:00:0\(second),500" }
        let text = """
            \u{200E}1
            \(times(1))
            Upper

            \u{20}
            lower

            2
            \(times(2))

            3
            \(times(3))
            394

            4

            4
            \(times(4))
            no --> times
            5
            \(times(5))
            6
            \(times(6))
            no empty line

            \(times(7))
            no number

            7

            \(times(8))

            seven
            8
            x --> \(times(9))
            never
            """
        for end in ["\n", "\r\n"] {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: end)
            #expect(
                try events("\n\n" + lines, .subRip).map {
                    $0.split(separator: " ", maxSplits: 2).suffix(2).joined(separator: " ")
                } == [
                    "0:00:01.50 Upper\\Nlower", "0:00:03.50 394", "0:00:04.50 no --> times",
                    "0:00:06.50 no empty line", "0:00:07.50 no number", "0:00:08.50 seven",
                ])
        }
        #expect(try events("\(times(1))\n42\n\(times(2))\n43", .subRip).count == 2, "nothing is numbered")
    }

    @Test func webVTTWithoutEmptyLines() throws {
        let text =
            "WEBVTT\n00:01.000 --> 00:02.000\nOne\nname\n00:03.000 --> 00:04.000\nTwo\n\nlost\n\n00:05.000 --> x\nlost"
        #expect(try events(text, .webVTT) == ["0:00:01.00 0:00:02.00 One\\Nname", "0:00:03.00 0:00:04.00 Two"])
    }

    @Test func webVTT() throws {
        let text = """
            WEBVTT

            NOTE nothing

            name
            00:01.000 --> 00:02.000 line:0 align:start
            <v Anna>Hello &lt;there&gt;</v>

            00:03.000 --> 00:04.000 line:-1
            below

            00:05.000 --> 00:06.000 position:20% line:50%
            <c.yellow>aside</c> <00:05.500>later

            01:00:00.000 --> 01:00:01.000 line:nonsense
            usual

            """
        #expect(
            try events(text, .webVTT) == [
                "0:00:01.00 0:00:02.00 {\\an7\\pos(64,22)}Hello <there>",
                "0:00:03.00 0:00:04.00 {\\an2\\pos(640,698)}below",
                "0:00:05.00 0:00:06.00 {\\an8\\pos(256,360)}aside later", "1:00:00.00 1:00:01.00 usual",
            ])
    }

    @Test(arguments: [
        ("{1}{1}25\n{25}{50}{y:i}One|two\n", "0:00:01.00 0:00:02.00 {\\i1}One{\\i0}\\Ntwo"),
        ("{24}{48}One\n", "0:00:01.00 0:00:02.00 One"),
        ("[10][25]/One|two\n", "0:00:01.00 0:00:02.50 {\\i1}One{\\i0}\\Ntwo"),
        ("00:00:01.00,00:00:02.00\nOne[br]two\n", "0:00:01.00 0:00:02.00 One\\Ntwo"),
        ("00:00:01:One|two\n", "0:00:01.00 0:00:05.00 One\\Ntwo"),
    ])
    func otherTexts(text: String, event: String) throws {
        #expect(try events(text, .text) == [event])
    }

    @Test func scriptsAreTakenAsTheyAre() throws {
        let events = "[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,D,,0,0,0,,{\\b1}x\n"
        let script = "[V4+ Styles]\n" + events
        #expect(try SubtitleText.script(script, .ass) == Array(script.utf8))
        let styled = String(decoding: try SubtitleText.script(events, .ass), as: UTF8.self)
        #expect(styled.contains("[V4+ Styles]\n") && styled.hasSuffix(events))
        #expect(throws: ProbeError.self) { try SubtitleText.script("nothing", .ass) }
        #expect(throws: ProbeError.self) { try SubtitleText.script(" \n", .subRip) }
        #expect(throws: ProbeError.self) { try SubtitleText.script("", .webVTT) }
    }

    /// Times that make no sense, and more than is taken.
    @Test func hostileFilesEnd() throws {
        let many = (0..<60_000).map { "\($0)\n00:00:0\($0 % 10),000 --> 09:59:59,000\nLine \($0)\n" }
        #expect(try events(many.joined(separator: "\n"), .subRip).count == SubtitleCue.most)
        let long = "1\n00:00:01,000 --> 00:00:02,000\n" + String(repeating: "<", count: 1_000_000)
        #expect(try SubtitleText.script(long, .subRip).count < 20_000)
        for odd in ["{1}{", "[9999999999999999999][1]x", "99999999999:00:00,000 --> -1:00:00,000\nx", "{0}{}\n"] {
            for format in SubtitleSidecar.Format.allCases { _ = try? SubtitleText.script(odd, format) }
        }
    }

    @Test(arguments: [
        ("WEBVTT\n", SubtitleSidecar.Format.webVTT), ("1\n00:00:01,000 --> 00:00:02,000\nx", .subRip),
        ("[Script Info]\n", .ass), ("{1}{2}x\n", .text),
    ])
    func contentTellsTheFormat(text: String, format: SubtitleSidecar.Format) {
        #expect(SubtitleText.format(of: text) == format)
        #expect(SubtitleText.format(of: "words\n") == nil)
    }

    // MARK: Names alone

    @Test(arguments: [
        ("file:///a/Film.de.srt", "de", SubtitleSidecar.Format.subRip),
        ("file:///a/Film%20One.pt-BR.ass", "pt-BR", .ass),
        ("file:///a/x.vtt", "und", .webVTT), ("file:///a/x.txt", "und", .text),
    ])
    func aFileThatLiesAnywhereIsKnownByItsName(uri: String, language: String, format: SubtitleSidecar.Format) {
        let sidecar = MediaProbe.subtitles(uri: uri)
        #expect(sidecar?.language == language)
        #expect(sidecar?.format == format)
        #expect(sidecar?.traits == .external)
    }

    @Test(arguments: ["http://x.org/a.srt", "file:///a/film.mkv", "file:///a/srt"]) func allElseIsToldByItsContent(
        uri: String
    ) {
        #expect(MediaProbe.subtitles(uri: uri) == nil)
    }

    @Test func characterReferencesAreRead() throws {
        let text =
            "WEBVTT\n\n00:01.000 --> 00:02.000\nCaf&#233; &#xE9;t&eacute; &quot;x&quot; &mdash; &nbsp;&unknown; &#123;\\i1}"
        #expect(try events(text, .webVTT).first?.hasSuffix("Café été \"x\" — \\h&unknown; \\{\\\u{2060}i1}") == true)
    }

    /// A text whose line ends were converted twice has an empty line in each place.
    @Test func subRipWithDoubledCarriageReturns() throws {
        let text =
            "1\r\r\n00:00:01,000 --> 00:00:02,500\r\r\nOne\r\r\n\r\r\n2\r\r\n00:00:04,000 --> 00:00:05,500\r\r\nTwo\r\r\n"
        #expect(try events(text, .subRip).map { $0.split(separator: " ").last } == ["One", "Two"])
    }
}
