internal import Gst
internal import MediaContainers

/// Chapters as Nero has them: a `chpl` box in the movie's user data, which players and ffmpeg read; mp4mux has no chapters.
enum MP4ChapterList {
    /// Adds the list to a file whose movie follows what is played: no offset in it changes.
    ///
    /// - Returns: false where the file is another one, and stays as it is.
    static func append(_ chapters: [ChapterMark], to file: PartFile) throws(PartFile.Refusal) -> Bool {
        guard let movie = movie(in: file), movie.size < 1 << 31 else { return false }
        let list = box("udta", box("chpl", entries(chapters)))
        let end = movie.offset + movie.size
        // What mp4mux writes behind it: a few hundred bytes of XMP.
        let rest = file.read(at: end, count: Int(file.size - end))
        try file.write(list + rest, at: end)
        try file.write(bytes(UInt32(movie.size) + UInt32(list.count)), at: movie.offset)
        return true
    }

    /// Where the movie is; nil where it comes before what is played, or too much follows it.
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

    /// Version 1: a time in 100 ns, the title's length in one byte, the title.
    private static func entries(_ chapters: [ChapterMark]) -> [UInt8] {
        let listed = chapters.prefix(255)
        var content: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0, UInt8(listed.count)]
        for chapter in listed {
            let title = cut(chapter.title)
            content += bytes(UInt64(max(0, chapter.start) / 100)) + [UInt8(title.count)] + title
        }
        return content
    }

    /// At most 255 bytes, no character cut in two.
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
