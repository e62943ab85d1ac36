/// Where chapters come to stand in a file that keeps only stretches of their item.
public enum ChapterRetiming {
    /// - Parameters:
    ///   - chapters: in the item's time, by their start.
    ///   - stretches: what the file keeps, in its order.
    ///   - duration: of the item, in nanoseconds.
    /// - Returns: the chapters that are in the file, whole or in part, in its time; one that was cut into pieces that meet
    ///   again is one.
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
                // A marker without length is in the stretch or is not.
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

    /// Of one that does not say: at the next one at its level, or the item's end.
    private static func end(of index: Int, in chapters: [Chapter], duration: Int64) -> MediaTime {
        let chapter = chapters[index]
        let next = chapters[(index + 1)...].first { $0.level <= chapter.level && $0.start > chapter.start }
        return max(chapter.start, next?.start ?? MediaTime(nanoseconds: duration))
    }
}
