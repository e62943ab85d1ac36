/// The lines of a plain-text list with their original bytes: a name in another encoding may be one on disk.
struct ListText {
    /// The maximum length of a line in bytes; a longer one is cut.
    private static let longestLine = 64 << 10

    /// The number of lines that tell the encoding.
    private static let mostGuessedLines = 200

    private let bytes: [UInt8]
    /// The encoding of lines that are not UTF-8, guessed from all of them; nil: Windows-1252.
    private let encoding: String?

    /// Converts UTF-16 and UTF-32 to UTF-8 and removes a byte order mark; any other encoding is kept.
    init(_ bytes: [UInt8]) {
        if let text = TextGuess.unicode(bytes) {
            self.bytes = Array(text.utf8)
            encoding = nil
        } else {
            self.bytes = bytes
            // Some lines of a list may be UTF-8, if several programs wrote it.
            let lines = bytes.lazy.split { $0 == 0x0A || $0 == 0x0D }.lazy.filter {
                String(validating: $0, as: UTF8.self) == nil
            }
            encoding = TextGuess.encoding(of: Array(lines.prefix(Self.mostGuessedLines).joined(separator: [0x0A])))
        }
    }

    /// Calls `body` with each line that is not blank, without its end and leading white space, until it returns false.
    func forEachLine(_ body: (ArraySlice<UInt8>) -> Bool) {
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
            let line = bytes[start..<min(end, start + Self.longestLine)].drop { $0 <= 0x20 }
            if !line.isEmpty, !body(line) { return }
            start = end + 1
        }
    }

    /// Returns a line, or a part of one, as text.
    func text(_ line: ArraySlice<UInt8>) -> String {
        if let text = String(validating: line, as: UTF8.self) { return text }
        return encoding.flatMap { TextGuess.decoded(Array(line), from: $0) } ?? Windows1252.text(line)
    }
}
