/// The line of a song that is sung, shown over its cover.
public struct LyricsCard: Hashable, Sendable {
    /// Empty between verses, and before the first line.
    public var line: String
    /// The line after it; empty at the end.
    public var next: String

    public init(line: String, next: String = "") {
        self.line = line
        self.next = next
    }
}
