internal import Glibc
internal import PlayerCore

/// Finds the episode after a local file's among the files beside it, or else in the folder of the next season, or, if it
/// is alone in the folder of its release, in that of the next one: same series, next number.
///
/// A name contains its episode as `S01E02` or `1x02` (any case); the text before is the series, compared without case,
/// signs and spaces. Other numbers are those of ``MediaName``: `[Group] Show - 02 [1080p]`, `Show Episode 2`, and in the
/// folder of a season `02`. Samples, trailers and extras are ignored.
enum NextEpisode {
    /// The maximum number of files of a folder that are examined.
    private static let most = SidecarFinder.mostFiles
    /// The maximum number of folders of later seasons that are read.
    private static let mostSeasons = 4
    /// The maximum number of folders of later releases that are read.
    private static let mostReleases = 4
    private static let extensions = MediaEndings.video.union(MediaEndings.sound)
    private static let excluded = ["sample", "trailer", "extra", "featurette"]

    /// The episode according to a file's name.
    struct Number: Hashable, Comparable {
        var series: String
        var season: Int
        var episode: Int
        /// Whether it is written with its season, as `S01E02` or `1x02`. The files of a series are written alike.
        var isMarked = true

        static func < (left: Number, right: Number) -> Bool {
            (left.season, left.episode) < (right.season, right.episode)
        }
    }

    /// Returns the series in a file's name, in lower case without signs and spaces; nil if the name contains no
    /// episode.
    static func series(of path: [UInt8]) -> String? {
        let (folder, name) = parts(path)
        let series = (number(of: name) ?? unmarkedNumber(of: name, in: folderNames(folder)))?.series
        return series?.isEmpty == true ? nil : series
    }

    /// - Parameter path: absolute; its name need not be UTF-8.
    /// - Returns: a `file:` URI; nil if there is none.
    static func uri(after path: [UInt8]) -> String? {
        let (folder, name) = parts(path)
        guard let current = number(of: name) ?? unmarkedNumber(of: name, in: folderNames(folder)),
            MediaName.extras(inFolder: parts(folder).name) != .certain
        else { return nil }
        if let next = file(after: current, in: folder) { return FileURI.uri(of: next) }
        for season in seasons(after: current.season, beside: folder) {
            if let next = file(after: current, in: season) { return FileURI.uri(of: next) }
        }
        guard let release = release(in: folder, of: current) else { return nil }
        let parent = parts(folder).folder
        for place in [parent] + seasons(after: release.season, beside: parent) {
            if let next = file(afterRelease: release, in: place) { return FileURI.uri(of: next) }
        }
        return nil
    }

    /// Returns the path of the episode of the series with the next number.
    private static func file(after current: Number, in folder: [UInt8]) -> [UInt8]? {
        var best: (number: Number, name: [UInt8])?
        let folders = folderNames(folder)
        for name in names(in: folder) {
            let text = String(decoding: name, as: UTF8.self)
            guard let other = number(of: text, in: folders, like: current), other.series == current.series,
                other > current, !MediaName.isExtra(file: text), isFile(folder + [UInt8(ascii: "/")] + name)
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

    // MARK: - Releases

    /// Returns the number in the name of a folder that has a single episode, as in `Show.S01E02.720p-GRP/`.
    ///
    /// The file in it may be called otherwise (`grp-show.s01e02.mkv`), so that the folders are compared with each other.
    private static func release(in folder: [UInt8], of current: Number) -> Number? {
        guard let release = releaseNumber(of: folder, like: current), release.episode == current.episode,
            !current.isMarked || release.season == current.season
        else { return nil }
        let folders = folderNames(folder)
        let hasOthers = names(in: folder).contains { name in
            let other = number(of: String(decoding: name, as: UTF8.self), in: folders, like: current)
            return other.map { $0.series == current.series && $0 != current } ?? false
        }
        return hasOthers ? nil : release
    }

    private static func releaseNumber(of folder: [UInt8], like other: Number) -> Number? {
        let (parent, name) = parts(folder)
        return other.isMarked
            ? number(ofStem: name[...]) : unmarkedNumber(of: name, in: folderNames(parent), isFolder: true)
    }

    /// Returns the video in the folder of the release with the next number.
    private static func file(afterRelease current: Number, in parent: [UInt8]) -> [UInt8]? {
        let later = names(in: parent).compactMap { name -> (number: Number, path: [UInt8])? in
            let path = parent + [UInt8(ascii: "/")] + name
            guard let other = releaseNumber(of: path, like: current), other.series == current.series, other > current
            else { return nil }
            return (other, path)
        }
        let folders = later.sorted {
            $0.number != $1.number ? $0.number < $1.number : $0.path.lexicographicallyPrecedes($1.path)
        }
        var read = 0
        // Files beside the folders may be called like them.
        for folder in folders where !isFile(folder.path) {
            if let video = largestVideo(in: folder.path) { return video }
            read += 1
            if read == mostReleases { break }
        }
        return nil
    }

    /// Returns the path of the largest video in a folder that is no extra.
    private static func largestVideo(in folder: [UInt8]) -> [UInt8]? {
        var best: (size: Int, path: [UInt8])?
        for name in names(in: folder) {
            let text = String(decoding: name, as: UTF8.self)
            let path = folder + [UInt8(ascii: "/")] + name
            guard let ending = endingLength(text), MediaEndings.video.contains(text.suffix(ending).lowercased()),
                !MediaName.isExtra(file: text), let size = size(of: path)
            else { continue }
            if let best, best.size > size || best.size == size && best.path.lexicographicallyPrecedes(path) { continue }
            best = (size, path)
        }
        return best?.path
    }

    // MARK: - Files

    /// Excludes folders, pipes and devices with such names.
    private static func isFile(_ path: [UInt8]) -> Bool { size(of: path) != nil }

    /// Returns the bytes of a regular file; nil for all else.
    private static func size(of path: [UInt8]) -> Int? {
        var status = stat()
        let answer = (path + [0]).withUnsafeBytes { bytes in
            bytes.baseAddress.map { stat($0.assumingMemoryBound(to: CChar.self), &status) } ?? -1
        }
        return answer == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    }

    /// Returns the folder and the name of a file, without the slash between them.
    private static func parts(_ path: [UInt8]) -> (folder: [UInt8], name: String) {
        guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else {
            return ([], String(decoding: path, as: UTF8.self))
        }
        return (Array(path[..<slash]), String(decoding: path[(slash + 1)...], as: UTF8.self))
    }

    /// Returns the names of a folder and of the one around it, the nearest last.
    private static func folderNames(_ folder: [UInt8]) -> [String] {
        folder.split(separator: UInt8(ascii: "/")).suffix(2).map { String(decoding: $0, as: UTF8.self) }
    }

    // MARK: - Names

    static func number(of name: String) -> Number? {
        endingLength(name).flatMap { number(ofStem: name.dropLast($0 + 1)) }
    }

    /// Returns the number in a file's name if it is written as another one is.
    private static func number(of name: String, in folders: [String], like other: Number) -> Number? {
        other.isMarked ? number(of: name) : unmarkedNumber(of: name, in: folders)
    }

    /// Returns the number in the name of a file, or of a folder, that has no season in it.
    ///
    /// - Parameter folders: the names of those around it, the nearest last.
    private static func unmarkedNumber(of name: String, in folders: [String], isFolder: Bool = false) -> Number? {
        guard name.contains(where: \.isNumber), isFolder || endingLength(name) != nil,
            !hasExcludedWord(name.lowercased()), let read = MediaName(file: name, folders: folders),
            let series = read.series, let episodes = read.episodes
        else { return nil }
        return Number(
            series: MediaName.key(of: series), season: read.season ?? 1, episode: episodes.lowerBound, isMarked: false)
    }

    /// Returns the length of a media file's extension without its dot; nil if it has none.
    private static func endingLength(_ name: String) -> Int? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: true)
        guard parts.count > 1, let suffix = parts.last, extensions.contains(suffix.lowercased()) else { return nil }
        return suffix.count
    }

    private static func hasExcludedWord(_ stem: String) -> Bool {
        stem.split { !$0.isLetter && !$0.isNumber }.contains { word in
            excluded.contains { word == $0 || word == $0 + "s" }
        }
    }

    private static func number(ofStem name: Substring) -> Number? {
        let stem = Array(name.lowercased())
        for start in stem.indices {
            guard start == 0 || !stem[start - 1].isNumber, let found = number(in: stem, at: start) else { continue }
            if hasExcludedWord(String(stem)) { return nil }
            return Number(
                series: MediaName.key(of: String(stem[..<start])), season: found.season,
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
