/// A chapter as it is shown: with a closed range and the title in one language.
public struct LocalizedChapter: Hashable, Sendable {
    public var start: MediaTime
    /// At or after ``start``.
    public var end: MediaTime
    /// Empty if the chapter has no title.
    public var title: String
    /// The language of the title; nil without a title.
    public var language: String?
    public var id: String?
    public var image: ImageSource?
    public var url: String?
    public var level: UInt32
    /// A hidden chapter is listed, but steps skip it and it is never current.
    public var isHidden: Bool

    init(_ chapter: Chapter, title: ChapterTitle?) {
        start = chapter.start
        end = chapter.end ?? chapter.start
        self.title = title?.text ?? ""
        language = title?.language
        id = chapter.id
        image = chapter.image
        url = chapter.url
        level = chapter.level
        isHidden = chapter.isHidden
    }

    /// Whether two chapters overlap. A chapter without length overlaps the chapter that contains it.
    func overlaps(_ other: Chapter) -> Bool {
        let otherEnd = other.end ?? other.start
        if start == other.start { return true }
        return start < otherEnd && other.start < end
    }
}
