internal import PlayerCore

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
