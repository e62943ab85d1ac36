import PlayerCore
import Testing

@testable import MediaProbe

/// What comskip writes with `output_default=1`.
@Suite struct SegmentComskipTests {
    private static let dashes = "-------------------\n"

    @Test(arguments: ["\n", "\r\n"]) func pairsOfFramesAreAdvertisements(lineEnd: String) {
        let text = """
            FILE PROCESSING COMPLETE  53985 FRAMES AT  2500
            -------------------
            1\t2042
            28341\t33207
            51250\t53985

            """
        let notes = sidecarNotes(.comskip, text.replacing("\n", with: lineEnd))
        #expect(
            notes.segmentLines == [
                "0.04-81.68 advertisement", "1133.64-1328.28 advertisement", "2050.0-2159.4 advertisement",
            ])
        #expect(notes.segments.allSatisfy { $0.source == "comskip" })
        #expect(notes.problems.isEmpty)
    }

    /// Comskip multiplies by 100 and cuts: 23.976 is written as 2397, which alone would be a second wrong in an hour.
    @Test(arguments: [(2397, 24_000), (2398, 24_000), (2997, 30_000), (5994, 60_000)])
    func ratesOfNTSCAreExact(written: Int, perThousand: Int) {
        let notes = sidecarNotes(
            .comskip, "FILE PROCESSING COMPLETE 200000 FRAMES AT \(written)\n\(Self.dashes)0 \(perThousand)\n")
        #expect(notes.segmentLines == ["0.0-1001.0 advertisement"])
    }

    @Test func withoutARateTheItemsCounts() {
        for header in ["FILE PROCESSING COMPLETE", "FILE PROCESSING COMPLETE 100 FRAMES AT 0"] {
            let text = "\(header)\n\(Self.dashes)50 100\n"
            #expect(sidecarNotes(.comskip, text, frameRate: 50).segmentLines == ["1.0-2.0 advertisement"])
            let notes = sidecarNotes(.comskip, text)
            #expect(notes.segments.isEmpty)
            #expect(
                notes.problems == ["film.txt, line 1: the frame rate is unknown"])
        }
    }

    @Test(arguments: ["", "Shopping:\n1 2\n", "file processing complete 1 FRAMES AT 2500\n1 2\n", "\n\n1 2"])
    func othersTextsAreLeftAlone(text: String) {
        let notes = sidecarNotes(.comskip, text, frameRate: 25)
        #expect(notes.segments.isEmpty)
        #expect(notes.problems.isEmpty)
    }

    @Test func malformedLinesAreNamedAndSkipped() {
        let notes = sidecarNotes(
            .comskip,
            "FILE PROCESSING COMPLETE 100 FRAMES AT 2500\n\(Self.dashes)25\n25 50 75\na b\n25 nan\n1e999 2\n25 50\n1e300 1\n"
        )
        #expect(notes.segmentLines == ["1.0-2.0 advertisement"])
        #expect(notes.problems == [3, 4, 5, 6, 7, 9].map { "film.txt, line \($0): it is not a pair of frames" })
    }

    @Test func whatIsFiniteIsLeftToTheNormalizer() {
        let notes = sidecarNotes(
            .comskip, "FILE PROCESSING COMPLETE 100 FRAMES AT 2500\n\(Self.dashes)-25 50\n75 50\n")
        #expect(notes.segmentLines == ["-1.0-2.0 advertisement", "3.0-2.0 advertisement"])
    }
}
