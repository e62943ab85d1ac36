import Foundation
import PlayerCore
import Testing

@testable import MediaProbe

/// What ffmpeg, ffprobe and mutagen say of the fixtures (`judge-audio`), fact by fact.
@Suite(
    .enabled(if: AudioJudge.isUsable, "needs ffprobe and python3-mutagen, which are not installed"),
    .timeLimit(.minutes(10)))
struct AudioJudgeTests {
    private struct Case {
        let file: [UInt8]
        let found: ContainerFindings
        let facts: [AudioJudge.Fact]
    }

    private static func cases() throws -> [String: Case] {
        let facts = Dictionary(grouping: try AudioJudge.facts(AudioFixture.all), by: \.file)
        #expect(facts.count == AudioFixture.all.count)
        var cases: [String: Case] = [:]
        for name in AudioFixture.all {
            cases[name] = Case(
                file: try AudioFixture.bytes(name), found: try AudioFixture.findings(name), facts: facts[name] ?? [])
        }
        return cases
    }

    private static func milliseconds(_ time: MediaTime?) -> Double { Double(time?.nanoseconds ?? -1) / 1e6 }

    /// ffprobe mixes the sources in these, or reads cue sheets in no comment.
    private static let ffprobeDiffers = ["chapters.flac", "cuesheet-tag.flac", "cuesheet.opus"]
    /// ffprobe reads no compressed and no unsynchronised `CHAP`, nor any before FLAC.
    private static let ffprobeReadsLess = [
        "id3v23-compressed.mp3", "id3v24-compressed.mp3", "id3v23-unsynchronised.mp3", "id3v24-unsynchronised.mp3",
        "id3.flac",
    ]

    @Test func chaptersAreThoseOfFFprobe() throws {
        for (name, item) in try Self.cases() where !(Self.ffprobeDiffers + Self.ffprobeReadsLess).contains(name) {
            let theirs = item.facts.filter { $0.tool == "ffprobe" && $0.kind == "chapter" }
                .sorted { Double($0.values[1]) ?? 0 < Double($1.values[1]) ?? 0 }
            // A table of contents is an entry here, and nothing there.
            let ours = item.found.chapters.filter { $0.id?.hasPrefix("part") != true }
            #expect(ours.count == theirs.count, "\(name)")
            for (our, their) in zip(ours, theirs) {
                let start = try #require(Double(their.values[1]))
                #expect(abs(Self.milliseconds(our.start) - start) < 1, "\(name)")
                if our.source == "id3", let end = Double(their.values[2]) {
                    #expect(abs(Self.milliseconds(our.end) - end) < 1, "\(name)")
                }
                let title = their.values[3]
                // It drops names that come before their chapters, notes, and text that is not UTF-8.
                if !title.isEmpty, !title.contains("\u{FFFD}") { #expect(our.titles.first?.text == title, "\(name)") }
            }
        }
    }

    @Test func id3ChaptersAreThoseOfMutagen() throws {
        for (name, item) in try Self.cases() where name.hasSuffix(".mp3") {
            let theirs = item.facts.filter { $0.tool == "mutagen" && $0.kind == "chapter" }
            let ours = item.found.chapters.filter { $0.id?.hasPrefix("part") != true }
            #expect(ours.count == theirs.count, "\(name)")
            for their in theirs {
                let our = try #require(ours.first { $0.id == their.values[0] }, "\(name): \(their.values[0])")
                #expect(Self.milliseconds(our.start) == Double(their.values[1]), "\(name)")
                #expect(Self.milliseconds(our.end) == Double(their.values[2]), "\(name)")
                #expect(our.titles.first?.text ?? "" == their.values[3], "\(name)")
                #expect(our.url ?? "" == their.values[4], "\(name)")
                let picture = try our.image.map { try AudioFixture.picture($0, in: item.file) } ?? []
                #expect(AudioJudge.hexadecimal(picture) == their.values[5], "\(name)")
            }
        }
    }

    @Test func durationsAreThoseOfFFmpegAndMutagen() throws {
        for (name, item) in try Self.cases() {
            for fact in item.facts where fact.kind == "duration" {
                let theirs = try #require(Double(fact.values[0]))
                #expect(abs(Self.milliseconds(item.found.duration) - theirs) < 1, "\(name)")
            }
        }
    }

    @Test func tagsAndPicturesAreThoseOfMutagen() throws {
        for (name, item) in try Self.cases() {
            let fields = item.found.fields
            let ours = [
                "title": fields.title, "album": fields.album, "subtitle": fields.subtitle, "date": fields.date,
                "description": fields.description, "artist": fields.artist?.joined(separator: "; "),
                "genre": fields.genre?.joined(separator: "; "),
            ]
            for fact in item.facts where fact.kind == "field" {
                #expect(ours[fact.values[0]] == fact.values[1], "\(name): \(fact.values[0])")
            }
            for fact in item.facts where fact.kind == "picture" {
                let artwork = try #require(item.found.artwork, "\(name)")
                let picture = try AudioFixture.picture(artwork, in: item.file)
                #expect(AudioJudge.hexadecimal(picture) == fact.values[0], "\(name)")
            }
        }
    }
}
