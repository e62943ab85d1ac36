/// Moves chapters into a file that keeps only stretches of their item.
public enum ChapterRetiming {
    /// - Parameters:
    ///   - chapters: in the item's time, sorted by start.
    ///   - stretches: the stretches that the file keeps, in its order.
    ///   - duration: of the item, in nanoseconds.
    /// - Returns: the chapters that are in the file, whole or in part, in the file's time. A chapter whose pieces meet
    ///   again in the file is one chapter.
    public static func chapters(
        _ chapters: [Chapter], in stretches: [ExportOrder.Stretch], duration: Int64
    ) -> [Chapter] {
        var result: [Chapter] = []
        var sources: [Int] = []
        var offset = MediaTime.zero
        for stretch in stretches {
            guard let range = stretch.range else { continue }
            for (index, chapter) in chapters.enumerated() where !chapter.isHidden {
                let start = chapter.start
                let end = max(start, chapter.end ?? Self.end(of: index, in: chapters, duration: duration))
                // A marker without length is either in the stretch or not.
                guard start == end ? range.contains(start) : start < range.end, start == end || end > range.start
                else { continue }
                var moved = chapter
                moved.start = max(start, range.start) - range.start + offset
                moved.end = min(end, range.end) - range.start + offset
                if let last = result.indices.last(where: { sources[$0] == index }), result[last].end == moved.start {
                    result[last].end = moved.end
                } else {
                    result.append(moved)
                    sources.append(index)
                }
            }
            offset = offset + range.duration
        }
        return result
    }

    /// The end of a chapter without one: the start of the next chapter at its level or an outer one, or the end of the
    /// item.
    private static func end(of index: Int, in chapters: [Chapter], duration: Int64) -> MediaTime {
        let chapter = chapters[index]
        let next = chapters[(index + 1)...].first { $0.level <= chapter.level && $0.start > chapter.start }
        return max(chapter.start, next?.start ?? MediaTime(nanoseconds: duration))
    }
}
