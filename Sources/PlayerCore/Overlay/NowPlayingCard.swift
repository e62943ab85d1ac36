/// What is heard, shown below its cover.
public struct NowPlayingCard: Hashable, Sendable {
    public var title: String
    /// The artist and the chapter.
    public var detail: String
    /// The played part, from 0 to 1; nil while the length is unknown.
    public var share: Double?

    public init(title: String, detail: String = "", share: Double? = nil) {
        self.title = title
        self.detail = detail
        self.share = share
    }
}
