import Foundation
import MediaProbe
import PlayerCore
import Testing

@Suite struct NextEpisodeTests {
    private func next(after name: String, among others: [String]) throws -> String? {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("episodes-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for other in others + [name] { try Data().write(to: folder.appendingPathComponent(other)) }
        let path = folder.appendingPathComponent(name).path
        let findings = MediaProbe.findings(uri: "file://\(path)", pathBytes: Array(path.utf8))
        return findings.nextEpisode.flatMap { URL(string: $0)?.lastPathComponent }
    }

    @Test(
        arguments: [
            (
                "the next number, not the next name", "Show S01E09.mkv", ["Show S01E10.mkv", "Show S01E1.mkv"],
                "Show S01E10.mkv"
            ),
            ("over a gap", "Show S01E02.mkv", ["Show S01E05.mkv", "Show S01E04.mkv"], "Show S01E04.mkv"),
            ("into the next season", "show.s01e12.mkv", ["Show S02E01.mkv", "Show S02E02.mkv"], "Show S02E01.mkv"),
            (
                "series are compared without signs and case", "The.Show.S01E01.1080p.mkv", ["the show - s01e02.mp4"],
                "the show - s01e02.mp4"
            ),
            ("another series is none", "Show S01E01.mkv", ["Other S01E02.mkv"], nil),
            ("1x02 is a number too", "Show 1x02.avi", ["Show 1x03.avi"], "Show 1x03.avi"),
            ("a picture is none", "Show S01E01.mkv", ["Show S01E02.jpg", "Show S01E02.srt"], nil),
            (
                "samples and trailers are none", "Show S01E01.mkv",
                ["Show S01E02 sample.mkv", "Show S01E02-trailer.mkv", "Show S01E02-deleted.mkv"], nil
            ),
            (
                "anime is numbered without a season", "[Grp] Anime Name - 01 [1080p].mkv",
                ["[Grp] Anime Name - 02 [1080p].mkv", "[Grp] Anime Name - 03 [1080p].mkv"],
                "[Grp] Anime Name - 02 [1080p].mkv"
            ),
            (
                "the group does not matter, the series does", "[Grp] Anime - 09 [1080p].mkv",
                ["[Grp] Other - 10 [1080p].mkv", "[Two] Anime - 10v2 [720p].mkv"], "[Two] Anime - 10v2 [720p].mkv"
            ),
            (
                "from the last of a season", "[Grp] Anime - 12 [1080p].mkv",
                ["[Grp] Anime - 11 [1080p].mkv", "[Grp] Anime S2 - 01 [1080p].mkv"], "[Grp] Anime S2 - 01 [1080p].mkv"
            ),
            (
                "extras of anime are none", "[Grp] Anime - 01 [1080p].mkv",
                ["[Grp] Anime - 02 [1080p]-trailer.mkv", "[Grp] Anime - 02 sample [1080p].mkv"], nil
            ),
            ("an episode in words", "Show Episode 2.mkv", ["Show Episode 3.mkv"], "Show Episode 3.mkv"),
            ("the year of a film is no number", "Film (2019).mkv", ["Film (2020).mkv"], nil),
            ("without a number there is none", "Film.mkv", ["Film 2.mkv"], nil),
            ("a resolution is no number", "Film 1280x720.mkv", ["Film 1280x721.mkv"], nil),
            ("the last has none", "Show S01E03.mkv", ["Show S01E01.mkv", "Show S01E02.mkv"], nil),
            (
                "of two files the first by name", "Show S01E01.mkv", ["Show S01E02 b.mkv", "Show S01E02 a.mkv"],
                "Show S01E02 a.mkv"
            ),
        ] as [(String, String, [String], String?)])
    func theNextEpisode(_ rule: String, _ name: String, _ others: [String], _ expected: String?) throws {
        #expect(try next(after: name, among: others) == expected)
    }

    @Test(
        "after the last episode of a season's folder comes the next season's first",
        arguments: [
            ("Season 1", "Season 2", "Show S02E01.mkv"), ("Season 1", "Show S03 1080p", "Show S03E02.mkv"),
            ("Staffel 1", "Season 2", "Other S02E01.mkv"), ("Films", "Season 2", "Show S02E01.mkv"),
        ])
    func nextSeason(_ here: String, _ there: String, _ name: String) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("seasons-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (name, season) in [("Show S01E02.mkv", here), ("Show S09E01.mkv", "Season 9"), (name, there)] {
            try FileManager.default.createDirectory(
                atPath: "\(folder)/\(season)", withIntermediateDirectories: true)
            try Data().write(to: URL(fileURLWithPath: "\(folder)/\(season)/\(name)"))
        }
        let file = "\(folder)/\(here)/Show S01E02.mkv"
        let findings = MediaProbe.findings(uri: "file://\(file)", pathBytes: Array(file.utf8))
        let next = findings.nextEpisode.flatMap { URL(string: $0)?.lastPathComponent }
        let expected = here == "Films" ? nil : name.hasPrefix("Show") ? name : "Show S09E01.mkv"
        #expect(next == expected)
    }

    /// Files of several folders, with their sizes in bytes; the first one plays. Returns the path below the common folder.
    private func next(_ files: [(String, Int)]) throws -> String? {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("releases-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (name, size) in files {
            let file = URL(fileURLWithPath: "\(folder)/\(name)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(count: size).write(to: file)
        }
        let file = "\(folder)/\(files[0].0)"
        let next = MediaProbe.findings(uri: "file://\(file)", pathBytes: Array(file.utf8)).nextEpisode
        return next.flatMap { URL(string: $0)?.path.dropFirst(folder.count + 1) }.map(String.init)
    }

    private static let first = "Show.S01E01.720p-GRP/Show.S01E01.720p-GRP.mkv"
    private static let second = "Show.S01E02.720p-GRP/Show.S01E02.720p-GRP.mkv"
    private static let third = "Show.S01E03.720p-GRP/Show.S01E03.720p-GRP.mkv"

    @Test(
        "the next release has a folder of its own",
        arguments: [
            ("beside it", [(first, 9), (second, 9), (third, 9)], second),
            ("over a gap", [(first, 9), (third, 9)], third),
            (
                "the names of its files do not matter", [("Show.S01E01-GRP/grp-show.s01e01.mkv", 9), (second, 9)],
                second
            ),
            (
                "its largest video",
                [
                    (first, 9), ("Show.S01E02-GRP/a.mkv", 3), ("Show.S01E02-GRP/b.mkv", 5),
                    ("Show.S01E02-GRP/c-sample.mkv", 8), ("Show.S01E02-GRP/c.nfo", 8),
                    ("Show.S01E02-GRP/Sample/c.mkv", 8),
                ], "Show.S01E02-GRP/b.mkv"
            ),
            (
                "a folder without a video is none",
                [(first, 9), ("Show.S01E02-GRP/a.rar", 9), ("Show.S01E02-OTHER/x/a.mkv", 9), (third, 9)], third
            ),
            (
                "a file that is called like a folder is none",
                [(first, 9), ("Show.S01E02.720p-GRP.nfo", 9), (third, 9)], third
            ),
            ("another series is none", [(first, 9), ("Other.S01E02-GRP/Other.S01E02-GRP.mkv", 9)], nil),
            (
                "a folder of several is no release",
                [(first, 9), ("Show.S01E01.720p-GRP/Show.S01E00.mkv", 9), (second, 9)], nil
            ),
            ("a folder of something else is no release", [("Films/Show.S01E01.mkv", 9), (second, 9)], nil),
            (
                "in the folder of the next season",
                [
                    ("Season 1/\(first)", 9), ("Season 2/Show.S02E01-GRP/a.mkv", 9), ("Season 3/Show.S03E01/a.mkv", 9),
                ], "Season 2/Show.S02E01-GRP/a.mkv"
            ),
            (
                "of anime",
                [
                    ("[Grp] Anime - 01 [1080p]/[Grp] Anime - 01 [1080p].mkv", 9),
                    ("[Grp] Anime - 02 [1080p]/[Grp] Anime - 02 [1080p].mkv", 9),
                ], "[Grp] Anime - 02 [1080p]/[Grp] Anime - 02 [1080p].mkv"
            ),
            (
                "the season is the folder's", [("Show/Season 1/01.mkv", 9), ("Show/Season 1/02.mkv", 9)],
                "Show/Season 1/02.mkv"
            ),
            (
                "after an extra there is none",
                [("Show/Extras/Show S01E01.mkv", 9), ("Show/Extras/Show S01E02.mkv", 9)], nil
            ),
        ] as [(String, [(String, Int)], String?)])
    func nextRelease(_ rule: String, _ files: [(String, Int)], _ expected: String?) throws {
        #expect(try next(files) == expected)
    }

    @Test(arguments: [(4, true), (5, false)]) func soManyReleasesAreRead(number: Int, isFound: Bool) throws {
        let empty = (1..<number).map { ("Show.S01E0\($0 + 1)-GRP/a.nfo", 1) }
        let last = "Show.S01E0\(number + 1)-GRP/a.mkv"
        #expect(try next([(Self.first, 9)] + empty + [(last, 9)]) == (isFound ? last : nil))
    }

    @Test func foldersAndPipesAreNone() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("episodes-\(UUID().uuidString)")
        let path = folder.path
        try FileManager.default.createDirectory(
            atPath: "\(path)/Show S01E02.mkv", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(mkfifo("\(path)/Show S01E03.mkv", 0o600) == 0)
        for name in ["Show S01E01.mkv", "Show S01E04.mkv"] { try Data().write(to: folder.appendingPathComponent(name)) }
        let file = "\(path)/Show S01E01.mkv"
        let findings = MediaProbe.findings(uri: "file://\(file)", pathBytes: Array(file.utf8))
        #expect(findings.nextEpisode.flatMap { URL(string: $0)?.lastPathComponent } == "Show S01E04.mkv")
    }
}
