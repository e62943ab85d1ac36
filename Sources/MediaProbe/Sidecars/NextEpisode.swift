internal import Glibc
internal import PlayerCore

/// Finds the episode after a local file's among the files beside it, or else in the folder of the next season: same series,
/// next number.
///
/// A name contains its episode as `S01E02` or `1x02` (any case); the text before is the series, compared without case,
/// signs and spaces. Samples, trailers and extras are ignored.
enum NextEpisode {
    /// The maximum number of files of a folder that are examined.
    private static let most = SidecarFinder.mostFiles
    /// The maximum number of folders of later seasons that are read.
    private static let mostSeasons = 4
    private static let extensions = MediaEndings.video.union(MediaEndings.sound)
    private static let excluded = ["sample", "trailer", "extra", "featurette"]

    /// The episode according to a file's name.
    struct Number: Hashable, Comparable {
        var series: String
        var season: Int
        var episode: Int

        static func < (left: Number, right: Number) -> Bool {
            (left.season, left.episode) < (right.season, right.episode)
        }
    }

    /// Returns the series in a file's name, in lower case without signs and spaces; nil if the name contains no
    /// episode.
    static func series(of path: [UInt8]) -> String? {
        let name = path.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) }
        return name.flatMap { number(of: $0) }.flatMap { $0.series.isEmpty ? nil : $0.series }
    }

    /// - Parameter path: absolute; its name need not be UTF-8.
    /// - Returns: a `file:` URI; nil if there is none.
    static func uri(after path: [UInt8]) -> String? {
        guard let slash = path.lastIndex(of: UInt8(ascii: "/")),
            let current = number(of: String(decoding: path[(slash + 1)...], as: UTF8.self))
        else { return nil }
        let folder = Array(path[..<slash])
        if let next = file(after: current, in: folder) { return FileURI.uri(of: next) }
        for season in seasons(after: current.season, beside: folder) {
            if let next = file(after: current, in: season) { return FileURI.uri(of: next) }
        }
        return nil
    }

    /// Returns the path of the episode of the series with the next number.
    private static func file(after current: Number, in folder: [UInt8]) -> [UInt8]? {
        var best: (number: Number, name: [UInt8])?
        for name in names(in: folder) {
            guard let other = number(of: String(decoding: name, as: UTF8.self)), other.series == current.series,
                other > current, isFile(folder + [UInt8(ascii: "/")] + name)
            else { continue }
            // Of several files of one episode the first by name, independent of the order of the folder.
            if let best, best.number < other || best.number == other && best.name.lexicographicallyPrecedes(name) {
                continue
            }
            best = (other, name)
        }
        return best.map { folder + [UInt8(ascii: "/")] + $0.name }
    }

    /// Returns the folders of later seasons beside that of a season, the next one first.
    private static func seasons(after season: Int, beside folder: [UInt8]) -> [[UInt8]] {
        guard let slash = folder.lastIndex(of: UInt8(ascii: "/")),
            MediaName.season(ofFolder: String(decoding: folder[(slash + 1)...], as: UTF8.self)) == season
        else { return [] }
        let parent = Array(folder[..<slash])
        let found = names(in: parent).compactMap { name in
            MediaName.season(ofFolder: String(decoding: name, as: UTF8.self)).map { (number: $0, name: name) }
        }
        let later = found.filter { $0.number > season }.sorted {
            $0.number != $1.number ? $0.number < $1.number : $0.name.lexicographicallyPrecedes($1.name)
        }
        return later.prefix(mostSeasons).map { parent + [UInt8(ascii: "/")] + $0.name }
    }

    /// Excludes folders, pipes and devices with such names.
    private static func isFile(_ path: [UInt8]) -> Bool {
        var status = stat()
        let answer = (path + [0]).withUnsafeBytes { bytes in
            bytes.baseAddress.map { stat($0.assumingMemoryBound(to: CChar.self), &status) } ?? -1
        }
        return answer == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    static func number(of name: String) -> Number? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: true)
        guard parts.count > 1, let suffix = parts.last, extensions.contains(suffix.lowercased()) else { return nil }
        let stem = Array(name.dropLast(suffix.count + 1).lowercased())
        for start in stem.indices {
            guard start == 0 || !stem[start - 1].isNumber, let found = number(in: stem, at: start) else { continue }
            let words = String(stem).split { !$0.isLetter && !$0.isNumber }
            if words.contains(where: { word in excluded.contains { word == $0 || word == $0 + "s" } }) { return nil }
            return Number(
                series: String(stem[..<start].filter { $0.isLetter || $0.isNumber }), season: found.season,
                episode: found.episode)
        }
        return nil
    }

    private static func number(in text: [Character], at start: Int) -> (season: Int, episode: Int)? {
        var index = start
        let isMarked = text[index] == "s" && (start == 0 || !text[start - 1].isLetter)
        if isMarked { index += 1 }
        guard let season = digits(text, &index, most: isMarked ? 4 : 2) else { return nil }
        while isMarked, index < text.count, " ._-".contains(text[index]) { index += 1 }
        guard index < text.count, text[index] == (isMarked ? "e" : "x") else { return nil }
        index += 1
        guard let episode = digits(text, &index, most: 4), index == text.count || !text[index].isLetter || isMarked
        else { return nil }
        return (season, episode)
    }

    private static func digits(_ text: [Character], _ index: inout Int, most: Int) -> Int? {
        var value = 0
        let start = index
        while index < text.count, index - start < most, let digit = text[index].wholeNumberValue, text[index].isASCII {
            value = value * 10 + digit
            index += 1
        }
        return index > start ? value : nil
    }

    private static func names(in folder: [UInt8]) -> [[UInt8]] {
        guard
            let directory = (folder + [0]).withUnsafeBytes({ bytes in
                bytes.baseAddress.flatMap { opendir($0.assumingMemoryBound(to: CChar.self)) }
            })
        else { return [] }
        defer { closedir(directory) }
        var names: [[UInt8]] = []
        for _ in 0..<most {
            guard let entry = readdir(directory) else { break }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if name.first != UInt8(ascii: ".") { names.append(name) }
        }
        return names
    }
}
