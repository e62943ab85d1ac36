/// A chapter as it is shown: its range closed, its title in one language.
public struct LocalizedChapter: Hashable, Sendable {
    public var start: MediaTime
    /// At or after ``start``.
    public var end: MediaTime
    /// Empty if it has none.
    public var title: String
    /// Of the title; nil where there is none.
    public var language: String?
    public var id: String?
    public var image: ImageSource?
    public var url: String?
    public var level: UInt32
    /// Listed, but not stepped to and never current.
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

    /// Whether two chapters share a moment; one without length shares that in which it lies.
    func overlaps(_ other: Chapter) -> Bool {
        let otherEnd = other.end ?? other.start
        if start == other.start { return true }
        return start < otherEnd && other.start < end
    }
}
