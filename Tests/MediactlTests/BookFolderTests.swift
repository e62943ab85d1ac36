import DBusKit
import Foundation
import PlayerCore
import TestSupport
import Testing

@testable import mediactl

/// Folders whose files are one book, and those that only look like it.
@Suite struct BookFolderTests {
    struct Tags: Sendable {
        var title: String?
        var album: String?
        var genre: String?
        var track: Int?
    }

    /// A second of silence as FLAC with tags: STREAMINFO and a comment are all that is read.
    private static func flac(_ tags: Tags) -> Data {
        var comments: [String] = []
        if let title = tags.title { comments.append("TITLE=\(title)") }
        if let album = tags.album { comments.append("ALBUM=\(album)") }
        if let genre = tags.genre { comments.append("GENRE=\(genre)") }
        if let track = tags.track { comments.append("TRACKNUMBER=\(track)") }
        func little(_ value: Int) -> Data { withUnsafeBytes(of: UInt32(value).littleEndian) { Data($0) } }
        var comment = little(0) + little(comments.count)
        for text in comments { comment += little(text.utf8.count) + Data(text.utf8) }
        // 4,096 samples a block, 44,100 Hz, one channel of 16 bits, 60 s.
        var info = Data([0x10, 0, 0x10, 0, 0, 0, 0, 0, 0, 0])
        let packed = UInt64(44_100) << 44 | UInt64(15) << 36 | UInt64(60 * 44_100)
        info += withUnsafeBytes(of: packed.bigEndian) { Data($0) } + Data(count: 16)
        func head(_ kind: UInt8, _ count: Int) -> Data {
            Data([kind, UInt8(count >> 16), UInt8(count >> 8 & 255), UInt8(count & 255)])
        }
        return Data("fLaC".utf8) + head(0, info.count) + info + head(0x84, comment.count) + comment
    }

    private static func folder(_ files: [(String, Tags)]) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for (name, tags) in files {
            let url = URL(fileURLWithPath: folder.path + "/" + name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try flac(tags).write(to: url)
        }
        return folder
    }

    private static func items(_ folder: TemporaryFolder, shelves: [String] = []) throws -> [MediaDescription] {
        var media = MediaArguments()
        media.shelves = { shelves }
        try media.add(folder.path)
        return media.items
    }

    @Test("numbered parts of one album are one item") func parts() throws {
        let folder = try Self.folder(
            (1...12).reversed().map { (number: Int) in
                ("Part \(number).flac", Tags(title: "Part \(number)", album: "Dune", track: number))
            })
        let items = try Self.items(folder)
        #expect(items.count == 1 && items[0].uri == "file://" + folder.path)
        let fields = try #require(items.first?.details?.fields)
        #expect(fields.title == "Dune" && fields.album == "Dune")
        #expect(fields.parts?.map(\.title) == (1...12).map { "Part \($0)" })
        #expect(fields.parts?.length == MediaTime(nanoseconds: 12 * 60_000_000_000))
        #expect(items[0].properties["parts"]?.asDictionaries?.count == 12)
    }

    private static func named(_ name: (Int) -> String, _ tags: (Int) -> Tags) -> [(String, Tags)] {
        (1...3).map { (name($0), tags($0)) }
    }

    @Test(
        "what makes a book",
        arguments: [
            named({ "Teil \($0).flac" }, { _ in Tags() }),
            named({ "0\($0).flac" }, { Tags(title: "Chapter \($0)", album: "Emma") }),
            named({ "emma_0\($0).flac" }, { Tags(title: "x\($0)", album: "Emma") }),
            named({ "0\($0) - Emma.flac" }, { _ in Tags(album: "Emma") }),
            named({ "0\($0).flac" }, { Tags(title: "Der lange Weg - 0\($0)", album: "Der lange Weg") }),
            named({ "0\($0).flac" }, { Tags(title: "Der lange Weg 0\($0)", album: "Der lange Weg", track: $0) }),
            named({ "\($0).flac" }, { Tags(title: "t\($0)", album: "Emma", genre: "Audiobook") }),
            named({ "\($0).flac" }, { Tags(title: "t\($0)", album: "Emma", genre: "Hoerbuch") }),
            named({ "Part \($0).flac" }, { Tags(title: "t\($0)", album: "Emma", genre: "Science Fiction") }),
            named({ "CD \($0)/a.flac" }, { Tags(title: "Kapitel \($0)", album: "Emma") }),
            named({ "chapter_0\($0)_austen_64kb.flac" }, { Tags(title: "0\($0) - x", album: "Emma", genre: "speech") }),
        ]) func books(files: [(String, Tags)]) throws
    {
        #expect(try Self.items(Self.folder(files)).map { $0.parts.count } == [3])
    }

    @Test(
        "what makes none",
        arguments: [
            named({ "0\($0) Song.flac" }, { Tags(title: "Song \($0)", album: "Album", genre: "Rock", track: $0) }),
            named({ "\($0).flac" }, { Tags(title: "t\($0)", album: "Daily", genre: "Podcast") }),
            named({ "Episode part \($0).flac" }, { Tags(title: "t\($0)", album: "Daily", genre: "Podcast") }),
            named({ "Part \($0).flac" }, { Tags(album: "Album \($0)") }),
            named({ "Shine On Part \($0 == 2 ? "" : "\($0)").flac" }, { Tags(title: "t\($0)", album: "Wish") }),
            [("Part 1.flac", Tags(album: "Emma"))],
            named({ "0\($0) Part \($0).flac" }, { Tags(title: "Part \($0)", album: "Köln", genre: "Jazz") }),
            named({ "Zeit \($0).flac" }, { Tags(title: "Zeit \($0)", album: "Zeit", genre: "ambient") }),
            named({ "0\($0).flac" }, { Tags(title: "Zeit \($0)", album: "Zeit", genre: "Rock") }),
            named({ "0\($0).flac" }, { Tags(title: $0 == 1 ? "Zeit 1" : "Song \($0)", album: "Zeit") }),
            named({ "Track 0\($0).flac" }, { Tags(title: "Track 0\($0)", album: "Zeit") }),
            named({ "0\($0).flac" }, { Tags(title: "Track 0\($0)") }),
        ]) func others(files: [(String, Tags)]) throws
    {
        let items = try Self.items(Self.folder(files))
        #expect(items.count == files.count && items.allSatisfy { $0.parts.isEmpty })
    }

    @Test("a configured folder has books, whatever their tags") func shelves() throws {
        let folder = try Self.folder([
            ("A/B/1.flac", Tags()), ("A/B/2.flac", Tags()), ("C/x.flac", Tags()), ("C/y.flac", Tags(album: "Y")),
            ("D/z.flac", Tags()),
        ])
        let items = try Self.items(folder, shelves: [folder.path])
        #expect(items.map { $0.parts.count } == [2, 2, 0])
        #expect(items.map { $0.details?.fields.title } == ["B", "C", nil])
        #expect(try Self.items(folder, shelves: ["/nowhere"]).count == 5)
    }

    @Test("a cue sheet that names all files counts them") func cue() throws {
        let folder = try Self.folder([("a.flac", Tags(album: "Emma")), ("b.flac", Tags(album: "Emma"))])
        #expect(try Self.items(folder).count == 2)
        try folder.write("FILE \"a.flac\" WAVE\nFILE \"b.flac\" WAVE\n", to: "emma.cue")
        #expect(try Self.items(folder).map { $0.parts.count } == [2])
    }

    @Test("what cannot be read is left out of a book, whichever part it is, and told", arguments: [1, 2, 4])
    func damaged(number: Int) throws {
        let folder = try Self.folder(
            (1...4).map { (part: Int) in
                ("Part \(part).flac", Tags(title: "Part \(part)", album: "Dune", track: part))
            })
        try folder.write("", to: "Part \(number).flac")
        let parts = try Self.items(folder).map { $0.parts.map(\.title) }
        #expect(parts == [(1...4).filter { $0 != number }.map { "Part \($0)" }])
        let outcome = try PrivateBus().mediactl(["add", folder.path])
        let file = folder.path + "/Part \(number).flac"
        #expect(outcome.errors.hasPrefix("\(file) cannot be read: it is left out of the book.\n"))
    }

    @Test("several unreadable parts are one sentence; with fewer than two others, there is no book")
    func severalAreDamaged() throws {
        let folder = try Self.folder((1...4).map { ("Part \($0).flac", Tags(album: "Dune")) })
        for number in [2, 3] { try folder.write("damaged", to: "Part \(number).flac") }
        #expect(try Self.items(folder).map { $0.parts.count } == [2])
        #expect(
            try PrivateBus().mediactl(["add", folder.path]).errors.hasPrefix(
                "2 files of the book \(folder.path) cannot be read and are left out: Part 2.flac, Part 3.flac.\n"
            ))
        try folder.write("damaged", to: "Part 4.flac")
        #expect(try Self.items(folder).count == 4)
    }
}
