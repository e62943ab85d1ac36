internal import PlayerCore

/// Text cut to a size that clients bear.
enum BusText {
    /// UTF-8 bytes of what a client calls itself, and of why it asks.
    static let longestName = 1_000

    /// Without what D-Bus cannot carry, and cut between two characters' code points.
    ///
    /// - Parameter limit: in bytes of UTF-8.
    static func cut(_ text: String, _ limit: Int) -> String {
        var text = text.cut(toBytes: limit)
        if text.unicodeScalars.contains("\0") { text.unicodeScalars.removeAll { $0 == "\0" } }
        return text
    }
}
