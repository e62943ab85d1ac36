internal import Gst

/// Chapters as frames of an ID3 tag (ID3v2 Chapter Frame Addendum 1.0), version 2.3.
enum ID3Chapters {
    /// - Returns: a table of contents, and a frame for each chapter.
    static func frames(_ chapters: [ChapterMark]) -> [[UInt8]] {
        guard !chapters.isEmpty else { return [] }
        let listed = chapters.prefix(255)
        let names = listed.indices.map { Array("chp\($0)".utf8) + [0] }
        let contents = Array("toc".utf8) + [0, 3, UInt8(listed.count)] + names.flatMap(\.self)
        return [frame("CTOC", contents)]
            + zip(names, listed).map { name, chapter in
                let times = bytes(milliseconds(chapter.start)) + bytes(milliseconds(chapter.end))
                return frame("CHAP", name + times + [UInt8](repeating: 255, count: 8) + title(chapter.title))
            }
    }

    private static func title(_ text: String) -> [UInt8] {
        // UTF-16 with a byte order mark, since version 2.3 has no UTF-8.
        frame("TIT2", [1, 0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
    }

    private static func frame(_ name: String, _ content: [UInt8]) -> [UInt8] {
        Array(name.utf8) + bytes(UInt32(clamping: content.count)) + [0, 0] + content
    }

    private static func milliseconds(_ time: Int64) -> UInt32 { UInt32(clamping: time / 1_000_000) }
    private static func bytes(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
}
