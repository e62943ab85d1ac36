/// Chooses a language among the available ones by lookup (RFC 4647 section 3.4).
public enum LanguageMatching {
    /// Returns the match for the first of `preferred` that has one in `available`: the same tag, else the same tag
    /// shortened from its end (`fr-CH` → `fr`), else another tag of the same primary language (`fr-CA`). Returns nil
    /// without a match.
    public static func best(of available: [String], for preferred: [String]) -> String? {
        for wish in preferred {
            if let found = match(wish, in: available) { return found }
        }
        return nil
    }

    /// Whether two tags are equal, ignoring case (RFC 5646 section 2.1.1).
    public static func isSame(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count && left.lowercased() == right.lowercased()
    }

    /// The maximum length of a language tag, in UTF-8 bytes. Registered tags are much shorter; RFC 5646 requires room
    /// for 35 (section 4.4.1).
    public static let longest = 64

    /// Whether a text has the form of a BCP 47 tag: letters and digits in groups of one to eight, joined by hyphens.
    public static func isTag(_ text: String) -> Bool {
        guard text.utf8.count <= longest else { return false }
        let subtags = text.split(separator: "-", omittingEmptySubsequences: false)
        return !text.isEmpty
            && subtags.allSatisfy { subtag in
                (1...8).contains(subtag.utf8.count)
                    && subtag.utf8.allSatisfy {
                        (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0)
                    }
            }
    }

    private static func match(_ wish: String, in available: [String]) -> String? {
        var subtags = wish.split(separator: "-", omittingEmptySubsequences: true).map { $0.lowercased() }
        guard let primary = subtags.first, primary != "und", primary != "*" else { return nil }
        while !subtags.isEmpty {
            let range = subtags.joined(separator: "-")
            if let same = available.first(where: { $0.lowercased() == range }) { return same }
            subtags.removeLast()
            // A single letter introduces an extension, so it is removed with it.
            if let last = subtags.last, last.count == 1 { subtags.removeLast() }
        }
        return available.first { $0.lowercased().hasPrefix("\(primary)-") }
    }
}
