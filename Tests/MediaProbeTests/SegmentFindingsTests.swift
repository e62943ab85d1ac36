import MediaContainers
import PlayerCore
import Testing

@testable import MediaProbe

/// Segments of sidecars beside other sources of segments and chapters.
@Suite struct SegmentFindingsTests {
    private let folder: ItemFolder

    init() throws { folder = try ItemFolder() }

    private func fields(_ findings: ItemFindings) -> MediaDetails.Fields? {
        MediaProbe.inspected(MediaDescription(uri: "x:y"), findings: findings).description.details?.fields
    }

    private func writeAll() throws {
        try folder.write("[{\"Type\":\"Intro\",\"StartTicks\":0,\"EndTicks\":10000000}]", to: "film.segments.json")
        try folder.write("FILE PROCESSING COMPLETE 100 FRAMES AT 2500\n---\n25 50\n", to: "film.mkv.txt")
        try folder.write("30 40 3\n10 20 0\n50 2\n55 2\n", to: "film.edl")
        try folder.write(
            "[{\"segment\":[1,2],\"category\":\"outro\"},{\"segment\":[60,60],\"category\":\"poi_highlight\"}]",
            to: "film.sponsorblock.json")
    }

    @Test func allSidecarsAreReadInTheContractsOrder() throws {
        try writeAll()
        let findings = folder.findings
        #expect(
            findings.sidecarSegments.map(\.source) == ["edl", "edl", "comskip", "sponsorblock", "jellyfin"])
        #expect(findings.sidecarChapters.map(\.start.seconds) == [50, 55])
        #expect(findings.problems.isEmpty)
    }

    @Test func chaptersOfChapterSidecarsCountMore() throws {
        try writeAll()
        try folder.write("0:00 A\n", to: "film.chapters.txt")
        #expect(folder.findings.sidecarChapters.map(\.source) == ["ogm"])
    }

    @Test func theFirstSourceOfAKindCounts() throws {
        try writeAll()
        var findings = folder.findings
        var credits = Chapter(start: .zero, end: MediaTime(nanoseconds: 1), source: "matroska")
        credits.kind = "opening-credits"
        findings.container.chapters = [credits]
        #expect(fields(findings)?.segments?.map(\.source) == ["jellyfin", "sponsorblock", "edl", "edl"])
        #expect(fields(findings)?.segments?.map(\.start.seconds) == [0, 1, 10, 30])

        findings.sidecar = MediaDetails.Fields()
        let recap = SegmentDescription(start: .zero, end: MediaTime(nanoseconds: 5), kind: "recap")
        findings.sidecar?.segments = [recap]
        #expect(fields(findings)?.segments?.first?.kind == "recap")
        #expect(fields(findings)?.segments?.first?.source == "sidecar")
        #expect(fields(findings)?.segments?.count == 5)
        findings.sidecar = nil
        findings.sidecarSegments = []
        findings.sidecarChapters = []
        #expect(fields(findings)?.segments?.map(\.source) == ["matroska"])
    }

    @Test func inspectShowsThemWithTheirSource() throws {
        try folder.write("10 20.5 0\n9 3 1\n", to: "film.edl")
        let item = MediaProbe.inspected(MediaDescription(uri: "x:y"), findings: folder.findings)
        let text = DescriptionJSON.text(item)
        #expect(text.contains(#""segments":[{"end":20.5,"kind":"blocked","source":"edl","start":10}]"#))
        #expect(
            item.problems == ["The segment 'mute' at 0:09 (edl) is left out: it is empty or ends before it starts."])
        #expect(DescriptionJSON.read(Array(text.utf8), name: "again").problems.isEmpty)
    }

    @Test func inspectShowsThoseOfChapterTitles() throws {
        try folder.write("0:00 Intro\n1:00 The story\n", to: "film.chapters.txt")
        let item = MediaProbe.inspected(MediaDescription(uri: "x:y"), findings: folder.findings)
        let segments = item.description.details?.fields.segments
        #expect(segments?.map(\.kind) == ["opening-credits"])
        #expect(segments?.map(\.source) == ["title"])
    }

    // MARK: Frames

    private static func matroska(type: UInt64, duration: UInt64?) -> [UInt8] {
        EBMLBytes.element(
            MatroskaID.trackEntry,
            EBMLBytes.unsigned(MatroskaID.trackType, type)
                + (duration.map { EBMLBytes.unsigned(MatroskaID.defaultDuration, $0) } ?? []))
    }

    @Test func framesAreCountedAtTheItemsRate() throws {
        let sound = Self.matroska(type: 2, duration: 21_333_333)
        let video = Self.matroska(type: 1, duration: 40_000_000)
        try folder.write(EBMLBytes.file(EBMLBytes.master(MatroskaID.tracks, sound, video)), to: "film.mkv")
        try folder.write("#25 #50 0\n", to: "film.edl")
        let findings = MediaProbe.findings(uri: "file:///x", path: folder.path + "/film.mkv")
        #expect(findings.container.frameRate == 25)
        #expect(findings.sidecarSegments.map(\.end.seconds) == [2])
        #expect(findings.problems.isEmpty)
    }

    @Test func theFirstVideoTrackOfMatroskaTellsTheRate() {
        let table: [([(UInt64, UInt64?)], Double?)] = [
            ([], nil), ([(2, 20_000_000)], nil), ([(1, 20_000_000)], 50), ([(1, nil), (1, 20_000_000)], nil),
            ([(1, 0)], nil), ([(1, 41_708_333)], 1e9 / 41_708_333), ([(1, .max)], 1e9 / Double(UInt64.max)),
        ]
        for (tracks, rate) in table {
            let entries = tracks.flatMap { Self.matroska(type: $0.0, duration: $0.1) }
            let findings = MatroskaFixture.read(EBMLBytes.file(EBMLBytes.master(MatroskaID.tracks, entries)))
            #expect(findings.frameRate == rate, "\(tracks)")
            #expect(findings.problems.isEmpty)
        }
    }

    @Test func theFirstVideoTrackOfMP4TellsTheRate() {
        func rate(_ entries: [UInt32], handler: String = "vide", timescale: UInt32 = 30_000) -> Double? {
            let times = MP4Bytes.table("stts", [UInt32(entries.count / 2)], entries)
            let video = MP4Bytes.track(1, handler: handler, timescale: timescale, tables: times)
            return MP4Bytes.findings(MP4Bytes.ftyp, MP4Bytes.box("moov", MP4Bytes.mvhd(), video)).frameRate
        }
        #expect(rate([1_000, 1_001]) == 30_000.0 / 1_001)
        #expect(rate([1_000, 1_001, 1, 5]) == 30_000.0 / 1_001)
        #expect(rate([1_000, 1_001, 2, 5]) == nil)
        #expect(rate([1, 1_001, 1, 5, 1, 6]) == nil)
        #expect(rate([1_000, 0]) == nil)
        #expect(rate([]) == nil)
        #expect(rate([1_000, 1_001], handler: "soun") == nil)
        #expect(rate([1_000, 1_001], timescale: 0) == nil)
    }

    @Test func picturesOfChaptersAreNoVideo() throws {
        #expect(try MP4Fixture.findings("pictures.m4b").frameRate == nil)
    }
}
