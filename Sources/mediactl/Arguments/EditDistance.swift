/// How many letters must be inserted, removed, replaced or exchanged with their neighbour to make one word of another
/// (optimal string alignment).
enum EditDistance {
    /// How many letters of a word count: nobody mistypes longer ones.
    private static let room = 40

    static func between(_ word: String, _ other: String) -> Int {
        let (word, other) = (Array(word.prefix(room)), Array(other.prefix(room)))
        var before: [Int] = []
        var last = Array(0...other.count)
        for row in word.indices {
            var line = [row + 1]
            for column in other.indices {
                let replaced = last[column] + (word[row] == other[column] ? 0 : 1)
                var least = min(replaced, last[column + 1] + 1, line[column] + 1)
                if row > 0, column > 0, word[row] == other[column - 1], word[row - 1] == other[column] {
                    least = min(least, before[column - 1] + 1)
                }
                line.append(least)
            }
            (before, last) = (last, line)
        }
        return last[other.count]
    }
}
