public import Foundation

/// FLAC files of the fixtures with other comments.
public enum TaggedFLAC {
    /// Writes a copy whose only metadata are the format and these comments.
    ///
    /// - Parameter comments: of the form `KEY=value`.
    /// - Returns: its `file:` URI.
    public static func write(_ fixture: String, _ comments: [String], to file: URL) throws -> String {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Fixtures.path(fixture))))
        // Behind "fLaC": blocks of a type (the last one marked), a length of three bytes, and content.
        var offset = 4
        var isLast = false
        while !isLast {
            isLast = bytes[offset] & 0x80 != 0
            offset += 4 + bytes[offset + 1..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        var block = text("mediad tests") + little(comments.count)
        for comment in comments { block += text(comment) }
        var tagged = Array(bytes[..<42])
        // The format is 34 bytes long and the first; it is not the last any more.
        tagged[4] = 0
        tagged += [0x84, UInt8(block.count >> 16 & 0xFF), UInt8(block.count >> 8 & 0xFF), UInt8(block.count & 0xFF)]
        tagged += block + bytes[offset...]
        try Data(tagged).write(to: file)
        return file.absoluteString
    }

    private static func text(_ text: String) -> [UInt8] { little(text.utf8.count) + Array(text.utf8) }

    private static func little(_ number: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(number).littleEndian) { Array($0) }
    }
}
