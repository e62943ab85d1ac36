import Foundation
import MediaContainers
import PlayerCore
import TestSupport
import Testing

@testable import MediaProbe

/// What other readers say of the same files. In CI they are installed, and a missing one is a failure there.
@Suite struct MP4JudgeTests {
    private struct Probed: Decodable {
        struct Chapter: Decodable {
            let startTime: String
            let endTime: String
            let tags: [String: String]?
        }
        let chapters: [Chapter]
    }

    private struct Listed: Decodable {
        let start: Double
        let title: String
    }

    /// Debian's own, for which python3-mutagen is installed; another Python on `PATH` does not have it.
    private static let python = "/usr/bin/python3"

    private static let isInCI = ProcessInfo.processInfo.environment["CI"] != nil
    static let hasMutagen = isInCI || (try? output(python, ["-c", "import mutagen"])) != nil

    /// ffprobe leaves out fragments behind the first and drops a sample of which an edit shows a part; it reads Latin
    /// letters of the Macintosh as UTF-8, and UTF-16 beyond its end. What is asked of it is what it does read.
    @Test(
        .needs("ffprobe"),
        arguments: MP4Fixture.all.filter { !["fragments.mp4", "trimmed.m4b", "edits.mov"].contains($0) })
    func ffprobeFindsTheSameChapters(_ name: String) throws {
        let file = try MP4Fixture(name)
        let arguments = ["-v", "error", "-show_chapters", "-of", "json", file.path]
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let theirs = try decoder.decode(Probed.self, from: Self.output("ffprobe", arguments)).chapters
        let all = try MP4Fixture.findings(name).chapters
        // Of several languages ffprobe keeps the last one's list.
        let last = all.compactMap(\.titles.last?.language).max { $0.count < $1.count }
        let ours =
            name == "languages.m4b"
            ? all.filter { $0.titles.contains { $0.language == last } || $0.start == all.last?.start } : all
        #expect(ours.count == theirs.count)
        for (our, their) in zip(ours, theirs) {
            #expect(abs(our.start.seconds - (try #require(Double(their.startTime)))) < 0.001)
            if name != "languages.m4b" {
                #expect((our.titles.first?.text ?? "") == their.tags?["title"] ?? "")
                if let end = our.end { #expect(abs(end.seconds - (try #require(Double(their.endTime)))) < 0.001) }
            }
        }
    }

    /// ffmpeg writes its chapters as a track and as Nero's list, of which mutagen reads the list.
    @Test(
        .enabled(if: hasMutagen, "python3-mutagen is not installed"), arguments: ["ffmpeg.m4b", "ffmpeg-faststart.m4a"])
    func mutagenFindsTheSameList(_ name: String) throws {
        let file = try MP4Fixture(name)
        let program = """
            import json, sys, mutagen.mp4
            print(json.dumps([{"start": c.start, "title": c.title} for c in mutagen.mp4.MP4(sys.argv[1]).chapters]))
            """
        let theirs = try JSONDecoder().decode(
            [Listed].self, from: Self.output(Self.python, ["-c", program, file.path]))
        var bytes = file.bytes
        bytes.replaceSubrange(try #require(bytes.firstRange(of: Array("chap".utf8))), with: "free".utf8)
        let ours = MediaProbe.container(ByteSource(bytes), uri: "file:///x").chapters
        #expect(ours.count == theirs.count && ours.count == 3)
        for (our, their) in zip(ours, theirs) {
            #expect(our.source == "nero" && our.end == nil)
            #expect(abs(our.start.seconds - their.start) < 0.001)
            #expect(our.titles.first?.text == their.title)
        }
    }

    private struct Failed: Error {}

    private static func output(_ program: String, _ arguments: [String]) throws -> Data {
        let result = try ChildProcess.run(program, arguments)
        guard result.end == .exited(0) else { throw Failed() }
        return Data(result.output.utf8)
    }
}
