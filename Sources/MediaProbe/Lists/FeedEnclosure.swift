internal import PlayerCore

/// A file that an episode of a feed refers to.
struct FeedEnclosure: Hashable {
    /// How sure it is that the file is sound or video.
    enum Verdict: Comparable {
        /// It is something else.
        case other
        /// Neither its type nor its name tells.
        case possible
        case media
    }

    let address: String
    let verdict: Verdict

    /// Nil without an address.
    ///
    /// - Parameter written: of `enclosure`, of `media:content` of Media RSS, which may also have a `medium`, of a `link` of
    ///   Atom, or of `enc:enclosure` of RSS 1.0.
    init?(_ written: [String: String]) {
        // Those of RDF have prefixes.
        let attributes = Dictionary(written.map { (XMLTokens.local($0.key), $0.value) }) { first, _ in first }
        guard let address = attributes["url"] ?? attributes["href"] ?? attributes["resource"],
            address.contains(where: { !$0.isWhitespace })
        else { return nil }
        self.address = address
        verdict = Self.verdict(
            type: Self.word(attributes["type"]), medium: Self.word(attributes["medium"]), ending: Self.ending(address))
    }

    /// Types are often empty, wrong or those of any file (`mp3`, `application/octet-stream`): a type that names no
    /// medium decides nothing.
    private static func verdict(type: String, medium: String, ending: String) -> Verdict {
        let kind = String(type.prefix { $0 != "/" && $0 != ";" })
        if sounding.contains(kind) { return .media }
        // A server sends text in place of a file that it does not find.
        if others.contains(kind), kind != "text" { return .other }
        if kind != "text" {
            if sounding.contains(medium) { return .media }
            if others.contains(medium) { return .other }
        }
        if MediaEndings.sound.contains(ending) || MediaEndings.video.contains(ending) { return .media }
        let isOther = kind == "text" || documents.contains { type.hasPrefix($0) } || endings.contains(ending)
        return isOther ? .other : .possible
    }

    private static let sounding: Set = ["audio", "video"]
    /// The other types of RFC 6838 and of its registry, and the media of Media RSS.
    private static let others: Set = [
        "image", "text", "font", "model", "message", "multipart", "haptics", "document", "executable",
    ]
    private static let documents = [
        "application/pdf", "application/epub", "application/x-mobipocket", "application/zip", "application/json",
        "application/xml", "application/xhtml", "application/rss", "application/atom", "application/x-bittorrent",
        "application/msword", "application/vnd.ms-", "application/vnd.openxmlformats", "application/rtf",
        "application/javascript", "application/srt", "application/x-subrip",
    ]
    private static let endings: Set = [
        "jpg", "jpeg", "png", "gif", "webp", "svg", "avif", "bmp", "pdf", "epub", "mobi", "txt", "htm", "html", "json",
        "xml", "srt", "vtt", "zip", "doc", "docx", "rtf", "torrent",
    ]

    private static func word(_ text: String?) -> String {
        (text ?? "").lowercased().filter { !$0.isWhitespace }
    }

    /// Returns the extension of the address's name, in lower case; empty without one.
    private static func ending(_ address: String) -> String {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: ".") else { return "" }
        return name[name.index(after: dot)...].lowercased().filter { !$0.isWhitespace }
    }
}
