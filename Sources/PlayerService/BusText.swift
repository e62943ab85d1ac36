/// Text cut to a size that clients bear.
enum BoundedText {
    /// Without what D-Bus cannot carry, and cut between two characters' code points.
    ///
    /// - Parameter limit: in bytes of UTF-8.
    static func cut(_ text: String, _ limit: Int) -> String {
        var end = text.utf8.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex) ?? text.endIndex
        while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
        var scalars = text.unicodeScalars[..<end]
        if scalars.contains("\0") { scalars.removeAll { $0 == "\0" } }
        return String(scalars)
    }
}
