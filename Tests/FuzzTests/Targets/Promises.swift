import MediaContainers
import PlayerCore

@testable import MediaProbe

/// What every reader promises of its findings, whatever it reads.
struct Promises {
    /// Sentences about a file are for a log that people read.
    private static let (problems, sentence) = (60, 600)

    let limits: ProbeLimits
    private(set) var broken: [String] = []

    init(_ limits: ProbeLimits) { self.limits = limits }

    mutating func expect(_ holds: Bool, _ otherwise: @autoclosure () -> String) {
        if !holds, broken.count < 10 { broken.append(otherwise()) }
    }

    mutating func check(_ findings: ContainerFindings) {
        check(findings.fields)
        check(findings.artwork)
        check(problems: findings.problems)
        if let duration = findings.duration { expect(duration >= .zero, "the duration is negative") }
        check(findings.chapters, duration: findings.duration)
    }

    /// As a reader gives them, and as they are published.
    mutating func check(_ chapters: [Chapter], duration: MediaTime?) {
        expect(chapters.count <= limits.chapters, "there are \(chapters.count) chapters")
        for chapter in chapters {
            for title in chapter.titles {
                expect(title.text.utf8.count <= limits.text, "a title has \(title.text.utf8.count) bytes")
                expect(!title.language.isEmpty, "a title's language is empty")
            }
            expect(Int(chapter.level) <= limits.depth, "a chapter is of level \(chapter.level)")
            check(chapter.image)
        }
        var findings = ItemFindings()
        findings.sidecarChapters = chapters
        let published = ChapterPrecedence.chapters(description: nil, findings: findings, duration: duration)
        for chapter in published {
            expect(chapter.start >= .zero, "a chapter starts at \(chapter.start.nanoseconds) ns")
            expect(chapter.end.map { $0 >= chapter.start } ?? true, "a chapter ends before it starts")
        }
        expect(
            zip(published, published.dropFirst()).allSatisfy { $0.start <= $1.start }, "the chapters are in disorder")
        let list = ChapterList(published)
        let shown = list.bestMatching(["de", "fr-CH"])
        expect(shown.count <= published.count, "more chapters are shown than there are")
        expect(shown.allSatisfy { $0.start <= $0.end }, "a shown chapter ends before it starts")
    }

    /// As a reader gives them, and as they are acted on.
    mutating func check(_ proposals: [SegmentProposal]) {
        expect(proposals.count <= limits.chapters, "there are \(proposals.count) segments")
        for proposal in proposals {
            expect(SegmentKind(rawValue: proposal.kind) != nil, "a segment is of the kind '\(proposal.kind)'")
            expect(proposal.kind.utf8.count <= 64, "a segment's kind has \(proposal.kind.utf8.count) bytes")
            let longest = max(proposal.title?.utf8.count ?? 0, proposal.id?.utf8.count ?? 0)
            expect(longest <= limits.text, "a segment's text has \(longest) bytes")
        }
        for duration in [nil, MediaTime(nanoseconds: 3_600_000_000_000)] {
            let segments = SegmentNormalizer(duration: duration).segments(proposals).segments
            expect(segments.allSatisfy { $0.start >= .zero && $0.start < $0.end }, "a segment is no stretch of time")
            expect(zip(segments, segments.dropFirst()).allSatisfy { $0.start <= $1.start }, "segments are in disorder")
        }
    }

    mutating func check(problems: [String]) {
        expect(problems.count <= Self.problems, "there are \(problems.count) problems")
        for problem in problems where problem.isEmpty || problem.utf8.count > Self.sentence {
            broken.append("a problem is told in \(problem.utf8.count) bytes")
        }
    }

    /// Times of a description may count from its end.
    mutating func check(_ fields: MediaDetails.Fields) {
        let texts = [
            fields.identifier, fields.title, fields.subtitle, fields.description, fields.contentRating, fields.language,
            fields.album, fields.date,
        ]
        let longest = (texts.compactMap { $0 } + (fields.artist ?? []) + (fields.genre ?? [])).map(\.utf8.count).max()
        expect((longest ?? 0) <= limits.text, "a tag has \(longest ?? 0) bytes")
        for chapters in [fields.chapters].compactMap({ $0 }) + (fields.markers ?? []).map(\.markers) {
            check(chapters, duration: nil)
        }
    }

    private mutating func check(_ image: ImageSource?) {
        guard case .embedded(let image)? = image else { return }
        expect(image.offset >= 0 && image.length >= 0, "a picture is nowhere")
        let end = image.offset.addingReportingOverflow(Int64(image.length))
        expect(!end.overflow, "a picture ends beyond any file")
    }
}
