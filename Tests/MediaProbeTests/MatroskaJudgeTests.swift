internal import PlayerCore
import TestSupport
import Testing

@testable import MediaProbe

/// Every fixture's chapters beside what mkvtoolnix says of them.
@Suite struct MatroskaJudgeTests {
    /// What a judge says of one chapter; times in nanoseconds, languages as they are written.
    private struct Judged: Equatable {
        var start: Int64 = 0
        var end: Int64?
        var titles: [String] = []
    }

    /// An XML element.
    private final class Node {
        let name: String
        var text = ""
        var children: [Node] = []
        init(_ name: String) { self.name = name }
        func all(_ name: String) -> [Node] { children.filter { $0.name == name } }
        func value(_ name: String) -> String? { all(name).first?.text }
    }

    private struct Failure: Error, CustomStringConvertible { let description: String }

    /// mkvextract refuses a file whose index points nowhere, and finds no chapters behind clusters of unknown size;
    /// mkvinfo reads on.
    private static let refused: Set = ["unknown-sizes.mkv", "wrong-seekhead.mkv"]

    /// The codes that stand in the fixtures.
    private static let short = [
        "eng": "en", "fre": "fr", "ger": "de", "deu": "de", "dut": "nl", "por": "pt", "ita": "it", "mis": "und",
    ]

    @Test(
        .needs("mkvextract"),
        arguments: MatroskaFixture.names.filter { !refused.contains($0) })
    func chaptersAreThoseOfMkvextract(name: String) throws {
        let root = try parse(try run("mkvextract", MatroskaFixture.path(name), "chapters", "-"))
        let editions = root.all("Chapters").flatMap { $0.all("EditionEntry") }
        let edition = try #require(editions.first { $0.value("EditionFlagDefault") == "1" } ?? editions.first)
        var judged: [Judged] = []
        func flatten(_ parent: Node) throws {
            for atom in parent.all("ChapterAtom") {
                judged.append(try chapter(atom))
                try flatten(atom)
            }
        }
        try flatten(edition)
        if edition.value("EditionFlagOrdered") != "1" { judged.sort { $0.start < $1.start } }
        #expect(!judged.isEmpty)
        compare(try MatroskaFixture.read(name).chapters, judged)
    }

    @Test(.needs("mkvinfo"), arguments: refused.sorted())
    func chaptersAreThoseOfMkvinfo(name: String) throws {
        var judged: [Judged] = []
        var text = ""
        for line in try run("mkvinfo", "-a", MatroskaFixture.path(name)).split(separator: "\n") {
            guard let plus = line.firstIndex(of: "+") else { continue }
            let parts = line[plus...].dropFirst(2).split(separator: ": ", maxSplits: 1).map(String.init)
            switch (parts.first, parts.last) {
            case ("Chapter atom", _): judged.append(Judged())
            case ("Chapter time start", let time?): judged[judged.count - 1].start = try nanoseconds(time)
            case ("Chapter string", let string?): text = string
            case ("Chapter language", let code?):
                judged[judged.count - 1].titles.append("\(Self.short[code] ?? code):\(text)")
            default: break
            }
        }
        #expect(!judged.isEmpty)
        compare(try MatroskaFixture.read(name).chapters, judged)
    }

    private func compare(_ chapters: [Chapter], _ judged: [Judged]) {
        #expect(chapters.count == judged.count)
        for (chapter, judged) in zip(chapters, judged) {
            #expect(abs(chapter.start.nanoseconds - judged.start) < 1_000_000)
            #expect((chapter.end == nil) == (judged.end == nil))
            if let end = chapter.end, let wanted = judged.end { #expect(abs(end.nanoseconds - wanted) < 1_000_000) }
            #expect(chapter.titles.map { "\($0.language.lowercased()):\($0.text)" } == judged.titles)
        }
    }

    private func chapter(_ atom: Node) throws -> Judged {
        var chapter = Judged()
        chapter.start = try nanoseconds(try #require(atom.value("ChapterTimeStart")))
        chapter.end = try atom.value("ChapterTimeEnd").map(nanoseconds)
        for display in atom.all("ChapterDisplay") {
            let tags = display.all("ChapLanguageIETF").map { $0.text.lowercased() }
            let codes = display.all("ChapterLanguage").map { Self.short[$0.text] ?? $0.text }
            let country = display.value("ChapterCountry").map { "-" + ($0 == "uk" ? "gb" : $0) } ?? ""
            let languages = !tags.isEmpty ? tags : codes.isEmpty ? ["en"] : codes.map { $0 + country }
            let text = display.value("ChapterString") ?? ""
            chapter.titles += languages.map { "\($0):\(text)" }
        }
        return chapter
    }

    /// Of `HH:MM:SS.nnnnnnnnn`.
    private func nanoseconds(_ time: String) throws -> Int64 {
        let parts = time.split { $0 == ":" || $0 == "." }.compactMap { Int64($0) }
        guard parts.count == 4 else { throw Failure(description: "\(time) is not a time") }
        return ((parts[0] * 60 + parts[1]) * 60 + parts[2]) * 1_000_000_000 + parts[3]
    }

    /// What a program prints; one that hangs is ended.
    private func run(_ program: String, _ arguments: String...) throws -> String {
        let result = try ChildProcess.run(program, arguments, environment: ["LC_ALL": "C.UTF-8"], within: 20)
        guard result.end == .exited(0) else { throw Failure(description: "\(program) ends with \(result.end)") }
        return result.output
    }

    /// The XML of mkvextract: one element a line, or one that holds others.
    private func parse(_ xml: String) throws -> Node {
        var open = [Node("")]
        for line in xml.split(separator: "\n") {
            guard let start = line.firstIndex(of: "<"), let close = line[start...].firstIndex(of: ">") else { continue }
            let name = String(line[line.index(after: start)..<close])
            if name.hasPrefix("?") || name.hasPrefix("!") { continue }
            if name.hasPrefix("/") {
                open.removeLast()
                continue
            }
            let node = Node(name)
            open.last?.children.append(node)
            let rest = line[line.index(after: close)...]
            guard let end = rest.ranges(of: "</\(name)>").first?.lowerBound else {
                open.append(node)
                continue
            }
            node.text = String(rest[..<end]).replacing("&lt;", with: "<").replacing("&gt;", with: ">")
                .replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
        }
        return try #require(open.first)
    }
}
