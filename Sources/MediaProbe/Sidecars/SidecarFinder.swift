internal import Glibc
internal import MediaContainers
internal import PlayerCore

/// Finds and reads the sidecars of a local item: those of `NAME.ext` are called `NAME` or `NAME.ext` followed by a
/// suffix of ``SidecarKind``.
///
/// Each possible name is tried (26 in all), so that a folder of 100,000 files costs no more than an empty one.
///
/// A file that is not regular, too large, unreadable, or a link that leads out of the item's folder is left out with a
/// sentence.
struct SidecarFinder {
    /// Larger sidecars are left out.
    static let largest: Int64 = 8 << 20
    /// The maximum number of files of a folder that are examined.
    static let mostFiles = 20_000

    private let item: [UInt8]
    private let limits: ProbeLimits
    private let frameRate: Double?
    private let folder: SidecarFolder
    /// The folders in which a sidecar's real path may be: the item's folder, or, if the item is itself a link, that of
    /// its target.
    private let roots: [SidecarFolder]

    /// - Parameters:
    ///   - item: absolute; its name need not be UTF-8.
    ///   - frameRate: of the item, for sidecars that count frames; nil if unknown.
    init(_ item: [UInt8], limits: ProbeLimits, frameRate: Double? = nil) {
        self.item = item
        self.limits = limits
        self.frameRate = frameRate
        folder = SidecarFolder(of: item)
        roots = SidecarFolder.roots(of: item)
    }

    /// Returns the merged content of all sidecars.
    func findings() -> ItemFindings {
        var findings = ItemFindings()
        var lists: [[Chapter]] = []
        var scenes: [[Chapter]] = []
        // "film.vtt" holds either chapters or subtitles, or names pictures.
        var chapterFiles: Set<String> = []
        for kind in SidecarKind.allCases {
            for base in bases {
                let path = base + Array(kind.suffix.utf8)
                var notes = SidecarNotes(
                    name: String(decoding: path[(folderLength(path))...], as: UTF8.self), source: kind.source,
                    folder: folder, limits: limits)
                notes.item = String(decoding: item[folderLength(item)...], as: UTF8.self)
                notes.frameRate = frameRate
                defer {
                    findings.problems += notes.problems
                    findings.chapterProblem = findings.chapterProblem ?? notes.problems.first
                }
                guard let text = text(path, &notes) else { continue }
                if kind == .description {
                    let fields = DescriptionJSON.read(text, into: &notes).fields
                    if findings.sidecar == nil {
                        findings.sidecar = fields
                    } else {
                        notes.note("it is ignored: another file already describes the item")
                    }
                } else {
                    kind.read(text, into: &notes)
                    if !notes.chapters.isEmpty { chapterFiles.insert(notes.name) }
                    if kind.isForSegments { scenes.append(notes.chapters) } else { lists.append(notes.chapters) }
                    findings.sidecarSegments += notes.segments
                }
            }
        }
        findings.lyrics = lyrics(&findings.problems)
        chapterFiles.formUnion(StoryboardFinder(item).textNames())
        let (subtitles, problems) = SubtitleFinder(item).files(except: chapterFiles)
        findings.subtitles = subtitles
        findings.problems += problems
        findings.nextEpisode = NextEpisode.uri(after: item)
        findings.series = NextEpisode.series(of: item)
        let chapters = ChapterMerge.combined(lists)
        // Scenes are never preferred to chapters, however many there are.
        findings.sidecarChapters = chapters.isEmpty ? ChapterMerge.combined(scenes) : chapters
        return findings
    }

    /// The text of `NAME.lrc`.
    private func lyrics(_ problems: inout [String]) -> String? {
        for base in bases {
            let path = base + Array(".lrc".utf8)
            var notes = SidecarNotes(
                name: String(decoding: path[(folderLength(path))...], as: UTF8.self), source: "lrc", folder: nil,
                limits: limits)
            let text = text(path, &notes)
            problems += notes.problems
            if let text { return text.text }
        }
        return nil
    }

    /// `NAME` and `NAME.ext`; a single name without an extension.
    private var bases: [[UInt8]] {
        let start = folderLength(item)
        guard let dot = item.lastIndex(of: UInt8(ascii: ".")), dot > start else { return [item] }
        return [Array(item[..<dot]), item]
    }

    private func folderLength(_ path: [UInt8]) -> Int { (path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1 }

    /// Nil if there is no such sidecar, or if it is left out; the notes contain the reason.
    private func text(_ path: [UInt8], _ notes: inout SidecarNotes) -> SidecarText? {
        // The played file is not its own sidecar (an item called "film.cue").
        guard path != item, Self.exists(path) else { return nil }
        do throws(ProbeError) {
            guard let real = SidecarFolder.withoutLinks(path) else { throw .unreadable("it is a dangling link") }
            guard roots.contains(where: { $0.contains(real) }) else {
                throw .unreadable("it is a link out of the folder of the item")
            }
            let file = try RegularFile(real)
            guard file.length <= Self.largest else { throw .tooMuch("it is larger than \(Self.largest >> 20) MiB") }
            return SidecarText(try file.read(0, Int(file.length)))
        } catch {
            notes.note("it is ignored: " + error.message)
            return nil
        }
    }

    /// Whether there is a file of any kind, including a dangling link.
    private static func exists(_ path: [UInt8]) -> Bool {
        var status = stat()
        return SidecarFolder.withCString(path) { lstat($0, &status) } == 0
    }
}
