/// Merges several chapter lists of the same item into one.
///
/// The rule is that of AntennaPod's `ChapterMerger`: the longer list wins; lists that agree complete each other;
/// otherwise the more detailed list wins.
public enum ChapterMerge {
    /// How far apart two sources may place the same chapter: podcast players write whole seconds.
    private static let tolerance = MediaTime(nanoseconds: 1_000_000_000)

    /// Returns one list for several lists, given in order of precedence, each sorted by start.
    ///
    /// The longest list wins. Among lists of equal length the first wins, unless a later one places its chapters
    /// elsewhere and has more titles, pictures and links. Lists that agree with the winner supply what it lacks.
    public static func combined(_ lists: [[Chapter]]) -> [Chapter] {
        guard var winner = lists.first else { return [] }
        for list in lists.dropFirst() where isBetter(list, than: winner) { winner = list }
        for list in lists { winner = filled(winner, from: list) }
        return winner
    }

    /// Returns the list completed with the pictures, links, kinds and titles that only the other list has, if the two
    /// agree: equally many chapters, each within a second of its counterpart. Otherwise returns the list unchanged.
    public static func filled(_ list: [Chapter], from other: [Chapter]) -> [Chapter] {
        guard agree(list, other) else { return list }
        return zip(list, other).map { chapter, counterpart in
            var chapter = chapter
            chapter.image = chapter.image ?? counterpart.image
            chapter.url = chapter.url ?? counterpart.url
            chapter.kind = chapter.kind ?? counterpart.kind
            chapter.titles = titles(chapter.titles, from: counterpart.titles)
            return chapter
        }
    }

    private static func agree(_ one: [Chapter], _ other: [Chapter]) -> Bool {
        guard one.count == other.count else { return false }
        return zip(one, other).allSatisfy { max($0.start, $1.start) - min($0.start, $1.start) <= tolerance }
    }

    private static func isBetter(_ list: [Chapter], than winner: [Chapter]) -> Bool {
        guard list.count == winner.count else { return list.count > winner.count }
        return !agree(list, winner) && filledFields(list) > filledFields(winner)
    }

    private static func filledFields(_ list: [Chapter]) -> Int {
        list.reduce(0) { sum, chapter in
            sum + chapter.titles.count + (chapter.image == nil ? 0 : 1) + (chapter.url == nil ? 0 : 1)
        }
    }

    /// Merges the titles of two sources. A title of unknown language gets the other source's language if both have the
    /// same text. A title of unknown language is never added to existing titles.
    private static func titles(_ titles: [ChapterTitle], from others: [ChapterTitle]) -> [ChapterTitle] {
        guard !titles.isEmpty else { return others }
        var titles = titles
        for other in others where other.language != "und" && !titles.contains(where: { $0.language == other.language })
        {
            if let same = titles.firstIndex(where: { $0.language == "und" && $0.text == other.text }) {
                titles[same].language = other.language
            } else {
                titles.append(other)
            }
        }
        return titles
    }
}
