internal import Gst
internal import MediaContainers

/// Chapters in Nero's format: a `chpl` box in the movie's user data, which players and FFmpeg read. mp4mux writes no
/// chapters.
enum MP4ChapterList {
    /// Adds the list to a file whose movie box follows the media data, so that no offsets change.
    ///
    /// - Returns: false if the file has another structure; it is not changed then.
    static func append(_ chapters: [ChapterMark], to file: PartFile) throws(PartFile.Refusal) -> Bool {
        guard let movie = movie(in: file), movie.size < 1 << 31 else { return false }
        let list = box("udta", box("chpl", entries(chapters)))
        let end = movie.offset + movie.size
        // mp4mux writes a few hundred bytes of XMP after the movie box.
        let rest = file.read(at: end, count: Int(file.size - end))
        try file.write(list + rest, at: end)
        try file.write(bytes(UInt32(movie.size) + UInt32(list.count)), at: movie.offset)
        return true
    }

    /// The position of the movie box; nil if it precedes the media data, or if too much data follows it.
    private static func movie(in file: PartFile) -> (offset: Int64, size: Int64)? {
        let boxes = MP4Boxes(file.reader)
        var hasData = false
        var offset: Int64 = 0
        while let box = try? boxes.box(at: offset, before: boxes.end), boxes.problems.isEmpty {
            offset = box.content.upperBound
            if box.type == "mdat" { hasData = true }
            if box.type == "moov" {
                return hasData && boxes.end - offset < 1 << 20 ? (box.start, offset - box.start) : nil
            }
        }
        return nil
    }

    /// Version 1: a time in units of 100 ns, the length of the title in one byte, the title.
    private static func entries(_ chapters: [ChapterMark]) -> [UInt8] {
        let listed = chapters.prefix(255)
        var content: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0, UInt8(listed.count)]
        for chapter in listed {
            let title = cut(chapter.title)
            content += bytes(UInt64(max(0, chapter.start) / 100)) + [UInt8(title.count)] + title
        }
        return content
    }

    /// Cuts the title to at most 255 bytes, without splitting a character.
    private static func cut(_ title: String) -> [UInt8] {
        var title = title[...]
        while title.utf8.count > 255 { title = title.dropLast() }
        return Array(title.utf8)
    }

    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        bytes(UInt32(content.count + 8)) + Array(type.utf8) + content
    }

    private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }
}
