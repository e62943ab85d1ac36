import Foundation
import PlayerCore
import Testing

@testable import mediactl

/// What of a folder is played, and in what order.
@Suite struct FolderMediaTests {
    /// Returns the paths below the folder of what is played, and the sentence with `FOLDER` for its path.
    private static func played(
        _ files: [String], of name: String = "Tree Show"
    ) throws -> (files: [String], sentence: String?) {
        let folder = try TemporaryFolder()
        for file in files { try folder.write("", to: file) }
        let path = LocalPath("\(folder.path)/\(name)")
        var all = MediaArguments()
        try all.add(path.text)
        let media = FolderMedia(
            files.map { LocalPath("\(folder.path)/\($0)") }.filter { $0.isBelow(path.text) }.map {
                MediaDescription(uri: $0.uri)
            },
            in: path)
        let names = all.items.compactMap { URIText.localPath($0.uri)?.text.dropFirst(path.text.count + 1) }
        return (names.map(String.init), media.sentence?.replacingOccurrences(of: path.text, with: "FOLDER"))
    }

    @Test("a show begins with its first season, ends with its specials, and has no extras") func show() throws {
        let played = try Self.played([
            "Tree Show/Extras/Interview.mkv", "Tree Show/Season 0/Tree Show S00E01.mkv",
            "Tree Show/Season 1/sample.mkv", "Tree Show/Season 1/Tree Show S01E01.mkv",
            "Tree Show/Season 1/Tree Show S01E01-trailer.mkv", "Tree Show/Season 1/Tree Show S01E02.mkv",
            "Tree Show/Season 2/Tree Show S02E01.mkv",
        ])
        #expect(
            played.files == [
                "Season 1/Tree Show S01E01.mkv", "Season 1/Tree Show S01E02.mkv", "Season 2/Tree Show S02E01.mkv",
                "Season 0/Tree Show S00E01.mkv",
            ])
        #expect(played.sentence == "3 extras in FOLDER are left out. Play them by their names.")
    }

    @Test("releases in folders of their own are played without their samples") func releases() throws {
        let played = try Self.played(
            [
                "Show/Extras/Making of.mkv", "Show/Show.S01E01.720p-GRP/Sample/show.s01e01.sample.mkv",
                "Show/Show.S01E01.720p-GRP/Show.S01E01.720p-GRP.mkv", "Show/Show.S01E02.720p-GRP/Sample/a.mkv",
                "Show/Show.S01E02.720p-GRP/Show.S01E02.720p-GRP.mkv", "Show/Show.S01E10.720p-GRP/show.s01e10.mkv",
            ], of: "Show")
        #expect(
            played.files.map { $0.suffix(from: $0.lastIndex(of: "/") ?? $0.startIndex) } == [
                "/Show.S01E01.720p-GRP.mkv", "/Show.S01E02.720p-GRP.mkv", "/show.s01e10.mkv",
            ])
    }

    @Test(
        "what is left out of a folder",
        arguments: [
            ("one by its own name", ["f/A (2019).mkv", "f/A (2019)-trailer.mkv"], ["A (2019).mkv"]),
            ("a folder of nothing else is played", ["f/sample.mkv", "f/Sample/S01E01.mkv"], nil),
            ("and one of files that say nothing", ["f/Party.mkv", "f/sample.mkv"], nil),
            ("sound is played", ["f/A S01E01.mkv", "f/Extras/a.mp3", "f/sample.flac"], nil),
            ("music is not touched", ["f/01 Song.mp3", "f/Extras/Clip-trailer.mkv"], nil),
            (
                "Other is for extras in one show", ["f/A S01E01.mkv", "f/Other/a.mkv", "f/Shorts/b.mkv"],
                ["A S01E01.mkv"]
            ),
            ("Other is for others among several", ["f/A S01E01.mkv", "f/B S01E01.mkv", "f/Other/a.mkv"], nil),
            ("Other is for others elsewhere", ["f/a/A S01E01.mkv", "f/c.mkv", "f/d/Other/e.mkv"], nil),
            ("a series may be called Extras", ["f/A S01E01.mkv", "f/Extras/Season 1/Extras S01E01.mkv"], nil),
            ("specials of a season stay", ["f/Specials/a.mkv"], nil),
        ] as [(String, [String], [String]?)])
    func extras(_ rule: String, _ files: [String], _ expected: [String]?) throws {
        let played = try Self.played(files, of: "f")
        #expect(played.files.sorted() == (expected ?? files.map { String($0.dropFirst(2)) }).sorted())
        #expect((played.sentence == nil) == (expected == nil))
    }

    @Test(arguments: ["Extras", "Shorts", "Sample"]) func aFolderOfExtrasIsPlayedIfItIsNamed(name: String) throws {
        let files = ["Show/\(name)/Show S01E01-trailer.mkv", "Show/\(name)/Show S01E02.mkv"]
        #expect(try Self.played(files, of: "Show/\(name)").files.count == 2)
    }

    @Test func oneExtraIsSpokenOf() throws {
        let sentence = try Self.played(["f/A S01E01.mkv", "f/sample.mkv"], of: "f").sentence
        #expect(sentence == "1 extra in FOLDER is left out. Play it by its name.")
    }

    @Test(
        "specials come behind the seasons of their series, and all else stays",
        arguments: [
            (
                ["f/A/Season 1/A S01E01.mkv", "f/A/Specials/Christmas.mkv", "f/B/Season 1/B S01E01.mkv"],
                ["A/Season 1/A S01E01.mkv", "A/Specials/Christmas.mkv", "B/Season 1/B S01E01.mkv"]
            ),
            (
                ["f/A/Season 0/01.mkv", "f/A/Season 0/02.mkv", "f/A/Season 1/01.mkv", "f/B/a.mkv"],
                ["A/Season 1/01.mkv", "A/Season 0/01.mkv", "A/Season 0/02.mkv", "B/a.mkv"]
            ),
            (
                ["f/A S00E01.mkv", "f/A S01E01.mkv", "f/B S00E01.mkv", "f/B S01E01.mkv", "f/c.mkv"],
                ["A S01E01.mkv", "A S00E01.mkv", "B S01E01.mkv", "B S00E01.mkv", "c.mkv"]
            ),
            (
                ["f/A.S00E01-G/a.s00e01.mkv", "f/A.S00E02.mkv", "f/A.S01E01-G/A.S01E01-G.mkv"],
                ["A.S01E01-G/A.S01E01-G.mkv", "A.S00E01-G/a.s00e01.mkv", "A.S00E02.mkv"]
            ),
            (["f/Specials/a.mkv", "f/b.mp3", "f/c.mkv"], ["b.mp3", "c.mkv", "Specials/a.mkv"]),
        ] as [([String], [String])])
    func specials(_ files: [String], _ expected: [String]) throws {
        #expect(try Self.played(files, of: "f").files == expected)
    }
}
