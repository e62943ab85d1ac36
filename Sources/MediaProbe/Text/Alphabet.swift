/// The alphabets that have encodings of one byte a letter.
enum Alphabet {
    case cyrillic, greek, hebrew, arabic, thai

    /// Nil for encodings of Latin letters, and of characters of two bytes.
    ///
    /// - Parameter name: for iconv.
    init?(_ name: String) {
        switch name {
        case "WINDOWS-1251", "KOI8-U", "IBM866": self = .cyrillic
        case "WINDOWS-1253": self = .greek
        case "WINDOWS-1255": self = .hebrew
        case "WINDOWS-1256": self = .arabic
        case "WINDOWS-874", "TIS-620": self = .thai
        default: return nil
        }
    }

    /// How plausible text is: 1 for words of common letters only, below 0 for nonsense; nil for ASCII alone.
    func plausibility(of text: String) -> Double? {
        var sum = 0.0
        var count = 0
        for (word, isWord) in TextWords(text) {
            let foreign = word.count { !$0.isASCII }
            guard foreign > 0 else { continue }
            count += foreign
            if isWord {
                sum += score(word, foreign)
            } else {
                sum += word.reduce(0) { $0 + ($1.isASCII ? 0 : TextWords.isUsualSign($1) ? 0.3 : -1) }
            }
        }
        return count > 0 ? sum / Double(count) : nil
    }

    /// The sum for the letters of a word that are not ASCII.
    private func score(_ word: [Unicode.Scalar], _ foreign: Int) -> Double {
        // No word mixes alphabets.
        guard foreign == word.count else { return -Double(foreign) }
        // A single letter may be one of any alphabet.
        guard word.count > 1 else { return min(0.2, value(word[0])) }
        var sum = word.reduce(0) { $0 + value($1) }
        switch self {
        case .cyrillic:
            sum -= 1.2 * Double(Self.misplacedCapitals(word))
            let letters = word.map { $0.properties.lowercaseMapping }
            if word.count > 2, !letters.contains(where: { Self.vowels.contains($0) }) {
                sum -= 0.5 * Double(word.count)
            }
            if let first = letters.first, ["ь", "ъ", "ы"].contains(first) { sum -= 1 }
        case .greek:
            sum -= 1.2 * Double(Self.misplacedCapitals(word))
            // A final sigma ends a word, and every word in small letters has an accent.
            sum -= 1.5 * Double(word.dropLast().count { $0 == "ς" })
            let isSmall = word.last.map { $0.properties.isLowercase } ?? false
            if word.count > 2, isSmall, !word.contains(where: { Self.accented.contains($0) }) {
                sum -= 0.4 * Double(word.count)
            }
        case .hebrew:
            // Five letters have another form at the end of a word.
            sum -= 1.5 * Double(word.dropLast().count { Self.final.contains($0) })
            if word.count > 1, let last = word.last, Self.notFinal.contains(last) { sum -= 1.5 }
        case .arabic:
            // Teh marbuta and alef maksura end a word.
            sum -= 1.5 * Double(word.dropLast().count { $0 == "\u{629}" || $0 == "\u{649}" })
        case .thai: break
        }
        return sum
    }

    private func value(_ letter: Unicode.Scalar) -> Double {
        switch (self, letter.value) {
        case (.cyrillic, 0x400...0x45F), (.cyrillic, 0x490...0x491):
            let small = letter.properties.lowercaseMapping
            return Self.common.contains(small) ? 1 : Self.others.contains(small) ? 0.6 : -0.3
        case (.greek, 0x390), (.greek, 0x3B0): return -0.5
        case (.greek, 0x386...0x3CE): return 1
        case (.hebrew, 0x5D0...0x5EA), (.thai, 0xE01...0xE5B): return 1
        case (.hebrew, 0x5B0...0x5C3): return 0.2
        case (.arabic, 0x621...0x64A): return Self.commonArabic.contains(letter) ? 1 : 0.5
        case (.arabic, 0x64B...0x652): return 0.2
        case (.arabic, 0x67E...0x6D2): return 0.6
        default: return -1
        }
    }

    /// How many letters are capitals although small ones precede them, or small although capitals do.
    private static func misplacedCapitals(_ word: [Unicode.Scalar]) -> Int {
        let rest = word.dropFirst()
        let capitals = rest.count { $0.properties.isUppercase }
        guard let first = word.first, capitals > 0 else { return 0 }
        guard first.properties.isUppercase else { return capitals }
        return min(capitals, rest.count - capitals)
    }

    private static let common = Set("оеаинтсрвлкмдпуяыьгзб".map(String.init))
    private static let others = Set("чйхжшюцщэфъёіїєґў".map(String.init))
    private static let vowels = Set("аеёиоуыэюяіїє".map(String.init))
    private static let accented = Set("άέήίόύώΐΰϊϋΆΈΉΊΌΎΏ".unicodeScalars)
    private static let commonArabic = Set("ابةتجحدرسعفقكلمنهويأى".unicodeScalars)
    /// Kaf, mem, nun, pe and tsadi at the end of a word, and elsewhere.
    private static let final: Set<Unicode.Scalar> = ["\u{5DA}", "\u{5DD}", "\u{5DF}", "\u{5E3}", "\u{5E5}"]
    private static let notFinal: Set<Unicode.Scalar> = ["\u{5DB}", "\u{5DE}", "\u{5E0}", "\u{5E4}", "\u{5E6}"]
}

/// Latin letters with accents.
enum LatinPlausibility {
    /// How plausible text is: 1 for single letters within words of ASCII, below 0 for nonsense.
    static func of(_ text: String) -> Double {
        var sum = 0.0
        var count = 0
        for (word, isWord) in TextWords(text) {
            let foreign = word.count { !$0.isASCII }
            guard foreign > 0 else { continue }
            count += foreign
            if isWord {
                sum += score(word, foreign)
            } else {
                sum += word.reduce(0) { $0 + ($1.isASCII ? 0 : TextWords.isUsualSign($1) ? 0.5 : -1) }
            }
        }
        return count > 0 ? sum / Double(count) : 1
    }

    private static func score(_ word: [Unicode.Scalar], _ foreign: Int) -> Double {
        guard foreign < word.count else { return foreign == 1 ? 0.3 : foreign == 2 ? -0.3 : -Double(foreign) }
        var sum = 0.0
        var run = 0
        for letter in word + ["a"] {
            guard letter.isASCII else {
                run += isUsual(letter) ? 1 : 3
                continue
            }
            sum += run == 0 ? 0 : run <= 2 ? Double(run) : -Double(run)
            run = 0
        }
        return max(sum, -Double(foreign))
    }

    /// Signs that count as letters are not part of words.
    private static func isUsual(_ letter: Unicode.Scalar) -> Bool { !"ªºµƒˆ˜".unicodeScalars.contains(letter) }
}

/// The words of a text, and what is between them.
private struct TextWords: Sequence, IteratorProtocol {
    private var rest: Substring.UnicodeScalarView

    init(_ text: String) { rest = Substring(text).unicodeScalars }

    mutating func next() -> (word: [Unicode.Scalar], isWord: Bool)? {
        guard let first = rest.first else { return nil }
        let isWord = Self.isLetter(first)
        let word = rest.prefix { Self.isLetter($0) == isWord }
        rest = rest[word.endIndex...]
        return (Array(word), isWord)
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return (0x61...0x7A).contains(scalar.value | 0x20) }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark:
            return true
        default: return false
        }
    }

    private static let usualSigns = Set("«»‹›“”„‘’‚–—…•·№°©®™§\u{A0}¡¿½¼¾²³×€£؟،؛".unicodeScalars)

    /// Whether a sign occurs between words in most languages.
    static func isUsualSign(_ scalar: Unicode.Scalar) -> Bool { usualSigns.contains(scalar) }
}
