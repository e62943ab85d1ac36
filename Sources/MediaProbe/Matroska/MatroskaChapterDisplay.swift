internal import MediaContainers
internal import PlayerCore

/// A chapter's title with its languages (RFC 9559 section 5.1.7.1.4.9).
struct MatroskaChapterDisplay {
    /// A title has one language, rarely two or three; more than this is damage.
    private static let mostLanguages = 64

    private var text: String?
    private var tags: [String] = []
    private var codes: [String] = []
    private var countries: [String] = []

    init(_ element: EBMLElement, _ ebml: EBMLReader) throws(ProbeError) {
        var display = Self()
        try ebml.children(of: element) { child throws(ProbeError) in
            switch child.id {
            case MatroskaID.chapString where display.text == nil: display.text = try ebml.text(child)
            case MatroskaID.chapLanguageBCP47 where display.tags.count < Self.mostLanguages:
                display.tags.append(try ebml.text(child))
            case MatroskaID.chapLanguage where display.codes.count < Self.mostLanguages:
                display.codes.append(try ebml.text(child))
            case MatroskaID.chapCountry where display.countries.count < Self.mostLanguages:
                display.countries.append(try ebml.text(child))
            default: break
            }
        }
        self = display
    }

    private init() {}

    /// One title for each language; empty if there is nothing to show.
    var titles: [ChapterTitle] {
        guard let text, !text.isEmpty else { return [] }
        var titles: [ChapterTitle] = []
        for language in languages {
            let title = ChapterTitle(text, language: language)
            if !titles.contains(title) { titles.append(title) }
        }
        return titles
    }

    /// A BCP 47 tag overrides the older code and country; without either the language is English, the default of the
    /// older code.
    private var languages: [String] {
        let tags = tags.filter { !$0.isEmpty }
        if !tags.isEmpty { return tags.map(LanguageCode.bcp47) }
        let codes = codes.isEmpty ? ["eng"] : codes.map { $0.isEmpty ? "eng" : $0 }
        return codes.enumerated().map { index, code in
            // The n-th country belongs to the n-th language.
            let language = LanguageCode.bcp47(code)
            guard index < countries.count, !language.contains("-"), language != "und" else { return language }
            return LanguageCode.bcp47(language, country: countries[index])
        }
    }
}
