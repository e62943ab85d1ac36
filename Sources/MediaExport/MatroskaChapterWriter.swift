internal import MediaContainers
internal import PlayerCore

/// Writes chapters with titles in several languages to a Matroska file
/// (https://www.matroska.org/technical/chapters.html); GStreamer's matroskamux writes one title for each.
enum MatroskaChapterWriter {
    /// Replaces the chapters of the file.
    ///
    /// - Returns: false if the file does not have the structure that matroskamux writes; it is not changed then.
    static func replace(with chapters: [Chapter], in file: PartFile) throws(PartFile.Refusal) -> Bool {
        try MatroskaAppendix.append(element(chapters), of: MatroskaID.chapters, to: file)
    }

    private static func element(_ chapters: [Chapter]) -> [UInt8] {
        let atoms = chapters.enumerated().flatMap { index, chapter in
            EBMLWriter.element(
                MatroskaID.chapterAtom,
                MatroskaAppendix.number(MatroskaID.chapterUID, UInt64(index + 1))
                    + time(MatroskaID.chapterTimeStart, chapter.start)
                    + time(MatroskaID.chapterTimeEnd, chapter.end ?? chapter.start)
                    + chapter.titles.flatMap(display))
        }
        return EBMLWriter.element(MatroskaID.chapters, EBMLWriter.element(MatroskaID.editionEntry, atoms))
    }

    private static func time(_ id: UInt64, _ time: MediaTime) -> [UInt8] {
        MatroskaAppendix.number(id, UInt64(clamping: time.nanoseconds))
    }

    private static func display(_ title: ChapterTitle) -> [UInt8] {
        let language = Array(title.language.utf8)
        // Where the tag of BCP 47 is known, the other code does not matter; it must be there and of ISO 639-2.
        let code = language.count == 3 ? language : Array("und".utf8)
        return EBMLWriter.element(
            MatroskaID.chapterDisplay,
            EBMLWriter.element(MatroskaID.chapString, Array(title.text.utf8))
                + EBMLWriter.element(MatroskaID.chapLanguage, code)
                + EBMLWriter.element(MatroskaID.chapLanguageBCP47, language))
    }
}
