extension MediaDetails.Fields {
    /// All fields but the URI.
    public static let table = DescriptionTable<MediaDetails.Fields>([
        DescriptionField("identifier", .text(\.identifier)),
        DescriptionField("title", .text(\.title)),
        DescriptionField("subtitle", .text(\.subtitle)),
        DescriptionField("description", .paragraphs(\.description)),
        DescriptionField("genre", .texts(\.genre)),
        DescriptionField("contentRating", .text(\.contentRating)),
        DescriptionField("language", .text(\.language)),
        DescriptionField("artist", .texts(\.artist)),
        DescriptionField("album", .text(\.album)),
        DescriptionField("track", .number(\.track)),
        DescriptionField("season", .number(\.season)),
        DescriptionField("episode", .number(\.episode)),
        DescriptionField("date", .text(\.date)),
        DescriptionField("artwork", .location(\.artwork)),
        DescriptionField("start", .time(\.start)),
        DescriptionField("in", .time(\.inPoint)),
        DescriptionField("out", .time(\.outPoint)),
        DescriptionField("chapters", .chapters(\.chapters, address: \.chaptersURI)),
        DescriptionField("markers", .markers(\.markers)),
        DescriptionField("segments", .segments(\.segments)),
        DescriptionField("interstitials", .interstitials(\.interstitials)),
        DescriptionField("parts", .parts(\.parts)),
        DescriptionField("timed", .timed(\.timed)),
        DescriptionField("next", .next(\.next)),
        DescriptionField("headers", .headers(\.headers)),
        DescriptionField("custom", .custom(\.custom)),
    ])

    /// Fills the missing fields from another description.
    public mutating func fill(from other: MediaDetails.Fields) {
        for field in Self.table.fields { field.fill(&self, from: other) }
    }
}

extension Chapter {
    /// A chapter or marker in a description.
    public static let table = DescriptionTable<Chapter>([
        DescriptionField("start", .requiredTime(\.start)),
        DescriptionField("end", .time(\.end)),
        DescriptionField("title", .title(\.titles)),
        DescriptionField("titles", .titles(\.titles)),
        DescriptionField("image", .picture(\.image)),
        DescriptionField("url", .link(\.url)),
        DescriptionField("id", .text(\.id)),
        DescriptionField("level", .level(\.level)),
        DescriptionField("hidden", .flag(\.isHidden)),
        DescriptionField("source", .source(\.source)),
    ])
}

extension ChapterTitle {
    /// The content of a description's `titles`: the first title of each known language.
    public static func byLanguage(_ titles: [ChapterTitle]) -> [String: String] {
        Dictionary(
            titles.lazy.filter { $0.language != "und" }.map { ($0.language, $0.text) },
            uniquingKeysWith: { first, _ in first })
    }
}

extension SegmentDescription {
    public static let table = DescriptionTable<SegmentDescription>([
        DescriptionField("start", .requiredTime(\.start)),
        DescriptionField("end", .requiredTime(\.end)),
        DescriptionField("kind", .requiredText(\.kind)),
        DescriptionField("action", .text(\.action)),
        DescriptionField("id", .text(\.id)),
        DescriptionField("title", .text(\.title)),
        DescriptionField("linear", .choice(\.linear)),
        DescriptionField("source", .source(\.source)),
    ])
}

extension InterstitialDescription {
    public static let table = DescriptionTable<InterstitialDescription>([
        DescriptionField("id", .text(\.id)),
        DescriptionField("at", .time(\.at)),
        DescriptionField("cue", .text(\.cue)),
        DescriptionField("uris", .requiredMediaList(\.uris)),
        DescriptionField("resumeOffset", .time(\.resumeOffset)),
        DescriptionField("playoutLimit", .time(\.playoutLimit)),
        DescriptionField("restrict", .texts(\.restrict)),
        DescriptionField("once", .flag(\.once)),
    ])

    /// What is wrong with the interstitial, as a clause; nil if it is valid.
    public var problem: String? {
        if uris.isEmpty { return "it has no media" }
        switch (cue?.lowercased(), at) {
        case ("pre", nil), ("post", nil): return nil
        case (nil, let at?): return at < .zero ? "its time is before the start" : nil
        case (nil, nil): return "it contains neither 'at' nor 'cue'"
        case ("pre", _), ("post", _): return "it contains both 'at' and 'cue'"
        default: return "its cue is neither 'pre' nor 'post'"
        }
    }
}

extension TimedRange {
    /// A range in a description; dates occur only in streams.
    public static let table = DescriptionTable<TimedRange>(
        [
            DescriptionField("start", .requiredTime(\.start)),
            DescriptionField("end", .time(\.end)),
            DescriptionField("class", .name(\.className)),
            DescriptionField("id", .text(\.id)),
            DescriptionField("plannedDuration", .time(\.plannedDuration)),
        ], others: (prefix: "X-", path: \.attributes))
}

extension NextDescription {
    public static let table = DescriptionTable<NextDescription>([
        DescriptionField("uri", .requiredMedia(\.uri)),
        DescriptionField("title", .text(\.title)),
        DescriptionField("subtitle", .text(\.subtitle)),
        DescriptionField("artwork", .location(\.artwork)),
        DescriptionField("description", .paragraphs(\.description)),
        DescriptionField("genre", .texts(\.genre)),
        DescriptionField("contentRating", .text(\.contentRating)),
        DescriptionField("presentAt", .time(\.presentAt)),
        DescriptionField("automaticAcceptanceInterval", .real(\.automaticAcceptanceInterval)),
    ])
}

/// The keys whose values change form between JSON and D-Bus, at any depth of a description.
public enum DescriptionKeys {
    public static let times = all(.time)
    /// Numbers that may be fractional.
    public static let reals = all(.real)
    /// URIs that may be written as file paths.
    public static let locations = all(.location).union(["uri"])
    /// Lists of objects.
    public static let lists = all(.list)

    private static func all(_ form: DescriptionForm) -> Set<String> {
        MediaDetails.Fields.table.keys(form).union(Chapter.table.keys(form))
            .union(SegmentDescription.table.keys(form)).union(TimedRange.table.keys(form))
            .union(InterstitialDescription.table.keys(form)).union(NextDescription.table.keys(form))
            .union(MediaPart.table.keys(form))
    }
}
