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
                ["Show S01E02 sample.mkv", "Show S01E02-trailer.mkv"], nil
            ),
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
