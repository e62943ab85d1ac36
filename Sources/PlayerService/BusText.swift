internal import PlayerCore

/// Cuts text to a size that clients can handle.
enum BusText {
    /// The maximum length of the names and reasons of clients, in UTF-8 bytes.
    static let longestName = 1_000

    /// Removes characters that D-Bus cannot carry, and cuts the text between code points.
    ///
    /// - Parameter limit: in UTF-8 bytes.
    static func cut(_ text: String, _ limit: Int) -> String {
        var text = text.cut(toBytes: limit)
        if text.unicodeScalars.contains("\0") { text.unicodeScalars.removeAll { $0 == "\0" } }
        return text
    }
}
