internal import MediaContainers
internal import PlayerCore

/// Collects what the reader of a sidecar found and could not read.
struct SidecarNotes {
    /// Enough to see what is wrong; a file of another kind has a problem in every line.
    private static let sentences = 10

    /// The file's name, for the sentences.
    let name: String
    /// The ``Chapter/source`` of its chapters and the ``SegmentProposal/source`` of its segments.
    let source: String
    /// The folder for its references; nil if they are not resolved.
    let folder: SidecarFolder?
    let limits: ProbeLimits
    /// The item's own file name; nil without one.
    var item: String?
    /// The item's frame rate, above zero; nil if unknown.
    var frameRate: Double?
    private(set) var chapters: [Chapter] = []
    /// In the order of the file.
    private(set) var segments: [SegmentProposal] = []
    private var kept: [String] = []
    private var left = 0
    private var isFull = false

    init(name: String, source: String, folder: SidecarFolder?, limits: ProbeLimits) {
        self.name = name
        self.source = source
        self.folder = folder
        self.limits = limits
    }

    /// In sentences, the last of which counts those that were left out.
    var problems: [String] {
        left == 0 ? kept : kept + ["\(name) has \(left) more problem\(left == 1 ? "" : "s")"]
    }

    /// - Parameter place: `line 3`, `chapters[2]`; nil for the whole file.
    mutating func note(_ problem: String, at place: String? = nil) {
        guard kept.count < Self.sentences else {
            left += 1
            return
        }
        // Untrusted file names and keys may contain characters that break a line or control a terminal.
        let sentence = place.map { "\(name), \($0): \(problem)" } ?? "\(name): \(problem)"
        kept.append(SidecarText.clean(sentence, limit: 1_000) ?? "")
    }

    /// - Parameter line: from 1.
    mutating func note(_ problem: String, line: Int) { note(problem, at: "line \(line)") }

    /// Adds a chapter; false when the maximum number is reached.
    @discardableResult
    mutating func add(_ chapter: Chapter) -> Bool {
        guard chapters.count < limits.chapters else {
            if !isFull {
                isFull = true
                note("it has more than \(limits.chapters) chapters, the rest is left out")
            }
            return false
        }
        var chapter = chapter
        chapter.source = source
        chapters.append(chapter)
        return true
    }

    /// Adds a segment; false when the maximum number is reached.
    @discardableResult
    mutating func add(_ segment: SegmentProposal) -> Bool {
        guard segments.count < limits.chapters else {
            note("it has more than \(limits.chapters) segments, the rest is left out")
            return false
        }
        segments.append(segment)
        return true
    }

    /// Cleans a title or another text; nil if nothing is left of it.
    func text(_ text: some StringProtocol) -> String? { SidecarText.clean(text, limit: limits.text) }

    /// Quotes an untrusted word in a sentence, shortened; a single character may have thousands of combining marks.
    func quoted(_ text: some StringProtocol) -> String { "'\(SidecarText.clean(text, limit: 80) ?? "")'" }

    /// Titles in one language, `und` if the file does not state it; none for empty text.
    func titles(_ text: some StringProtocol, language: String = "und") -> [ChapterTitle] {
        self.text(text).map { [ChapterTitle($0, language: language)] } ?? []
    }

    /// Resolves a picture or link; nil with a note if it may not be used.
    mutating func reference(_ text: String, at place: String) -> String? {
        guard let folder else { return text }
        do throws(ProbeError) {
            return try folder.resolved(text)
        } catch {
            note(error.message, at: place)
            return nil
        }
    }

    /// Sorts by start, then outer before inner, otherwise in the order of the file.
    mutating func sort() { chapters.sort { ($0.start, $0.level) < ($1.start, $1.level) } }

    /// Adds the chapters that another reader found.
    mutating func take(_ found: [Chapter]) {
        for chapter in found where !add(chapter) { break }
    }
}
