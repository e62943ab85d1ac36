import FoundationEssentials
import MediaContainers
import TestSupport
import Testing

@testable import MediaProbe

/// One step inside of what a sidecar's text may have, and one outside.
@Suite struct SidecarLimitTests {
    private func isTaken(_ text: String, parts: Int = JSONValue.mostParts) -> Bool {
        (try? JSONValue(parsing: Array(text.utf8), parts: parts)) != nil
    }

    private func list(_ count: Int) -> String { "[" + Array(repeating: "0", count: count).joined(separator: ",") + "]" }

    @Test func jsonIsAsDeepAsItMayBe() {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(isTaken(nested(JSONValue.deepest)))
        #expect(!isTaken(nested(JSONValue.deepest + 1)))
    }

    @Test func jsonHasAsManyValuesAsItMayHave() {
        #expect(isTaken(list(10), parts: 10))
        #expect(!isTaken(list(11), parts: 10))
        #expect(!isTaken(list(JSONValue.mostParts + 1)))
        // What is refused for another reason was let in: to read so many takes long.
        let commas = Array(repeating: UInt8(ascii: ","), count: JSONValue.mostParts)
        #expect(throws: ProbeError.malformed("it is not JSON")) { try JSONValue(parsing: commas) }
        #expect(throws: ProbeError.tooMuch("it has more than 200000 values")) {
            try JSONValue(parsing: commas + commas.prefix(1))
        }
        let text = "{\"custom\": {}, \"title\": \"T\", \"x\": \(list(JSONValue.mostParts))}"
        #expect(DescriptionJSON.read(Array(text.utf8), name: "f").problems == ["f: it has more than 200000 values"])
    }

    @Test(arguments: [(50_000, 50_000), (50_001, 50_000)]) func linesBehindTheLastAreLeftOut(written: Int, read: Int) {
        #expect(SidecarText(Array(String(repeating: "a\n", count: written).utf8)).lines.count == read)
    }

    @Test(arguments: [(65_536, 65_536), (65_537, 65_536)]) func aLineIsCut(written: Int, read: Int) {
        let text = SidecarText(Array(repeating: UInt8(ascii: "x"), count: written))
        #expect(text.lines.map(\.utf8.count) == [read])
    }

    private static let xmlChapter = "<ChapterAtom><ChapterTimeStart>00:00:01</ChapterTimeStart></ChapterAtom>"

    @Test(arguments: [1_024, 1_025]) func aTagOfMatroskaXMLIsShort(length: Int) {
        // Without its brackets.
        let tag = "EditionEntry a=\"" + String(repeating: "x", count: length - 17) + "\""
        let notes = sidecarNotes(.matroskaXML, "<Chapters><\(tag)>\(Self.xmlChapter)</EditionEntry></Chapters>")
        #expect(tag.utf8.count == length)
        #expect(notes.chapters.count == (length == 1_024 ? 1 : 0))
        #expect(
            notes.problems
                == (length == 1_024 ? [] : ["film.chapters.xml: it has a tag of more than 1024 bytes"]))
    }

    @Test func sentencesBehindTheLastAreCounted() {
        var notes = SidecarNotes(name: "f", source: "mediad", folder: nil, limits: ProbeLimits())
        let sentences = (1...10).map { "f, line \($0): no" }
        for line in 1...10 { notes.note("no", line: line) }
        #expect(notes.problems == sentences)
        notes.note("no", line: 11)
        #expect(notes.problems == sentences + ["f has 1 more problem"])
    }

    @Test(arguments: [5_000, 5_001]) func chaptersAndSegmentsOfASidecar(count: Int) {
        func problems(_ suffix: String, _ what: String) -> [String] {
            count == 5_000 ? [] : ["film\(suffix): it has more than 5000 \(what), the rest is left out"]
        }
        let chapters = sidecarNotes(.text, (0..<count).map { "0:00 \($0)\n" }.joined())
        #expect(chapters.chapters.count == 5_000)
        #expect(chapters.problems == problems(".chapters.txt", "chapters"))
        let segments = sidecarNotes(.edl, (0..<count).map { "\($0) \($0 + 1) 3\n" }.joined())
        #expect(segments.segments.count == 5_000)
        #expect(segments.problems == problems(".edl", "segments"))
    }

    // MARK: Folders

    /// Where one in a hundred is an episode, and the next a picture whose name is spelt as nobody tries it out. Half of the
    /// others are hidden.
    @Test func soManyFilesOfAFolderAreLookedAt() throws {
        let folder = try LargeFolder(files: 22_000) { number in
            switch number % 100 {
            case 0: "1x\(number / 100 + 1).mkv"
            case 1: "\(number / 100).jPg"
            default: number % 2 == 0 ? "\(number)" : ".\(number)"
            }
        }
        func picture(_ name: String) -> String? {
            PictureFinder(Array("\(folder.path)/\(name.dropLast(4)).flac".utf8)).picture(adding: []).uri
        }
        let pictures = try folder.arrange(".jPg", at: SidecarFinder.mostFiles)
        #expect(picture(pictures.last) == "file://\(folder.path)/\(pictures.last)")
        #expect(picture(pictures.next) == nil)

        func isFound(_ name: String) throws -> Bool {
            let number = try #require(Int(name.dropFirst(2).dropLast(4)))
            // The one before it need not be there.
            let uri = NextEpisode.uri(after: Array("\(folder.path)/1x\(number - 1).mkv".utf8))
            return uri == "file://\(folder.path)/\(name)"
        }
        let episodes = try folder.arrange(".mkv", at: SidecarFinder.mostFiles)
        #expect(try isFound(episodes.last))
        #expect(try !isFound(episodes.next))
    }
}
