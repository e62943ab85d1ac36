internal import MediaContainers
internal import PlayerCore

/// Reads podcast feeds: RSS 2.0 with enclosures (rssboard.org/rss-specification), iTunes' elements
/// (podcasters.apple.com, "A podcaster's guide to RSS"), `podcast:chapters` (podcastindex.org/namespace/1.0) and Podlove
/// Simple Chapters (podlove.org/simple-chapters); and Atom with links to enclosures (RFC 4287 section 4.2.7) and RSS 1.0
/// (purl.org/rss/1.0). The newest episode comes first.
struct FeedReader {
    private var list = MediaList()
    private let base: ListBase
    private var channel = Channel()
    private var episodes: [Episode] = []
    private var episode: Episode?
    /// The open elements: local names with the usual prefix, such as `itunes:title`.
    private var path: [String] = []
    private var names = FeedNames()
    private var text = ""
    /// Whether the text of the open element is HTML, whose references are resolved a second time.
    private var isHTML = false

    /// The maximum nesting depth of elements.
    private static let deepest = 32

    private struct Channel {
        var title: String?
        var author: String?
        var language: String?
        var image: String?
        var pictureOfRSS: String?
    }

    private struct Episode {
        var fields = MediaDetails.Fields()
        /// The first enclosure that is sound or video, or else the first that may be.
        var enclosure: FeedEnclosure?
        var summary: String?
        var image: String?
        var chapters: String?
        var duration: MediaTime?
        /// The publication date, in seconds since 1970.
        var published: Int64?
    }

    static func read(_ bytes: [UInt8], _ base: ListBase) -> MediaList {
        var reader = FeedReader(base: base)
        var tokens = XMLTokens(Array(SidecarText(bytes).text.utf8))
        while let token = tokens.next(), reader.episodes.count <= MediaList.mostEntries { reader.take(token) }
        return reader.finished()
    }

    private init(base: ListBase) { self.base = base }

    private mutating func take(_ token: XMLTokens.Token) {
        switch token {
        case .start(let written, let attributes):
            let name = plain(names.starting(written, attributes, deepest: Self.deepest))
            text = ""
            isHTML = attributes["type"] == "html"
            guard path.count < Self.deepest else { return }
            path.append(name)
            if isItem {
                episode = Episode()
            } else if episode == nil {
                beginInChannel(attributes)
            } else if isInItem || name == "media:content" && isInGroup {
                begin(name, attributes)
            } else if name == "psc:chapter", path.suffix(3).first.map(Self.items.contains) ?? false,
                path.suffix(2).first == "psc:chapters"
            {
                addChapter(attributes)
            }
        case .text(let piece): if text.utf8.count <= MediaList.longestText { text += piece }
        case .end(let written):
            let name = plain(names.ending(written))
            end()
            text = ""
            if path.last == name { path.removeLast() }
        }
    }

    /// Items of RSS, and those of Atom.
    private static let items: Set = ["item", "entry"]

    /// Whether the open element is an item. Those of RSS 1.0 are beside their channel.
    private var isItem: Bool {
        switch path.last {
        case "item": path.dropLast().last == "channel" || path.count == 2 && path[0] == "rdf:RDF"
        case "entry": path.count == 2 && path[0] == "feed"
        default: false
        }
    }

    /// Whether the open element is directly in an item.
    private var isInItem: Bool { path.dropLast().last.map(Self.items.contains) ?? false }

    /// Whether the open element is in a group of an item: the same media in several forms (rssboard.org/media-rss).
    private var isInGroup: Bool {
        let outer = path.dropLast()
        return outer.last == "media:group" && outer.dropLast().last.map(Self.items.contains) ?? false
    }

    /// The names of Atom in an Atom feed have no prefix here, whether they are written with one or not.
    private func plain(_ name: String) -> String {
        let root = path.first ?? name
        return ["feed", "atom:feed"].contains(root) && name.hasPrefix("atom:") ? String(name.dropFirst(5)) : name
    }

    private mutating func beginInChannel(_ attributes: [String: String]) {
        if path == ["rss", "channel", "itunes:image"] || path == ["feed", "itunes:image"] {
            channel.image = attributes["href"]
        } else if path == ["feed"] {
            channel.language = attributes["xml:lang"].flatMap(Self.language)
        }
    }

    private static func language(_ text: String) -> String? {
        text.utf8.count <= LanguageMatching.longest ? text : nil
    }

    private mutating func begin(_ name: String, _ attributes: [String: String]) {
        switch name {
        case "enclosure", "enc:enclosure", "media:content", "link", "atom:link":
            // Atom has links to other things, too.
            guard !name.hasSuffix("link") || attributes["rel"] == "enclosure", let enclosure = FeedEnclosure(attributes)
            else { return }
            // RSS's own elements take precedence over those of Media RSS.
            guard let earlier = episode?.enclosure, earlier.verdict >= enclosure.verdict else {
                episode?.enclosure = enclosure
                return
            }
        case "itunes:image": episode?.image = attributes["href"]
        case "podcast:chapters": episode?.chapters = attributes["url"]
        default: break
        }
    }

    /// Adds a chapter of Podlove Simple Chapters: `start` (a normal play time), `title`, `href`, `image`.
    private mutating func addChapter(_ attributes: [String: String]) {
        let limits = ProbeLimits()
        guard var chapters = episode.map({ $0.fields.chapters ?? [] }), chapters.count < limits.chapters,
            let start = SidecarText.clean(attributes["start"] ?? "", limit: 80).flatMap({ MediaTime(clock: $0) })
        else { return }
        let title = SidecarText.clean(attributes["title"] ?? "", limit: limits.text)
        var chapter = Chapter(start: start, titles: title.map { [ChapterTitle($0)] } ?? [], source: "psc")
        chapter.image = attributes["image"].flatMap { base.companion($0) }.map { .uri($0) }
        chapter.url = attributes["href"].flatMap { base.companion($0) }
        chapters.append(chapter)
        episode?.fields.chapters = chapters
    }

    private mutating func end() {
        guard !isItem else {
            if let ended = episode { episodes.append(ended) }
            episode = nil
            return
        }
        if episode == nil {
            endInChannel()
        } else if isInItem {
            endInItem()
        } else if path.suffix(3) == ["entry", "author", "name"] {
            let clean = clean
            episode?.fields.artist = clean.map { [$0] }
        }
    }

    private mutating func endInChannel() {
        let place: [String]
        switch path.first {
        case "feed": place = Array(path.dropFirst())
        case "rdf:RDF": place = Array(path.dropFirst(path.dropFirst().first == "channel" ? 2 : 1))
        default: place = path.starts(with: ["rss", "channel"]) ? Array(path.dropFirst(2)) : []
        }
        switch place {
        case ["title"]: channel.title = clean
        case ["itunes:author"], ["author", "name"]: channel.author = clean
        case ["dc:creator"]: channel.author = channel.author ?? clean
        case ["language"], ["dc:language"]: channel.language = clean.flatMap(Self.language)
        case ["image", "url"], ["logo"]: channel.pictureOfRSS = clean
        case ["icon"]: channel.pictureOfRSS = channel.pictureOfRSS ?? clean
        default: break
        }
    }

    private mutating func endInItem() {
        let clean = clean
        switch path.last {
        case "title": episode?.fields.title = clean
        case "itunes:title" where episode?.fields.title == nil: episode?.fields.title = clean
        case "itunes:subtitle": episode?.fields.subtitle = clean
        case "guid", "id": episode?.fields.identifier = clean
        case "itunes:author": episode?.fields.artist = clean.map { [$0] }
        case "dc:creator" where episode?.fields.artist == nil: episode?.fields.artist = clean.map { [$0] }
        case "itunes:season", "podcast:season": number { $0.season = $0.season ?? $1 }
        case "itunes:episode", "podcast:episode": number { $0.episode = $0.episode ?? $1 }
        case "itunes:duration": episode?.duration = Self.duration(clean ?? "")
        // Atom: that of the last change is the next best.
        case "updated" where episode?.published != nil: break
        case "pubDate", "dc:date", "published", "updated":
            guard let date = clean.flatMap({ FeedDate($0) }) else { return }
            episode?.published = date.seconds
            episode?.fields.date = date.day
        case "itunes:summary": episode?.summary = clean
        case "content" where episode?.summary == nil: episode?.summary = clean.flatMap { Self.plain($0) }
        case "description", "summary": episode?.fields.description = clean.flatMap { Self.plain($0) }
        default: break
        }
    }

    private func finished() -> MediaList {
        var list = list
        list.title = channel.title
        let order = Self.newestFirst(episodes)
        for episode in order {
            guard let enclosure = episode.enclosure, enclosure.verdict > .other else {
                list.leaveOut(
                    episode.enclosure == nil ? "it has no enclosure" : "its enclosure is neither sound nor video")
                continue
            }
            switch base.target(ofReference: enclosure.address) {
            case .none(let reason): list.leaveOut(reason)
            case .uri(let uri):
                list.add(ListEntry(fields(of: episode).described(uri), duration: episode.duration), isEpisode: true)
            }
        }
        return list
    }

    private func fields(of episode: Episode) -> MediaDetails.Fields {
        var fields = episode.fields
        fields.description = fields.description ?? episode.summary
        fields.album = channel.title
        fields.artist = fields.artist ?? channel.author.map { [$0] }
        fields.language = channel.language
        fields.genre = ["Podcast"]
        let image = episode.image ?? channel.image ?? channel.pictureOfRSS
        fields.artwork = image.flatMap { base.companion($0) }
        // Chapters in the feed need no request that may fail.
        if let chapters = fields.chapters {
            fields.chapters = chapters.sortedByStart()
        } else {
            fields.chaptersURI = episode.chapters.flatMap { base.companion($0) }
        }
        return fields
    }

    /// Sorts by date. An episode without a date stays after the one before it; equal dates keep their order.
    private static func newestFirst(_ episodes: [Episode]) -> [Episode] {
        var last = Int64.max
        let dated = episodes.enumerated().map { index, episode in
            last = episode.published ?? last
            return (date: last, index: index, episode: episode)
        }
        return dated.sorted { ($1.date, $0.index) < ($0.date, $1.index) }.map(\.episode)
    }

    private mutating func number(_ set: (inout MediaDetails.Fields, Int32) -> Void) {
        guard let number = clean.flatMap({ Int32($0) }), number >= 0, var fields = episode?.fields else { return }
        set(&fields, number)
        episode?.fields = fields
    }

    /// Parses seconds, `MM:SS` or `H:MM:SS`.
    private static func duration(_ text: String) -> MediaTime? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
        guard (1...3).contains(parts.count), parts.allSatisfy({ $0.map { $0 >= 0 && $0 < 1e7 } ?? false }) else {
            return nil
        }
        let seconds = parts.reduce(0) { $0 * 60 + ($1 ?? 0) }
        return seconds > 0 ? MediaTime(seconds: seconds) : nil
    }

    /// Removes HTML tags from a description.
    private static func plain(_ text: String) -> String? {
        guard text.contains("<") else { return text }
        var tokens = XMLTokens(Array(text.utf8))
        var result = ""
        while let token = tokens.next() {
            switch token {
            case .text(let piece): result += piece
            case .end("p"), .start("br", _), .end("li"), .end("div"): result += " "
            case .start, .end: break
            }
        }
        return SidecarText.clean(
            result.split(whereSeparator: \.isWhitespace).joined(separator: " "), limit: MediaList.longestText)
    }

    private var clean: String? {
        SidecarText.clean(
            isHTML && !text.contains("<") ? XMLReferences.resolved(Array(text.utf8)[...]) : text,
            limit: MediaList.longestText)
    }
}
