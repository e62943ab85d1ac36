extension NameWords {
    /// The words that number an episode, and their values.
    struct Marker {
        var range: Range<Int>
        var season: Int?
        var episodes: ClosedRange<Int>?
        /// `yyyy-mm-dd`.
        var date: String?
    }

    // MARK: - Seasons and episodes

    /// Finds a season with an episode: `S01E02`, `S01E02-E03`, `S01 E02`, `Season 1 Episode 2`, `1x02`.
    func seasonAndEpisode() -> Marker? {
        for isClear in [true, false] {
            for index in words.indices {
                if let found = Self.marked(words[index].lower), found.isClear == isClear {
                    let (episodes, end) = extended(found.episodes, at: index + 1, season: found.season)
                    return Marker(range: index..<end, season: found.season, episodes: episodes)
                }
                if isClear, let season = season(at: index), let episode = episode(at: season.end) {
                    let (episodes, end) = extended(episode.number...episode.number, at: episode.end, season: nil)
                    return Marker(range: index..<end, season: season.number, episodes: episodes)
                }
            }
        }
        return nil
    }

    /// Finds a season without an episode: `S01`, `Season 1`, `2nd Season`, `Staffel 1`, `第2期`.
    func season(at index: Int) -> (number: Int, end: Int)? {
        guard index < words.count else { return nil }
        let word = words[index].lower
        let next = index + 1 < words.count ? words[index + 1].lower : ""
        if word.first == "s", let number = Self.number(word.dropFirst()) { return (number, index + 1) }
        if word.first == "第", let last = word.last, "期季".contains(last),
            let number = Self.number(word.dropFirst().dropLast())
        {
            return (number, index + 1)
        }
        if Self.seasonWords.contains(word), let number = Self.number(next) { return (number, index + 2) }
        let suffix = word.drop { $0.isASCII && $0.isNumber }
        if Self.seasonWords.contains(next), let number = Self.number(word[..<suffix.startIndex], digits: 1...2),
            Self.ordinals.contains(suffix) || suffix.isEmpty && (index == 0 || next == "сезон")
        {
            return (number, index + 2)
        }
        return nil
    }

    /// Finds an episode without a season: `E02`, `Ep.02`, `Episode 2`, `Folge 2`, `第2話`.
    private func episode(at index: Int) -> (number: Int, end: Int)? {
        guard index < words.count else { return nil }
        let word = words[index].lower
        let next = index + 1 < words.count ? words[index + 1].lower : ""
        if let number = Self.shortEpisode(word) { return (number, index + 1) }
        if Self.episodeWords.contains(word), let number = Self.number(next) { return (number, index + 2) }
        if next == "серия", let number = Self.number(word) { return (number, index + 2) }
        if word.first == "第", let last = word.last, "話话回集".contains(last),
            let number = Self.number(word.dropFirst().dropLast())
        {
            return (number, index + 1)
        }
        return nil
    }

    /// `e02`, `ep02`.
    private static func shortEpisode(_ word: String) -> Int? {
        guard word.first == "e" else { return nil }
        return number(unversioned(word.dropFirst(word.hasPrefix("ep") ? 2 : 1)))
    }

    /// Parses `s01e02`, `s01e02e03`, `s01xe02` and, less clear, `1x02`. `4x4` and `1920x1080` are something else.
    private static func marked(_ word: String) -> (season: Int, episodes: ClosedRange<Int>, isClear: Bool)? {
        let isClear = word.first == "s"
        var rest = word.dropFirst(isClear ? 1 : 0)
        guard let season = takeNumber(&rest, digits: isClear ? 1...4 : 1...2) else { return nil }
        var episodes: ClosedRange<Int>?
        while let first = rest.first, first == "x" || isClear && first == "e" {
            rest = rest.dropFirst()
            if isClear, let second = rest.first, first == "e" && second == "p" || first == "x" && second == "e" {
                rest = rest.dropFirst()
            }
            guard let number = takeNumber(&rest, digits: isClear ? 1...4 : 2...3) else { return nil }
            let lower = episodes?.lowerBound ?? number
            episodes = lower...max(number, episodes?.upperBound ?? lower)
        }
        guard let episodes, rest.isEmpty || isClear && unversioned("0" + rest) == "0" else { return nil }
        return (season, episodes, isClear)
    }

    private static func takeNumber(_ text: inout Substring, digits: ClosedRange<Int>) -> Int? {
        let taken = text.prefix { $0.isASCII && $0.isNumber }
        text = text[taken.endIndex...]
        return number(taken, digits: digits)
    }

    /// Removes the version of a release behind a number (`05v2`), or the letter of a part (`05a`).
    private static func unversioned(_ text: some StringProtocol) -> String {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let rest = text[digits.endIndex...]
        let isVersion = rest.first == "v" && number(rest.dropFirst(), digits: 1...1) != nil
        return isVersion || !digits.isEmpty && ["a", "b", "c"].contains(rest) ? String(digits) : String(text)
    }

    /// Adds the episodes that follow: `E02-E03`, `E02 E03`, `02-03`, `1x02-1x03`.
    private func extended(
        _ episodes: ClosedRange<Int>, at index: Int, season: Int?
    ) -> (episodes: ClosedRange<Int>, end: Int) {
        var last = episodes.upperBound
        var index = index
        while index < words.count, words[index].bracket == words[index - 1].bracket {
            let word = words[index]
            let isTied = ["-", "~", "+", "&"].contains(word.gap)
            let same = Self.marked(word.lower).flatMap { $0.season == season ? $0.episodes.upperBound : nil }
            // "S01E02-24.Hours" begins a title.
            let isNext = isEnd(index + 1) || words[index + 1].isAfterDash || words[index + 1].bracket != word.bracket
            let plain = isTied ? Self.number(word.lower, digits: 2...3) : nil
            let following = plain.flatMap { $0 == last + 1 || isNext ? $0 : nil }
            guard let number = same ?? Self.shortEpisode(word.lower) ?? following, number > last else { break }
            last = number
            index += 1
        }
        return (episodes.lowerBound...last, index)
    }

    // MARK: - Episodes without a season

    /// Finds an episode without a season: `Episode 2` behind a series, and the forms of anime releases.
    ///
    /// - Parameter inSeason: whether the folder is a season's, so that a number is likely to be an episode.
    func numberedEpisode(inSeason: Bool) -> Marker? {
        let isRelease = words.count { $0.noise == .certain } > 1
        for index in words.indices where index > 0 || inSeason {
            guard let episode = episode(at: index) else { continue }
            // "BMW E46": a letter and two digits mean something else without a zero.
            if words[index].lower == "e\(episode.number)", !isRelease, !inSeason { continue }
            var (episodes, end) = extended(episode.number...episode.number, at: episode.end, season: nil)
            if end + 1 < words.count, ["of", "von", "из"].contains(words[end].lower),
                Self.number(words[end + 1].lower) != nil
            {
                end += 2
            }
            return Marker(range: index..<end, episodes: episodes)
        }
        return inSeason ? leadingEpisode() ?? animeEpisode(inSeason: true) : animeEpisode(inSeason: false)
    }

    /// `02 - Title`, `02. Title`, `02`: in the folder of a season only.
    private func leadingEpisode() -> Marker? {
        guard let word = words.first, word.bracket == nil,
            let number = Self.number(Self.unversioned(word.lower), digits: 1...3)
        else { return nil }
        let (episodes, end) = extended(number...number, at: 1, season: nil)
        // "12 Angry Men" is a title.
        let isSeparate = isEnd(end) || words[end].isAfterDash || words[end].gap.first == "." || word.text.first == "0"
        return isSeparate ? Marker(range: 0..<end, episodes: episodes) : nil
    }

    /// `[Group] Show - 05 [1080p]`. A number alone proves nothing: a zero before it, the group, the release or its hash
    /// must support it.
    private func animeEpisode(inSeason: Bool) -> Marker? {
        guard let start = words.firstIndex(where: { $0.bracket != "[" }) else { return nil }
        let hasGroup = start > 0 && !Self.labels.contains(words[0].lower)
        let lastHash = words.lastIndex { $0.bracket != nil && Self.isHash($0.lower) } ?? -1
        let lastOfRelease = words.lastIndex { $0.noise == .certain } ?? -1
        var best: Marker?
        for index in words.indices where index > start && words[index].bracket == nil {
            let word = words[index]
            let isNumbered = word.lower.first == "#"
            let digits = Self.unversioned(word.lower.dropFirst(isNumbered ? 1 : 0))
            guard let number = Self.number(digits, digits: 2...4), !Self.years.contains(number) else { continue }
            // A half episode: "05.5".
            if index + 1 < words.count, words[index + 1].gap == ".", Self.number(words[index + 1].lower) != nil {
                continue
            }
            var (episodes, end) = extended(number...number, at: index + 1, season: nil)
            if end < words.count, Self.finals.contains(words[end].lower), isEnd(end + 1) { end += 1 }

            let isDashed = word.isAfterDash || isNumbered
            let hasZero = digits.first == "0"
            let isLast = isEnd(end) || words[end].bracket != nil
            guard isLast || isDashed && (words[end].isAfterDash || hasZero) else { continue }
            let isProven =
                if isDashed {
                    inSeason || lastHash >= end || hasGroup && (hasZero || lastOfRelease >= end)
                        || hasZero && lastOfRelease >= end
                } else {
                    hasGroup && (hasZero || lastHash >= end) || inSeason && hasZero
                }
            guard isProven else { continue }
            best = Marker(range: index..<end, episodes: episodes)
            if isDashed { break }
        }
        return best
    }

    /// A CRC-32.
    private static func isHash(_ word: String) -> Bool {
        word.utf8.count == 8 && word.allSatisfy { $0.isASCII && $0.isHexDigit } && word.contains(where: \.isNumber)
            && word.contains(where: \.isLetter)
    }

    // MARK: - Dates and years

    /// Finds a date with the same sign between its parts: `2026-11-27`, `2026.11.27`, `27.11.2026`.
    ///
    /// A time behind it means a recording of a camera or a screen. `05.06.2026` may be in May or in June.
    func date() -> Marker? {
        for index in words.indices where index > 0 {
            guard let date = date(at: index) else { continue }
            if Self.recorders.contains(words[0].lower) { return nil }
            let hasTime =
                !isEnd(index + 3)
                && (words[index + 3].lower == "at" || words[index + 3].lower.first?.isNumber == true)
            return hasTime ? nil : Marker(range: index..<index + 3, date: date)
        }
        return nil
    }

    /// Returns the date in three words as `yyyy-mm-dd`.
    func date(at index: Int) -> String? {
        guard index + 2 < words.count, words[index + 1].gap.count == 1, words[index + 1].gap == words[index + 2].gap
        else { return nil }
        let texts = words[index...index + 2].map(\.lower)
        if let year = Self.number(texts[0], digits: 4...4), let month = Self.number(texts[1], digits: 2...2),
            let day = Self.number(texts[2], digits: 2...2)
        {
            return Self.date(year, month, day)
        }
        guard let day = Self.number(texts[0], digits: 2...2), let month = Self.number(texts[1], digits: 2...2),
            let year = Self.number(texts[2], digits: 4...4), day > 12
        else { return nil }
        return Self.date(year, month, day)
    }

    private static func date(_ year: Int, _ month: Int, _ day: Int) -> String? {
        let days = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard years.contains(year), (1...12).contains(month), (1...days[month - 1]).contains(day) else { return nil }
        return "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
    }

    /// Returns the value of a word that is a year alone in round brackets: `(2019)`.
    func bracketedYear(at index: Int) -> Int? {
        guard words[index].bracket == "(", words[index].gap.last.map({ "(（".contains($0) }) == true,
            index + 1 == words.count || words[index + 1].gap.contains(where: { ")）".contains($0) }),
            let year = Self.number(words[index].lower, digits: 4...4), Self.years.contains(year)
        else { return nil }
        return year
    }

    /// Finds the year of a film: in round brackets at the end of the title, or the last one directly before the release.
    /// Other numbers like years are part of the title: `Blade Runner 2049 (2017)`.
    func filmYear() -> (index: Int, year: Int)? {
        let candidates = words.indices.reversed().filter { $0 > 0 && !endsSeason($0) }
        for index in candidates {
            guard let year = bracketedYear(at: index) else { continue }
            let isAlone = words[(index + 1)...].allSatisfy { $0.bracket == "[" || $0.noise != .none }
            let isTitle = words[..<index].allSatisfy { $0.bracket == "[" || $0.noise != .certain }
            return isTitle && (isAlone || isEnd(index + 1)) ? (index, year) : nil
        }
        // "Singer - 1999 [1080p]" is a song.
        for index in candidates where words[index].bracket == nil && !words[index].isAfterDash {
            guard let year = Self.number(words[index].lower, digits: 4...4), Self.likelyYears.contains(year),
                index + 1 < words.count, beginsNoise[index + 1]
            else { continue }
            // "05.06.2026" is an ambiguous date.
            let isDate =
                index > 1 && words[index].gap == words[index - 1].gap
                && words[(index - 2)..<index].allSatisfy { Self.number($0.lower, digits: 1...2) != nil }
            return isDate ? nil : (index, year)
        }
        return nil
    }

    /// Whether a season ends before a word: `Show.S01.2019.1080p` is a whole season.
    private func endsSeason(_ index: Int) -> Bool {
        (0..<index).suffix(2).contains { season(at: $0)?.end == index }
    }

    /// The first films are from 1888.
    private static let years = 1888...2099
    /// Later numbers without brackets are rather part of a title: `Runner.2049.1080p`.
    private static let likelyYears = 1888...2039

    // MARK: - Words

    /// In English, German, French, Spanish, Portuguese, Italian, Dutch and Russian.
    private static let seasonWords: Set<String> = [
        "season", "series", "staffel", "saison", "temporada", "stagione", "seizoen", "сезон",
    ]
    private static let episodeWords: Set<String> = [
        "episode", "ep", "folge", "épisode", "episodio", "episódio", "capitulo", "capítulo", "aflevering", "серия",
    ]
    private static let ordinals: Set<Substring> = ["st", "nd", "rd", "th", "ª", "e", "ère", "ème"]
    private static let finals: Set<String> = ["end", "fin", "final"]
    /// What precedes the title of a music video, in brackets like the group's of an anime release.
    private static let labels: Set<String> = ["mv", "m", "4k", "hd", "hq", "live", "official", "teaser", "audio"]
    /// The first words of names that cameras, telephones and recorders give.
    private static let recorders: Set<String> = [
        "img", "vid", "dsc", "mvi", "pxl", "gopr", "dji", "video", "videos", "movie", "clip", "screenshot",
        "screencast", "screen", "recording", "record", "capture", "aufnahme", "bildschirmaufnahme", "signal",
        "whatsapp", "zoom", "obs", "dashcam", "cam", "camera", "webcam", "meeting",
    ]
}
