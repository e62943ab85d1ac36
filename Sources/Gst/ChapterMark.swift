/// A chapter as it goes into the head of a file; nanoseconds of the file's time.
public struct ChapterMark: Hashable, Sendable {
    public var start: Int64
    public var end: Int64
    public var title: String
    /// ISO 639-2, `und` where nobody says.
    public var language: String

    public init(start: Int64, end: Int64, title: String, language: String) {
        self.start = start
        self.end = end
        self.title = title
        self.language = language
    }
}
