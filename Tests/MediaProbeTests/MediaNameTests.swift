import Foundation
import TestSupport
import Testing

@testable import PlayerCore

/// What names of files say, row by row of the table.
@Suite struct MediaNameTests {
    private static let table = Fixtures.path("media-names.txt")

    /// A line of the table: the folders and the file, and the fields as the table writes them.
    struct Row: CustomTestStringConvertible {
        var path: String
        var fields: String

        var testDescription: String { path }
    }

    static func rows() throws -> [Row] {
        try String(contentsOfFile: table, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
            let parts = $0.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
            return Row(path: String(parts[0]), fields: String(try #require(parts.dropFirst().first)))
        }
    }

    private static func name(_ path: String) -> MediaName? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        return MediaName(file: parts.last ?? "", folders: parts.dropLast())
    }

    private static func fields(_ name: MediaName?) -> String {
        guard let name else { return "nil" }
        let episodes = name.episodes.map {
            $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
        }
        let fields = [
            name.series, name.season.map(String.init), episodes, name.date, name.film, name.year.map(String.init),
            name.title,
        ]
        return fields.map { $0 ?? "-" }.joined(separator: "\t")
    }

    /// What holds for every name.
    private static func isValid(_ name: MediaName) -> Bool {
        let isEpisode = name.series != nil && name.film == nil && (name.episodes != nil || name.date != nil)
        let isFilm = name.film != nil && name.series == nil && name.year != nil && name.title == nil
        let texts = [name.series, name.film, name.title].compactMap { $0 }
        return (isEpisode || isFilm)
            && texts.allSatisfy { text in
                text.first?.isWhitespace == false && text.last?.isWhitespace == false && !text.contains("  ")
                    && text.contains { $0.isLetter || $0.isNumber }
            }
    }

    @Test func theTable() throws {
        let rows = try Self.rows()
        #expect(rows.count > 200)
        for row in rows { #expect(Self.fields(Self.name(row.path)) == row.fields, "\(row.path)") }
    }

    @Test func theExtensionIsOptional() {
        #expect(MediaName(file: "Show S01E02 The End") == MediaName(file: "Show S01E02 The End.mkv"))
    }

    @Test func onlyTheNearestTwoFoldersCount() {
        #expect(MediaName(file: "02.mkv", folders: ["Other", "Show", "Season 1"])?.series == "Show")
        #expect(MediaName(file: "02.mkv", folders: ["Show", "Season 1", "Extras"]) == nil)
    }

    @Test(
        "samples, trailers and what else is beside a film or an episode",
        arguments: [
            ("sample.mkv", true), ("Show S01E02-trailer.mkv", true), ("Film (2019)-deleted.mkv", true),
            ("Film (2019)-behindthescenes.mkv", true), ("Show.S01E02.sample.mkv", true),
            ("Show [720p]-short.mkv", true),
            ("Show S01E02 Free Sample.mkv", false), ("Show S01E02 - Interview.mkv", false), ("Spider-Clip.mkv", false),
            ("Show.S01E02.720p.x264-SHORT.mkv", false), ("Show S01E02.mkv", false), ("", false), (".mkv", false),
            ("Other.mkv", false), (String(repeating: "a", count: 5_000) + "-sample.mkv", false),
        ]) func extras(name: String, isExtra: Bool)
    {
        #expect(MediaName.isExtra(file: name) == isExtra)
    }

    @Test(
        "folders of extras",
        arguments: [
            ("Extras", .certain), ("Sample", .certain), ("BEHIND THE SCENES", .certain), ("deleted-scenes", .certain),
            ("Shorts", .possible), ("Other", .possible), ("Specials", nil), ("Show", nil), ("", nil),
            ("Samples 2", nil),
        ] as [(String, MediaName.ExtrasFolder?)]) func extras(folder: String, expected: MediaName.ExtrasFolder?)
    {
        #expect(MediaName.extras(inFolder: folder) == expected)
    }

    @Test func beginningsOfAllNames() throws {
        for row in try Self.rows() {
            var path = row.path
            while !path.isEmpty {
                path.removeLast()
                #expect(Self.name(path).map(Self.isValid) ?? true, "\(path)")
            }
        }
    }

    @Test func randomNames() {
        let pieces = [
            ".", "-", "_", " ", "[", "]", "(", ")", "{", "}", "「", "」", "（", "+", "#", "S01E02", "E03", "1x02", "S02",
            "Season", "1", "05", "05v2", "2019", "(2019)", "27", "11", "720p", "WEB", "DL", "x264", "PROPER", "GRP",
            "[G]",
            "第05話", "第", "話", "сезон", "серия", "é", "\u{301}", "\u{202E}", "\u{0}", "👩‍👩‍👧", "A", "The", "END", ".mkv",
            "99999999999999999999", "E99999", "S0E0", "of",
        ]
        var random = Random()
        for _ in 0..<20_000 {
            let parts = (0..<3).map { _ in
                (0..<Int.random(in: 0...12, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
                    .joined()
            }
            let name = MediaName(file: parts[0], folders: [parts[1], parts[2]])
            #expect(name.map(Self.isValid) ?? true, "\(parts)")
        }
    }

    @Test func longNamesTakeLinearTime() {
        let clock = ContinuousClock()
        for piece in ["[G] - 05 ", "S01E02 ", "2019 ", "(", "第5話 ", "WEB ", "a\u{301}.", "E03-"] {
            let name = String(repeating: piece, count: 4000 / piece.utf8.count)
            let spent = clock.measure { _ = MediaName(file: name, folders: [name, name]) }
            #expect(spent < .seconds(10), "\(piece): \(spent)")
        }
        #expect(MediaName(file: String(repeating: "a", count: 5000) + " S01E02.mkv") == nil)
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

/// What clients see of files that only their names describe.
@Suite struct NamedItemTests {
    @Test(
        "the name of a file is shown as an episode or a film",
        arguments: [
            ("/v/Plain.Show.S01E02.720p.WEB-DL.x264-GRP.mkv", "Plain Show · S1 E2", "Plain Show"),
            ("/v/Plain.Show.S01E02.The.Long.Night.720p.mkv", "Plain Show · S1 E2 · The Long Night", "Plain Show"),
            ("/v/Plain Show/Season 1/S01E02-E03.mkv", "Plain Show · S1 E2–3", "Plain Show"),
            ("/v/[Group] Show - 05 [1080p][ABCD1234].mkv", "Show · E5", "Show"),
            ("/v/Show 2026-11-27.mkv", "Show · 2026-11-27", "Show"),
            ("/v/The.Film.Name.(2019).1080p.BluRay.x265.mkv", "The Film Name (2019)", nil),
            ("/v/episode-1.mkv", "episode-1", nil), ("/v/IMG_2041.mp4", "IMG_2041", nil),
        ] as [(String, String, String?)])
    func title(path: String, title: String, album: String?) {
        let uri = "file://" + path.replacing(" ", with: "%20").replacing("[", with: "%5B").replacing("]", with: "%5D")
        let shown = ItemMetadata(MediaDescription(uri: uri), isLive: false)
        #expect(shown.title == title)
        #expect(shown.album == album)
    }

    @Test("tags win, and the name adds what they do not say") func tags() {
        var findings = ItemFindings()
        findings.container.fields.title = "The Long Night"
        let uri = "file:///v/Plain.Show.S01E02.mkv"
        let shown = ItemMetadata(MediaDescription(uri: uri), findings: findings, isLive: false)
        #expect(shown.title == "The Long Night" && shown.album == "Plain Show")
        #expect(shown.season == 1 && shown.episode == 2)
        findings.container.fields.album = "Another"
        #expect(ItemMetadata(MediaDescription(uri: uri), findings: findings, isLive: false).album == "Another")
    }
}
