internal import MediaContainers
internal import PlayerCore

/// What a reader of one sidecar has found and could not read so far.
struct SidecarNotes {
    /// Enough to see what is wrong; a file of another kind breaks its rules in every line.
    private static let sentences = 10

    /// The file's name, for the sentences.
    let name: String
    /// What the ``Chapter/source`` of its chapters and the ``SegmentProposal/source`` of its segments is.
    let source: String
    /// Where its references may lead; nil where they are left as they are.
    let folder: SidecarFolder?
    let limits: ProbeLimits
    /// The item's own file name; nil where it has none.
    var item: String?
    /// The item's frames a second, above zero; nil where nobody knows.
    var frameRate: Double?
    private(set) var chapters: [Chapter] = []
    /// In the file's order.
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
        // Names of files and keys of strangers may hold what would break a line or steer a terminal.
        let sentence = place.map { "\(name), \($0): \(problem)" } ?? "\(name): \(problem)"
        kept.append(SidecarText.clean(sentence, limit: 1_000) ?? "")
    }

    /// - Parameter line: from 1.
    mutating func note(_ problem: String, line: Int) { note(problem, at: "line \(line)") }

    /// Keeps a chapter; false when there are as many as may be kept.
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

    /// Keeps a segment; false when there are as many as may be kept.
    @discardableResult
    mutating func add(_ segment: SegmentProposal) -> Bool {
        guard segments.count < limits.chapters else {
            note("it has more than \(limits.chapters) segments, the rest is left out")
            return false
        }
        segments.append(segment)
        return true
    }

    /// A title or another text as it is kept; nil if nothing is left of it.
    func text(_ text: some StringProtocol) -> String? { SidecarText.clean(text, limit: limits.text) }

    /// A stranger's word for a sentence, short and in quotes; a single character may have thousands of marks on it.
    func quoted(_ text: some StringProtocol) -> String { "'\(SidecarText.clean(text, limit: 80) ?? "")'" }

    /// In one language, undetermined if the file does not say; none for nothing.
    func titles(_ text: some StringProtocol, language: String = "und") -> [ChapterTitle] {
        self.text(text).map { [ChapterTitle($0, language: language)] } ?? []
    }

    /// A picture or link that may be used; a sentence and nil for one that may not.
    mutating func reference(_ text: String, at place: String) -> String? {
        guard let folder else { return text }
        do throws(ProbeError) {
            return try folder.resolved(text)
        } catch {
            note(error.message, at: place)
            return nil
        }
    }

    /// By start, and outer before inner; in the file's order where both are the same.
    mutating func sort() { chapters.sort { ($0.start, $0.level) < ($1.start, $1.level) } }

    /// Takes what another reader found.
    mutating func take(_ found: [Chapter]) {
        for chapter in found where !add(chapter) { break }
    }
}
