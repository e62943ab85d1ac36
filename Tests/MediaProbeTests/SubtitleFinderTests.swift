import FoundationEssentials
import PlayerCore
import Testing

@testable import MediaProbe

/// Which files are an item's subtitles.
@Suite struct SubtitleFinderTests {
    private static let lines = "1\n00:00:01,000 --> 00:00:02,000\nHello.\n"

    private func folder(_ names: [String]) throws -> ItemFolder {
        let folder = try ItemFolder()
        for name in names {
            if let slash = name.lastIndex(of: "/") {
                try FileManager.default.createDirectory(
                    atPath: "\(folder.path)/\(name[..<slash])", withIntermediateDirectories: true)
            }
            try folder.write(name.hasSuffix(".vtt") ? "WEBVTT\n\n" + Self.lines : Self.lines, to: name)
        }
        return folder
    }

    /// `PATH language traits`, in the order in which they are listed.
    private func listed(_ folder: ItemFolder, of item: String = "film.mkv") -> [String] {
        SubtitleFinder(Array("\(folder.path)/\(item)".utf8)).files().files.map { file in
            let path = FileURI.path(of: file.uri).map { String(decoding: $0, as: UTF8.self) } ?? ""
            return "\(path.dropFirst(folder.path.count + 1)) \(file.language)"
        }
    }

    @Test func thoseThatAreCalledLikeTheItemAreListed() throws {
        let folder = try folder([
            "film.srt", "film.mkv.fr.srt", "Film.DE.srt", "film.en.forced.vtt", "film.English.ASS", "other.en.srt",
            "film.und.srt", "film.txt", "filmy.en.srt", "film.unknown.srt", "film.chapters.vtt", ".film.en.srt",
        ])
        try folder.write("[Script Info]\n", to: "film.English.ASS")
        #expect(
            listed(folder) == [
                "Film.DE.srt de", "film.English.ASS en", "film.en.forced.vtt en", "film.mkv.fr.srt fr", "film.srt und",
                "film.und.srt und",
            ])
    }

    /// Such a file is shown even if nothing tells its language.
    @Test func aFileWithExactlyTheNameIsMarked() throws {
        let folder = try folder([
            "film.srt", "FILM.mkv.vtt", "film.und.srt", "film.en.srt", "film.forced.srt", "Subs/film.srt",
            "Subs/film/film.srt", "Subs/film/2_English.srt",
        ])
        let files = SubtitleFinder(Array("\(folder.path)/film.mkv".utf8)).files().files
        #expect(files.count == 8 && files.allSatisfy { $0.traits.contains(.external) })
        let marked = files.filter { $0.traits.contains(.namesake) }.compactMap { file in
            FileURI.path(of: file.uri).map { String(decoding: $0.dropFirst(folder.path.utf8.count + 1), as: UTF8.self) }
        }
        #expect(Set(marked) == ["film.srt", "FILM.mkv.vtt", "Subs/film.srt", "Subs/film/film.srt"])
    }

    @Test func aFileBelongsToTheLongestNameThatItBeginsWith() throws {
        let folder = try folder([
            "film 2.mkv", "film 2.en.srt", "film 3.en.srt", "film.2.mkv", "film.2.de.srt", "film.en.srt",
        ])
        #expect(listed(folder) == ["film.en.srt en"])
        #expect(listed(folder, of: "film 2.mkv") == ["film 2.en.srt en"])
    }

    @Test func aFolderOfSubtitlesBelongsToTheOnlyFilm() throws {
        let folder = try folder(["Subs/10_French.srt", "Subs/2_English.srt", "Subs/film.de.srt", "sample.mkv"])
        #expect(listed(folder) == ["Subs/film.de.srt de", "Subs/2_English.srt en", "Subs/10_French.srt fr"])
        try folder.write("", to: "second film.mkv")
        #expect(listed(folder) == ["Subs/film.de.srt de"])
    }

    @Test func aFolderOfItsOwnIsTheItems() throws {
        let folder = try folder([
            "Subtitles/film/2_English.srt", "Subtitles/film/3_Eng.sdh.srt", "Subtitles/other/2_English.srt", "b.mkv",
        ])
        #expect(listed(folder) == ["Subtitles/film/2_English.srt en", "Subtitles/film/3_Eng.sdh.srt en"])
    }

    @Test func whatIsNoSubtitlesIsToldByItsName() throws {
        let folder = try folder(["film.en.srt"])
        try folder.write("", to: "film.de.srt")
        try folder.write("nothing", to: "film.fr.srt")
        try folder.write(utf16(Self.lines), to: "film.it.srt")
        try folder.write([0xFF, 0x00, 0xD8, 0x12], to: "film.es.ass")
        try FileManager.default.createDirectory(atPath: "\(folder.path)/film.ja.srt", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/film.ko.srt", withDestinationPath: "/etc/passwd")
        let (files, problems) = SubtitleFinder(Array("\(folder.path)/film.mkv".utf8)).files()
        #expect(files.map(\.language) == ["en", "it"])
        #expect(
            problems == [
                "film.de.srt: it is left out, it is empty",
                "film.es.ass: it is left out, it holds no ASS subtitles",
                "film.fr.srt: it is left out, it holds no SubRip subtitles",
                "film.ko.srt: it is left out, it is a link out of the item's folder",
            ])
    }

    @Test func aFileOfChaptersIsNotOne() throws {
        let folder = try ItemFolder()
        try folder.write("WEBVTT\n\n00:00.000 --> 10:00.000\nOne\n\n10:00.000 --> 20:00.000\nTwo\n", to: "film.vtt")
        let findings = folder.findings
        #expect(findings.sidecarChapters.count == 2)
        #expect(findings.subtitles == [])
    }

    @Test func theyAreLimitedInNumber() throws {
        let folder = try folder((0..<105).map { "film.en.\($0).srt" })
        let (files, problems) = SubtitleFinder(Array("\(folder.path)/film.mkv".utf8)).files()
        #expect(files.count == SubtitleFinder.mostFiles)
        #expect(problems.count == 1)
    }

    @Test func soundHasNone() throws {
        let folder = try folder(["film.en.srt"])
        #expect(listed(folder, of: "film.mp3") == [])
    }
}
