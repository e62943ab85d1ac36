internal import GLibLoop
internal import Gst
internal import PlayerCore

/// The chapters of the file, and what it cannot say about them.
extension RangeExporter {
    var chapters: [Chapter] { ChapterRetiming.chapters(order.chapters, in: actual, duration: order.duration) }

    /// The chapters with one title each.
    var chapterMarks: [ChapterMark] {
        chapters.map { chapter in
            ChapterMark(
                start: chapter.start.nanoseconds, end: (chapter.end ?? chapter.start).nanoseconds,
                title: chapter.titles.first?.text ?? "", language: chapter.titles.first?.language ?? "und")
        }
    }

    /// The chapters in the notation of Ogg and FLAC (https://wiki.xiph.org/Chapter_Extension).
    var chapterComments: [String] {
        guard format == .ogg || format == .flac else { return [] }
        return chapters.enumerated().flatMap { index, chapter in
            let number = String(1_000 + index + 1).suffix(3)
            let time = ChapterFiles.clock(chapter.start.nanoseconds)
            return ["CHAPTER\(number)=\(time)", "CHAPTER\(number)NAME=\(chapter.titles.first?.text ?? "")"]
        }
    }

    /// Writes the chapters of a Matroska file again with the titles in all languages; matroskamux writes one title each.
    ///
    /// - Returns: whether the file has all titles.
    func writeAllTitles() throws(PartFile.Refusal) -> Bool {
        let chapters = chapters
        guard chapters.contains(where: { $0.titles.count > 1 }) else { return true }
        return try MatroskaChapterWriter.replace(with: chapters, in: file)
    }

    /// Notes what the file cannot say about its chapters.
    func noteLostChapterDetails(keepsAllTitles: Bool) {
        let chapters = chapters
        var lost: [String] = []
        if !keepsAllTitles {
            var languages: [String] = []
            for title in chapters.flatMap({ $0.titles.dropFirst() }) where !languages.contains(title.language) {
                languages.append(title.language)
            }
            if !languages.isEmpty {
                lost.append("the titles of chapters in other languages (\(languages.joined(separator: ", ")))")
            }
        }
        if chapters.contains(where: { $0.image != nil }) { lost.append("the pictures of chapters") }
        if chapters.contains(where: { $0.url != nil }) { lost.append("the links of chapters") }
        let most = format?.mostChapters ?? .max
        if chapters.count > most { lost.append("all chapters behind the first \(most)") }
        guard !lost.isEmpty else { return }
        report(.note("Left out, because \(kind) files cannot contain them: \(lost.joined(separator: "; "))."))
    }

    /// Writes the chapters to a file beside the export, in a place where mediad and mkvmerge find it.
    func writeChaptersBeside() {
        let path = (order.path.lastIndex(of: ".").map { String(order.path[..<$0]) } ?? order.path) + ".chapters.xml"
        var text = ChapterXML()
        for chapter in chapters {
            text.append(
                start: chapter.start.nanoseconds, end: (chapter.end ?? chapter.start).nanoseconds,
                titles: chapter.titles)
        }
        do throws(PartFile.Refusal) {
            try PartFile.make(path, of: Array(text.text.utf8), overwrites: order.overwrites)
            report(.note("The chapters are in \(path), because \(kind) files cannot contain chapters."))
        } catch {
            report(.note("The chapters are left out, because \(kind) files cannot contain chapters. \(error.message)"))
        }
    }
}
