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

extension CardLayout {
    /// The area for what is heard, at the bottom; nil if the picture is too small for it.
    public var nowPlayingRect: WindowRect? {
        let lines = scale(.title) * 1.4 + scale(.body) * 1.4
        let tall = Int(lines.rounded(.up)) + 2 * unit
        guard 2 * height >= 7 * tall, width > textSize * 10 else { return nil }
        let side = min(margin, width / 20)
        return WindowRect(x: side, y: height - margin / 2 - tall, width: width - 2 * side, height: tall)
    }

    /// The height below a cover, in which nothing of it is.
    public var nowPlayingFoot: Int { nowPlayingRect.map { height - $0.y + 2 * unit } ?? 0 }
}
