import Foundation
import PlayerCore
import Testing

@testable import LibraryStore

@Suite struct WatchLaterTests {
    @Test func whatMpvWrites() {
        let parsed = WatchLater.parse(
            """
            # /media/A film.mkv
            start=2712.584000
            speed=1.500000
            sid=no
            audio-device=%11%pulse/\"a=b\"#
            sub-file='quoted # text' # comment
            fullscreen
            """.utf8)
        #expect(parsed.path == Array("/media/A film.mkv".utf8))
        #expect(parsed.start == seconds(2712.584))
        #expect(parsed.speed == 1.5)
        #expect(!parsed.isRedirect)
        #expect(
            parsed.options == [
                "start": "2712.584000", "speed": "1.500000", "sid": "no", "audio-device": "pulse/\"a=b\"",
                "sub-file": "quoted # text",
            ])
    }

    @Test(
        arguments: [
            ("start=0.000000", 0.0), ("start=1:02:03.5", 3723.5), ("start = \"90\"\r", 90), ("start=%4%12.5", 12.5),
            ("start=none", nil), ("start=-5", nil), ("start=50%", nil), ("start=nan", nil), ("start=", nil), ("", nil),
            ("#start=5", nil), ("start=5\nstart=6", 6), ("start=%2%12.5", 12), ("start=%99999999999999999999%1", nil),
            ("=5", nil), ("start=1e3", nil),
        ] as [(String, Double?)]) func starts(text: String, expected: Double?)
    {
        #expect(WatchLater.parse(text.utf8).start == expected.map { seconds($0) }, "\(text)")
    }

    @Test func anyBytesAreRead() {
        for length in 0..<200 {
            _ = WatchLater.parse((0..<length).map { UInt8(truncatingIfNeeded: $0 &* 157 &+ length) })
        }
        let path: [UInt8] = [0x2f, 0xff, 0xfe]
        #expect(WatchLater.parse([0x23, 0x20] + path + [0x0a]).path == path)
        #expect(WatchLater.parse("# redirect entry\n# /media\n".utf8).isRedirect)
    }

    @Test func filesAreNamedAsMpvNamesThem() {
        // What md5sum says.
        #expect(Self.name("/media/known.mkv") == "4C34830BB06F12C9E0BDCC1A053ACAA0")
    }

    @Test func aFolderIsImported() throws {
        let folder = try JournalFolder()
        try folder.write([], to: "media/here.mkv")
        let files: [(name: String, text: String)] = [
            (Self.name("/media/known.mkv"), "start=10.5\n"),
            (Self.name("/media/a b.mkv"), "# /media/a b.mkv\nstart=20\nspeed=2\n"),
            (Self.name("https://example.org/x?y"), "# https://example.org/x?y\nstart=30\n"),
            (String(repeating: "0", count: 32), "# \(folder.path)/media/here.mkv\nstart=40\n"),
            (String(repeating: "1", count: 32), "# /media/gone.mkv\nstart=50\n"),
            (String(repeating: "2", count: 32), "start=60\n"),
            (String(repeating: "3", count: 32), "# relative.mkv\nstart=70\n"),
            (Self.name("/media/none.mkv"), "# /media/none.mkv\nvolume=50\n"),
            (Self.name("/media"), "# redirect entry\n# /media\n"),
            ("README", "start=80\n"), (String(repeating: "a", count: 32), "start=90\n"),
        ]
        for file in files { try folder.write(file.text.utf8, to: "watch_later/\(file.name)") }
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/watch_later/\(String(repeating: "F", count: 32))",
            withIntermediateDirectories: true)
        let findings = WatchLaterFolder(path: "\(folder.path)/watch_later").findings(
            known: ["file:///media/known.mkv", "/media/other.mkv"])
        let entries = Dictionary(uniqueKeysWithValues: findings.entries.map { ($0.uri, $0) })
        #expect(
            entries.mapValues(\.position) == [
                "file:///media/known.mkv": seconds(10.5), "file:///media/a%20b.mkv": seconds(20),
                "https://example.org/x?y": seconds(30), "file://\(folder.path)/media/here.mkv": seconds(40),
            ])
        #expect(entries["file:///media/a%20b.mkv"]?.speed == 2)
        #expect(findings.entries.allSatisfy { $0.savedAt > 1_600_000_000 })
        #expect(
            Set(findings.problems) == [
                "11111111111111111111111111111111 was not imported: its file is unknown: the comment does not name a "
                    + "file or URL.",
                "22222222222222222222222222222222 was not imported: its file is unknown (mpv records it with "
                    + "write-filename-in-watch-later-config).",
                "33333333333333333333333333333333 was not imported: its file is unknown: the comment does not name a "
                    + "file or URL.",
                "\(Self.name("/media/none.mkv")) was not imported: it has no position of file:///media/none.mkv.",
                "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF was not imported: it cannot be read.",
            ])
    }

    @Test(arguments: [(65_536, true), (65_537, false)]) func aFileIsAsLargeAsItMayBe(length: Int, isImported: Bool)
        throws
    {
        let folder = try JournalFolder()
        let text = "# https://example.org/x\nstart=30\n#"
        let name = Self.name("https://example.org/x")
        try folder.write((text + String(repeating: "x", count: length - text.utf8.count)).utf8, to: "later/\(name)")
        let findings = WatchLaterFolder(path: "\(folder.path)/later").findings()
        #expect(findings.entries.map(\.uri) == (isImported ? ["https://example.org/x"] : []))
        #expect(findings.problems == (isImported ? [] : ["\(name) was not imported: it cannot be read."]))
    }

    @Test func aFolderThatIsNotThereIsSaid() {
        let findings = WatchLaterFolder(path: "/nowhere").findings()
        #expect(findings.entries.isEmpty)
        #expect(findings.problems == ["The folder /nowhere cannot be read: no such file or directory."])
    }

    /// The name that mpv gives a file about this path or URL.
    private static func name(_ text: String) -> String { WatchLaterFolder.name(of: Array(text.utf8)) }
}
