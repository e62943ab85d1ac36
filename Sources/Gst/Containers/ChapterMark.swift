/// A chapter in the head of a file. Times are in nanoseconds of the file.
public struct ChapterMark: Hashable, Sendable {
    public var start: Int64
    public var end: Int64
    public var title: String
    /// An ISO 639-2 code, `und` if the language is unknown.
    public var language: String

    public init(start: Int64, end: Int64, title: String, language: String) {
        self.start = start
        self.end = end
        self.title = title
        self.language = language
    }
}
