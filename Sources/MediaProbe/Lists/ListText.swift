/// The lines of a plain-text list with their original bytes: a name in Latin-1 may be one on disk.
struct ListText {
    /// The maximum length of a line in bytes; a longer one is cut.
    private static let longestLine = 64 << 10

    private let bytes: [UInt8]

    /// Converts UTF-16 to UTF-8 and removes a byte order mark; any other encoding is kept.
    init(_ bytes: [UInt8]) {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            self.bytes = Array(SidecarText(bytes).text.utf8)
        } else {
            self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes[3...]) : bytes
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

    /// A line as text: UTF-8, or else Windows-1252.
    static func text(_ line: ArraySlice<UInt8>) -> String { SidecarText(Array(line)).text }
}
