import GLibLoop
import PlayerCore
import Testing

@testable import MediaProbe

@Suite struct CueSheetTests {
    @Test func tracksStartAtTheirFirstIndex() {
        let text = """
            \u{FEFF}REM COMMENT "x"
            TITLE "Album"
            FILE "a.flac" WAVE
              TRACK 01 AUDIO
                TITLE "With \\"quotes\\" inside"
                INDEX 00 00:00:00
                INDEX 01 00:01:15
              TRACK 02 AUDIO
                title lower case, no quotes
                INDEX 01 99:59:74
              TRACK 03 AUDIO
                PERFORMER "Only a performer"
                INDEX 01 100:00:00
            """
        let chapters = CueSheet.chapters(text)
        #expect(
            lines(chapters) == [
                "1200 \"With \\\"quotes\\\" inside\"", "5999986 \"lower case, no quotes\"",
                "6000000 \"Only a performer\"",
            ])
        #expect(chapters.map(\.id) == ["1", "2", "3"] && chapters.allSatisfy { $0.source == "cuesheet" })
    }

    @Test(arguments: [
        ("GB18030", "第一首歌曲", "海阔天空"), ("WINDOWS-1251", "Первая песня", "Вторая глава"), ("CP932", "はじまり", "終わりの章"),
    ])
    func sheetsInOtherEncodingsAreRead(_ encoding: String, _ one: String, _ two: String) throws {
        let text =
            "FILE \"x.wav\" WAVE\n"
            + [(one, 0), (two, 1)].map { title, minute in
                " TRACK 0\(minute + 1) AUDIO\n  TITLE \"\(title)\"\n  INDEX 01 0\(minute):00:00\n"
            }.joined()
        let notes = sidecarNotes(.cueSheet, try #require(TextEncoding.bytes(text, in: encoding)))
        #expect(notes.lines == ["0.0 \(one)", "60.0 \(two)"])
    }

    @Test("a track without another index starts at INDEX 00, unless it starts in the next file") func leads() {
        let text = """
            FILE "a.flac" WAVE
            TRACK 01 AUDIO
            INDEX 00 00:00:00
            TRACK 02 AUDIO
            INDEX 00 03:00:00
            INDEX 01 03:02:00
            TRACK 03 AUDIO
            INDEX 00 06:00:00
            FILE "b.flac" WAVE
            INDEX 01 00:00:00
            """
        #expect(CueSheet.chapters(text).map(\.start.seconds) == [0, 182])
        #expect(CueSheet.chapters(text, item: "b.flac").map(\.start.seconds) == [0])
    }

    @Test func framesMayBeMissing() {
        let text = "TRACK 1 AUDIO\nINDEX 01 00:00\nTRACK 2 AUDIO\nINDEX 01 00:20\nTRACK 3 AUDIO\nINDEX 01 120:59"
        #expect(CueSheet.chapters(text).map(\.start.seconds) == [0, 20, 7259])
    }

    /// In seconds: of the first track, and of the second.
    private static let times: [(first: String, second: String, starts: [Double])] = [
        ("00:10:37", "01:00:74", [10.4933, 60.9867]), ("00:10:37", "01:00:99", [10.37, 60.99]),
        ("00:10:037", "01:00:750", [10.037, 60.75]), ("00:10.5", "1:00,25", [10.5, 60.25]),
        ("00:00:10:37", "01:02:03:04", [10.4933, 3_723.0533]), ("00:10:00 x", "1:1:0", [10, 61]),
    ]

    /// Programs that burn no discs count otherwise, but a sheet in one way.
    @Test(arguments: times) func timesAreReadAsTheyAreMeant(_ first: String, _ second: String, _ starts: [Double]) {
        let text = "TRACK 1 AUDIO\nINDEX 01 \(first)\nTRACK 2 AUDIO\nINDEX 01 \(second)\n"
        let found = CueSheet.chapters(text).map(\.start.seconds)
        #expect(zip(found, starts).allSatisfy { abs($0 - $1) < 0.001 } && found.count == 2, "\(found)")
    }

    @Test func onlyTheFirstFileCounts() {
        let text = "FILE a WAVE\r\nTRACK 1 AUDIO\r\nINDEX 01 00:01:00\r\nFILE b WAVE\r\nTRACK 2 AUDIO\r\nINDEX 01 0:2:0"
        #expect(lines(CueSheet.chapters(text)) == ["1000"])
    }

    @Test(arguments: [
        "", "TRACK", "TRACK x AUDIO\nINDEX 01 00:00:00", "INDEX 01 00:00:00", "TRACK 1 MODE1/2352\nINDEX 01 00:00:00",
        "TRACK 1 AUDIO\nINDEX 01 00:60:00", "TRACK 1 AUDIO\nINDEX 01 00:60", "TRACK 1 AUDIO\nINDEX 01 20",
        "TRACK 1 AUDIO\nINDEX 01 00:00:1000", "TRACK 1 AUDIO\nINDEX 01 -1:00:00",
        "TRACK 1 AUDIO\nINDEX 01 99999999999999999999:00:00", "TRACK 1 AUDIO\nINDEX 02 00:00:00", "\"\nTITLE \"\n",
    ]) func whatIsBrokenIsNoTrack(_ text: String) { #expect(CueSheet.chapters(text).isEmpty) }
}
