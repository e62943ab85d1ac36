import PlayerCore
import Testing

@testable import MediaProbe

/// Damaged sidecars end in a result, whatever it is.
@Suite struct SidecarDamageTests {
    private static let samples: [(SidecarKind, String)] = [
        (
            .matroskaXML,
            """
            <?xml version="1.0"?><Chapters><EditionEntry><EditionFlagDefault>1</EditionFlagDefault><ChapterAtom>\
            <ChapterTimeStart>00:00:01.5</ChapterTimeStart><ChapterTimeEnd>00:00:02</ChapterTimeEnd><ChapterAtom>\
            <ChapterTimeStart>00:00:01</ChapterTimeStart></ChapterAtom><ChapterDisplay><ChapterString>A</ChapterString>\
            <ChapterLanguage>eng</ChapterLanguage></ChapterDisplay></ChapterAtom></EditionEntry></Chapters>
            """
        ),
        (
            .podcast,
            "{\"chapters\":[{\"startTime\":1.5,\"endTime\":2e3,\"title\":\"A\\u00e9\",\"img\":\"a/%20b\",\"toc\":false}]}"
        ),
        (.webVTT, "WEBVTT\nLanguage: en\n\nNOTE x\n\nid\n00:00.000 --> 01:00.000 line:1\n<b>A</b> &amp; B\n"),
        (.subtitles, "WEBVTT\n\n00:00.000 --> 01:00.000\nA\n\n01:00.000 --> 02:00.000\nB\n"),
        (.ffmetadata, ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=1500\nEND=99999\ntitle=A\\=\\\nB\n"),
        (.text, "0:00 - 1:30 A\n[1:30:00] B\n(2:00:00.5) - C\n- 3:00:00: D\n"),
        (.ogm, "CHAPTER01=00:00:01.500\nCHAPTER01NAME=A\nCHAPTER02=00:01:00,5\n"),
        (.cueSheet, "FILE \"a.wav\" WAVE\n  TRACK 01 AUDIO\n    TITLE \"A\"\n    INDEX 01 01:02:03\n"),
        (.edl, "5.3\t7.1 0\n## x\n0:00:15.5 00:01:16.7 1\n#10080 #19728 3\n1 255.3 2\n720.1 2\n"),
        (.comskip, "FILE PROCESSING COMPLETE 119274 FRAMES AT 2997\n-------------------\n1\t2042\n28341\t33207\n"),
        (
            .sponsorBlock,
            "[{\"segment\":[1.5,2e1],\"category\":\"intro\",\"actionType\":\"skip\",\"UUID\":\"a\\u00e9\"}]"
        ),
        (.jellyfin, "{\"Items\":[{\"Type\":\"Intro\",\"StartTicks\":1,\"EndTicks\":2e9,\"Id\":\"a\"}]}"),
    ]

    @Test(arguments: samples) func truncatedAtEveryByte(kind: SidecarKind, text: String) async {
        let bytes = Array(text.utf8)
        for count in 0...bytes.count {
            await Task.yield()
            let notes = sidecarNotes(kind, bytes.prefix(count))
            #expect(notes.chapters.allSatisfy { $0.end.map { end in end >= .zero } ?? true })
        }
    }

    @Test(arguments: samples) func withBytesChanged(kind: SidecarKind, text: String) async {
        var random = Random()
        let original = Array(text.utf8)
        for _ in 0..<300 {
            await Task.yield()
            var bytes = original
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes[index] = Array("0123456789:-=\\<>&\"{}[]\n".utf8).randomElement(using: &random) ?? 0
                case 2: bytes.insert(contentsOf: Array(repeating: bytes[index], count: 30), at: index)
                default: if bytes.count > 1 { bytes.remove(at: index) }
                }
            }
            _ = sidecarNotes(kind, bytes)
        }
    }

    @Test(arguments: [
        (SidecarKind.edl, "1 2 3\n"), (.edl, "1 "), (.edl, "#"), (.comskip, "1 2\n"), (.sponsorBlock, "{},"),
        (.sponsorBlock, "{\"segment\":[1,2],\"category\":\"intro\"},"), (.jellyfin, "{\"StartTicks\":1},"),
        (.text, "0:00 A\n"), (.ogm, "CHAPTER01=00:00:00\n"), (.ffmetadata, "a\\\n"), (.webVTT, "a\n\n"),
        (.podcast, "[[[],"), (.matroskaXML, "<a>&amp;</a>"), (.text, "\n"), (.text, "x"),
    ]) func largeAndMonotonousFilesEndSoon(kind: SidecarKind, piece: String) {
        let heads: [SidecarKind: String] = [
            .ffmetadata: ";FFMETADATA1\n", .webVTT: "WEBVTT\n\n", .podcast: "{\"chapters\":[",
            .matroskaXML: "<Chapters>", .comskip: "FILE PROCESSING COMPLETE 1 FRAMES AT 2500\n", .sponsorBlock: "[",
            .jellyfin: "[",
        ]
        let text = (heads[kind] ?? "") + String(repeating: piece, count: (8 << 20) / piece.utf8.count)
        let clock = ContinuousClock()
        let spent = clock.measure { #expect(sidecarNotes(kind, text).problems.count <= 11) }
        #expect(spent < .seconds(30), "\(spent)")
    }

    /// The same numbers each time.
    private struct Random: RandomNumberGenerator {
        private var state: UInt64 = 42

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}
