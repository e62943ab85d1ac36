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

extension CardLayout {
    /// The area for two lines, above what is heard or above the bar; nil if the picture is too small.
    ///
    /// - Parameter floor: the lowest free row.
    func lyricsRect(above floor: Int) -> WindowRect? {
        let tall = Int((scale(.title) * 1.4 * 2 + scale(.body) * 1.4).rounded(.up)) + 2 * unit
        let side = min(margin, width / 20)
        let rect = WindowRect(x: side, y: floor - tall, width: width - 2 * side, height: tall)
        return rect.y > height / 4 && rect.width > textSize * 10 ? rect : nil
    }
}
