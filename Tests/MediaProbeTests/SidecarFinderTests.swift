import FoundationEssentials
import Glibc
import MediaContainers
import PlayerCore
import Testing

@testable import MediaProbe

@Suite struct SidecarFinderTests {
    private let folder: ItemFolder

    init() throws { folder = try ItemFolder() }

    private func titles(_ findings: ItemFindings) -> [String] {
        findings.sidecarChapters.map { $0.titles.first?.text ?? "" }
    }

    @Test func nothingBesideTheItemIsNoProblem() {
        #expect(folder.findings == ItemFindings())
    }

    @Test(arguments: ["film", "film.mkv"]) func bothNamesCount(base: String) throws {
        try folder.write("0:00 A", to: base + ".chapters.txt")
        try folder.write("{ \"title\": \"T\", \"chapters\": [ { \"start\": 1 } ] }", to: base + ".mediad.json")
        let findings = folder.findings
        #expect(titles(findings) == ["A"])
        #expect(findings.sidecar?.title == "T")
        #expect(findings.sidecar?.chapters?.first?.source == "mediad")
        #expect(findings.problems.isEmpty)
    }

    @Test func severalSidecarsBecomeOneList() throws {
        try folder.write("0:00 A\n1:00 B", to: "film.chapters.txt")
        try folder.write(
            "{\"chapters\":[{\"startTime\":0.4,\"img\":\"a.png\"},{\"startTime\":60.4}]}", to: "film.chapters.json")
        try folder.write(";FFMETADATA1\n[CHAPTER]\nSTART=0\ntitle=only\n", to: "film.ffmetadata")
        let chapters = folder.findings.sidecarChapters
        #expect(chapters.map(\.start.seconds) == [0.4, 60.4])
        #expect(chapters.map { $0.titles.first?.text } == ["A", "B"])
        #expect(chapters[0].image == .uri("file://\(folder.path)/a.png"))
    }

    @Test func sidecarsOfOtherItemsAreLeftAlone() throws {
        try folder.write("0:00 A", to: "film2.chapters.txt")
        try folder.write("0:00 A", to: "other.chapters.txt")
        #expect(folder.findings == ItemFindings())
    }

    @Test func anItemIsNotItsOwnSidecar() throws {
        try folder.write(";FFMETADATA1\n[CHAPTER]\nSTART=0\n", to: "film.ffmetadata")
        let findings = SidecarFinder(Array("\(folder.path)/film.ffmetadata".utf8), limits: ProbeLimits()).findings()
        #expect(findings.sidecarChapters.isEmpty)
    }

    @Test(.timeLimit(.minutes(10))) func whatIsNoRegularFileIsLeftOut() throws {
        #expect(mkfifo(folder.path + "/film.chapters.txt", 0o600) == 0)
        #expect(mkdir(folder.path + "/film.cue", 0o700) == 0)
        try folder.write("0:00 A", to: "film.ogm.txt")
        let findings = folder.findings
        #expect(titles(findings) == ["A"])
        #expect(
            findings.problems == [
                "film.chapters.txt: it is ignored: it is not a regular file",
                "film.cue: it is ignored: it is not a regular file",
            ])
    }

    @Test func sidecarsHaveEightMebibytesAtMost() throws {
        var bytes = Array("0:00 A\n".utf8) + [UInt8](repeating: 0x0A, count: 8 << 20)
        try folder.write(bytes, to: "film.chapters.txt")
        #expect(folder.findings.problems == ["film.chapters.txt: it is ignored: it is larger than 8 MiB"])
        bytes.removeLast(bytes.count - 8 << 20)
        try folder.write(Array(bytes.prefix(8 << 20)), to: "film.chapters.txt")
        #expect(titles(folder.findings) == ["A"])
    }

    @Test func linksMayNotLeaveTheFolder() throws {
        let elsewhere = try ItemFolder()
        try elsewhere.write("0:00 Elsewhere", to: "film.chapters.txt")
        #expect(symlink(elsewhere.path + "/film.chapters.txt", folder.path + "/film.chapters.txt") == 0)
        try folder.write("0:00 Here", to: "here")
        #expect(symlink("here", folder.path + "/film.ogm.txt") == 0)
        #expect(symlink("nowhere", folder.path + "/film.ffmetadata") == 0)
        let findings = folder.findings
        #expect(titles(findings) == ["Here"])
        #expect(
            findings.problems == [
                "film.ffmetadata: it is ignored: it is a dangling link",
                "film.chapters.txt: it is ignored: it is a link out of the folder of the item",
            ])
    }

    @Test func whereTheItemIsALinkItsSidecarsMayLieBesideIt() throws {
        let elsewhere = try ItemFolder()
        try elsewhere.write("0:00 Elsewhere", to: "film.chapters.txt")
        #expect(unlink(folder.path + "/film.mkv") == 0)
        #expect(symlink(elsewhere.path + "/film.mkv", folder.path + "/film.mkv") == 0)
        #expect(folder.findings.sidecarChapters.isEmpty)
        #expect(symlink(elsewhere.path + "/film.chapters.txt", folder.path + "/film.chapters.txt") == 0)
        #expect(titles(folder.findings) == ["Elsewhere"])
    }

    @Test func unreadableSidecarsAreLeftOut() throws {
        guard geteuid() != 0 else { return }
        try folder.write("0:00 A", to: "film.chapters.txt")
        #expect(chmod(folder.path + "/film.chapters.txt", 0) == 0)
        #expect(folder.findings.problems == ["film.chapters.txt: it is ignored: permission denied"])
    }

    @Test(arguments: [
        ("cover.jpg", "file:///media/films/cover.jpg"), ("a/../b c.jpg", "file:///media/films/b%20c.jpg"),
        ("./x?y#z", "file:///media/films/x"), ("file:///media/films/x.jpg", "file:///media/films/x.jpg"),
        ("file://localhost/media/films/%C3%A9.jpg", "file:///media/films/%C3%A9.jpg"),
        ("/media/films/x", "file:///media/films/x"),
        ("https://example.org/../x", "https://example.org/../x"),
        ("data:image/png;base64,AA==", "data:image/png;base64,AA=="),
        ("100%.jpg", "file:///media/films/100%25.jpg"),
    ]) func referencesInsideTheFolderAreResolved(reference: String, uri: String) throws {
        #expect(try SidecarFolder(Array("/media//films/".utf8)).resolved(reference) == uri)
    }

    @Test(arguments: [
        "..", "../x.jpg", "a/../../x.jpg", "%2e%2E/x.jpg", "..%2fx.jpg", "a%00.jpg", ".", "", "#x", "?x", "//host/x",
        "file:///etc/passwd", "file:///media/films/../x.jpg", "file:///media/filmsx/y", "file://host/media/films/x",
        "file:x", "/etc/passwd", "/media/films", "javascript:x", "smb://host/x", "FILE:///etc/passwd",
    ]) func referencesOutOfTheFolderAreDropped(reference: String) {
        #expect(throws: ProbeError.self) { try SidecarFolder(Array("/media/films".utf8)).resolved(reference) }
    }
}
