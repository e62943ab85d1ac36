internal import PlayerCore

/// What the name of a subtitle file contains after the item's own: `pt-BR.forced`, `2_English (SDH)`, `fr.Commentary`.
struct SubtitleName: Equatable {
    /// BCP 47, `und` if not given.
    var language = "und"
    var traits: TrackTraits = []
    /// The words that are neither a language nor a trait, and those that are more specific than the trait.
    var title: String?
    /// Whether it contains a language or a trait: without, it may be the name of something else.
    var isRecognised = false
    /// Whether the first word is one.
    var beginsRecognised = false

    /// - Parameter words: the text between the item's name and the extension; may be empty.
    init(_ words: some StringProtocol) {
        let words = Self.words(of: words)
        var unknown: [Substring] = []
        var index = 0
        while index < words.count {
            // After other words a short word is more likely a word than a code: "Show.This.Is.Us.srt".
            let mayBeCode = unknown.isEmpty || index == words.count - 1
            if index > 0, unknown.isEmpty, language != "und" || !traits.isEmpty { beginsRecognised = true }
            if language == "und", let (tag, count) = LanguageNames.match(words[index...], codes: mayBeCode) {
                language = tag
                index += count
                continue
            }
            let word = words[index].text.lowercased()
            if let trait = Self.traits[word] {
                traits.insert(trait)
                if Self.telling.contains(word) { unknown.append(words[index].text) }
            } else if !Self.joining.contains(word) && !(index == 0 && word.allSatisfy(\.isNumber)) {
                unknown.append(words[index].text)
            } else if !unknown.isEmpty, Self.joining.contains(word) {
                unknown.append(words[index].text)
            }
            index += 1
        }
        // The code for an unknown language alone; beside others it is a German word.
        let isUndetermined = words.count == 1 && words[0].text.lowercased() == "und"
        isRecognised = language != "und" || !traits.isEmpty || isUndetermined
        let isNumbered = words.first?.text.allSatisfy(\.isNumber) ?? false
        beginsRecognised = !isNumbered && (beginsRecognised || isRecognised && unknown.isEmpty)
        while let last = unknown.last, Self.joining.contains(last.lowercased()) { unknown.removeLast() }
        if !unknown.isEmpty { title = unknown.joined(separator: " ") }
    }

    /// A word, and whether a hyphen or an underscore joins it to the one before it: `pt-BR`.
    struct Word: Equatable {
        var text: Substring
        var isTied = false
    }

    /// More than any name has: names are at most 255 bytes long.
    private static let mostWords = 32

    static func words(of name: some StringProtocol) -> [Word] {
        var words: [Word] = []
        let name = Substring(name)
        var index = name.startIndex
        while index < name.endIndex, words.count < mostWords {
            var separator: Substring = ""
            if let start = name[index...].firstIndex(where: { !isSeparator($0) }) {
                separator = name[index..<start]
                index = start
            } else {
                break
            }
            let end = name[index...].firstIndex(where: isSeparator) ?? name.endIndex
            words.append(Word(text: name[index..<end], isTied: separator == "-" || separator == "_"))
            index = end
        }
        return words
    }

    private static func isSeparator(_ character: Character) -> Bool { ". _-()[]{},+;".contains(character) }

    /// In English, and as in German, French, Spanish, Italian and Portuguese file names.
    private static let traits: [String: TrackTraits] = [
        "forced": .forced, "force": .forced, "foreign": .forced, "signs": .forced, "songs": .forced,
        "erzwungen": .forced,
        "forciert": .forced, "forcé": .forced, "forcés": .forced, "forzado": .forced,
        "forzados": .forced, "forzata": .forced, "forzati": .forced, "forçada": .forced, "forçadas": .forced,
        "sdh": .hearingImpaired, "hi": .hearingImpaired, "cc": .hearingImpaired, "hoh": .hearingImpaired,
        "hearing": .hearingImpaired, "impaired": .hearingImpaired, "gehörlose": .hearingImpaired,
        "hörgeschädigte": .hearingImpaired, "malentendants": .hearingImpaired, "sme": .hearingImpaired,
        "sordos": .hearingImpaired, "nonudenti": .hearingImpaired, "surdos": .hearingImpaired,
        "default": .isDefault, "commentary": .commentary, "comments": .commentary, "kommentar": .commentary,
        "audiokommentar": .commentary, "commentaire": .commentary, "comentario": .commentary, "commento": .commentary,
    ]
    /// Returns the traits in the title of a container's track, for containers without flags: `English (SDH)`,
    /// `Director's commentary`.
    ///
    /// - Parameter title: free text, in which only unambiguous words match.
    static func traits(ofTitle title: String) -> TrackTraits {
        words(of: title).reduce(into: []) { found, word in
            let word = word.text.lowercased()
            guard !["hi", "cc", "default", "force", "foreign", "hearing", "impaired", "comments", "sme"].contains(word)
            else { return }
            found.formUnion(traits[word] ?? titles[word] ?? [])
        }
    }

    private static let titles: [String: TrackTraits] = [
        "descriptive": .descriptive, "described": .descriptive, "audiodescription": .descriptive,
        "hörfilmfassung": .descriptive, "audiodeskription": .descriptive, "audiodescripción": .descriptive,
    ]
    /// Words that are more specific than their trait.
    private static let telling: Set<String> = ["signs", "songs"]
    /// Words that join others, or precede traits.
    private static let joining: Set<String> = [
        "&", "and", "und", "et", "y", "e", "for", "the", "für", "pour", "para", "per", "non", "sub", "subs", "subtitle",
        "subtitles", "untertitel",
    ]
}
