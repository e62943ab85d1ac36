/// The languages with Latin letters, by the letters that they have beside those of ASCII: they tell Windows-1250 and
/// Windows-1254 from Windows-1252, where the same bytes are other letters.
///
/// The guess is a safe one: some words must make no sense in any language of Windows-1252, and nearly all must be those of one
/// language of the other encoding. Turkish looks like Icelandic with letters that Icelandic does not have.
enum LatinAlphabet {
    /// Western Europe: Windows-1252.
    private static let western = [
        "äöüß", "àâæçéèêëîïôœùûüÿ", "áéíóúüñ", "àèéìíîòóùú", "àáâãçéêíóôõúü", "éèëïöüóáêî", "åäöé", "æøåé", "äöåšž",
        "áðéíóúýþæö", "áíóúýæøð", "äöõüšž", "àçèéíïòóúü", "áéíóú",
    ].map(letters)
    private static let others: [(encoding: String, letters: [Set<Unicode.Scalar>])] = [
        (
            "WINDOWS-1250",
            [
                "ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "čćđšž", "ăâîşţ", "çë",
            ].map(letters)
        ),
        ("WINDOWS-1254", ["çğıöşüâîû"].map(letters)),
    ]

    /// Letters and their capitals.
    private static func letters(_ small: String) -> Set<Unicode.Scalar> {
        var letters = Set((small + small.uppercased()).unicodeScalars)
        if letters.contains("ı") { letters.insert("İ") }
        return letters
    }

    /// Signs that mean the same in all three encodings, and are no part of a word.
    private static let signs = Set(
        (Array(0x80...0x89) + Array(0x8B...0x8B) + Array(0x91...0x99) + [0x9B, 0xA0, 0xA6]
            + [0xA7, 0xA9, 0xAB, 0xAC, 0xAD, 0xAE, 0xB0, 0xB1, 0xB4, 0xB6, 0xB7, 0xBB, 0xD7, 0xF7]).map(UInt8.init))
    /// What may stand before and after a word in Windows-1252.
    private static let (opening, closing): (Set<UInt8>, Set<UInt8>) = ([0xA1, 0xBF], [0xAA, 0xB2, 0xB3, 0xB9, 0xBA])

    /// Returns Windows-1250 or Windows-1254, by its iconv name, if the bytes can hardly be anything else.
    static func encoding(of bytes: [UInt8]) -> String? {
        let words = words(of: bytes)
        guard !words.isEmpty else { return nil }
        if isTurkish(words) { return "WINDOWS-1254" }
        let strange = words.count { !isWestern($0) }
        // A few words that nobody knows may be names.
        guard strange * 10 >= words.count, strange > 0 else { return nil }
        let found = others.compactMap { encoding, alphabets -> (encoding: String, count: Int)? in
            let decoded = words.map { TextGuess.decoded($0, from: encoding) }
            let count =
                alphabets.map { alphabet in
                    decoded.count { word in word.map { fits($0.unicodeScalars, alphabet) } ?? false }
                }.max() ?? 0
            return count * 10 >= words.count * 9 ? (encoding, count) : nil
        }
        guard let best = found.max(by: { $0.count < $1.count }) else { return nil }
        return found.count(where: { $0.count == best.count }) == 1 ? best.encoding : nil
    }

    /// What Windows-1254 has other letters for, and letters that only Turkish has beside them.
    private static let (icelandic, turkish): (Set<UInt8>, Set<UInt8>) = (
        [0xD0, 0xDD, 0xDE, 0xF0, 0xFD, 0xFE], [0xC7, 0xE7, 0xDC, 0xFC]
    )

    private static func isTurkish(_ words: [[UInt8]]) -> Bool {
        let alphabet = others.last { $0.encoding == "WINDOWS-1254" }?.letters.first ?? []
        return words.count { !icelandic.isDisjoint(with: $0) } > 1 && words.contains { !turkish.isDisjoint(with: $0) }
            && words.allSatisfy { word in
                TextGuess.decoded(word, from: "WINDOWS-1254").map { fits($0.unicodeScalars, alphabet) } ?? false
            }
    }

    /// The words that have more than ASCII.
    private static func words(of bytes: [UInt8]) -> [[UInt8]] {
        bytes.split { $0 < 0x80 ? !(0x61...0x7A).contains($0 | 0x20) : signs.contains($0) }
            .filter { word in word.contains { $0 >= 0x80 } && word.contains { $0 < 0x80 } }.map(Array.init)
    }

    private static func isWestern(_ word: [UInt8]) -> Bool {
        var word = word[...]
        if let first = word.first, opening.contains(first) { word = word.dropFirst() }
        if let last = word.last, closing.contains(last) { word = word.dropLast() }
        let text = Windows1252.text(word).unicodeScalars
        return western.contains { fits(text, $0) }
    }

    private static func fits(_ word: String.UnicodeScalarView, _ alphabet: Set<Unicode.Scalar>) -> Bool {
        word.allSatisfy { $0.isASCII || alphabet.contains($0) }
    }
}
