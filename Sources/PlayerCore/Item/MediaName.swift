/// What the name of a media file says about an episode or a film, for files without tags.
///
/// The rules follow the names that Kodi (kodi.wiki, "Naming video files") and Jellyfin (jellyfin.org/docs, "Shows",
/// "Movies") recommend, and those of releases. A name that follows none of them has no value: doubt means nil.
public struct MediaName: Hashable, Sendable {
    /// The name of an episode's series, in the case of the file.
    public var series: String?
    /// The season: 0 contains the specials, as in Kodi and Jellyfin. Nil if the series is numbered without seasons.
    public var season: Int?
    /// The episodes in the file: usually one.
    public var episodes: ClosedRange<Int>?
    /// The date of the broadcast, `yyyy-mm-dd`.
    public var date: String?
    /// The title of a film.
    public var film: String?
    /// The year of the film, or the one in brackets behind a series: `Show (2005)`.
    public var year: Int?
    /// The title of the episode.
    public var title: String?

    /// Returns the season that a folder is for, by its name: `Season 1`, `Show S01 1080p`; 0 for specials.
    public static func season(ofFolder name: String) -> Int? {
        name.utf8.count <= longest ? NameWords(name).seasonFolder()?.number : nil
    }

    /// Reads a name.
    ///
    /// - Parameters:
    ///   - file: the file's name with or without its extension.
    ///   - folders: the names of the folders that enclose it, the nearest last; the nearest two are read. They count if
    ///     the file's name lacks the series or the season.
    public init?(file: String, folders: [String] = []) {
        guard ([file] + folders).allSatisfy({ $0.utf8.count <= Self.longest }) else { return nil }
        let (stem, isSound) = Self.stem(of: file)
        let words = NameWords(stem)
        if words.isExtra { return nil }
        let folders = folders.suffix(2).map(NameWords.init)
        let seasonFolder = folders.last?.seasonFolder()
        var marker = words.seasonAndEpisode()
        // A number alone is more likely a track of an album in a sound file, and a year the album's.
        if marker == nil, !isSound {
            marker = words.date() ?? words.numberedEpisode(inSeason: seasonFolder != nil)
            // "The Saga Episode 4 (1977)" is a film.
            if let film = words.filmYear(), marker.map({ film.index > $0.range.lowerBound }) ?? true {
                guard let title = words.text(0..<film.index) else { return nil }
                self.film = title
                year = film.year
                return
            }
        }
        guard let marker else { return nil }
        season = marker.season
        episodes = marker.episodes
        date = marker.date
        if !readSeries(words, until: marker.range.lowerBound) {
            guard let nearest = folders.last, marker.season != nil || seasonFolder != nil else { return nil }
            let found =
                if let seasonFolder {
                    readSeries(nearest, until: seasonFolder.start, isFolder: true)
                        || folders.count > 1 && readSeries(folders[0], until: folders[0].endOfSeries(), isFolder: true)
                } else {
                    readSeries(nearest, until: nearest.endOfSeries(), isFolder: true)
                }
            guard found else { return nil }
        }
        season = season ?? seasonFolder?.number
        var start = marker.range.upperBound
        if let date = words.date(at: start) {
            self.date = date
            start += 3
        }
        title = words.text(start..<max(start, words.endOfTitle(from: start)))
    }

    /// Reads the name of a local file and of the folders around it; nil for all other URIs.
    public init?(uri: String) {
        guard let path = FileURI.path(of: uri) else { return nil }
        let names = path.split(separator: UInt8(ascii: "/")).suffix(3).map { bytes in
            var name = String(decoding: bytes, as: UTF8.self)
            name.unicodeScalars.removeAll { $0.properties.generalCategory == .control }
            return name
        }
        // Every pattern has a number, and most songs have none.
        guard let file = names.last, file.contains(where: \.isNumber) else { return nil }
        self.init(file: file, folders: names.dropLast())
    }

    /// The name for people: "Plain Show · S1 E2 · The Long Night", "Show · E5", "Show · 2026-11-27", "The Film (2019)".
    public var text: String {
        if let film { return year.map { "\(film) (\($0))" } ?? film }
        let number = episodes.map { episodes in
            let last = episodes.count > 1 ? "–\(episodes.upperBound)" : ""
            return (season.map { "S\($0) " } ?? "") + "E\(episodes.lowerBound)\(last)"
        }
        return [series, number ?? date, title].compactMap(\.self).joined(separator: " · ")
    }

    /// The maximum length of a name in bytes; Linux allows 255.
    static let longest = 4096

    /// Reads the series, and the season or the year behind it: `Show S2`, `Show (2005)`.
    ///
    /// - Returns: whether there is a series in the words before an index.
    private mutating func readSeries(_ words: NameWords, until end: Int, isFolder: Bool = false) -> Bool {
        var end = end
        while end > 0, words.words[end - 1].bracket == "[" { end -= 1 }
        if let start = (0..<end).suffix(2).first(where: { words.season(at: $0)?.end == end }),
            let number = words.season(at: start)?.number, season == nil || season == number
        {
            season = number
            end = start
        }
        if end > 1, let year = words.bracketedYear(at: end - 1) {
            self.year = year
            end -= 1
        }
        guard let text = words.text(0..<end), !isFolder || !Self.commonFolders.contains(text.lowercased()) else {
            return false
        }
        series = text
        return true
    }

    /// Removes the extension of a media file's name.
    static func stem(of file: String) -> (stem: Substring, isSound: Bool) {
        guard let dot = file.lastIndex(of: ".") else { return (file[...], false) }
        let ending = file[file.index(after: dot)...].lowercased()
        let isSound = MediaEndings.sound.contains(ending)
        guard isSound || MediaEndings.video.contains(ending) || otherEndings.contains(ending) else {
            return (file[...], false)
        }
        return (file[..<dot], isSound)
    }

    private static let otherEndings: Set<String> = ["rmvb", "divx", "vob", "3gp", "asf", "mts", "mka", "mk3d", "iso"]
    /// Folders that are not named after a series.
    private static let commonFolders: Set<String> = [
        "anime", "desktop", "documentaries", "downloads", "episodes", "films", "filme", "home", "media", "movies",
        "new folder", "serien", "series", "shows", "temp", "tmp", "tv", "tv series", "tv shows", "tv-shows", "video",
        "videos", "сериалы", "アニメ",
    ]
}

extension NameWords {
    /// Returns the season that a folder is for (`Season 1`, `Show S01 1080p`, `Specials`), and where it is in the name.
    fileprivate func seasonFolder() -> (number: Int, start: Int)? {
        if words.count == 1, words[0].lower == "specials" { return (0, 0) }
        for start in words.indices {
            guard let season = season(at: start) else { continue }
            let isLast = isEnd(season.end) || words[season.end].bracket != nil || words[season.end].noise != .none
            return isLast ? (season.number, start) : nil
        }
        return nil
    }

    /// Returns where the name of a series ends that is a folder's.
    fileprivate func endOfSeries() -> Int {
        let start = words.firstIndex { $0.bracket != "[" } ?? 0
        let end = words.indices.first {
            $0 > start && (isEnd($0) || words[$0].bracket != nil && bracketedYear(at: $0) != nil)
        }
        let marker = seasonAndEpisode()?.range.lowerBound ?? seasonFolder()?.start
        // The year in brackets is read with the series.
        return min(marker ?? words.count, end.map { bracketedYear(at: $0) != nil ? $0 + 1 : $0 } ?? words.count)
    }
}
