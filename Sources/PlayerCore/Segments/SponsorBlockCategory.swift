/// The categories of SponsorBlock (wiki.sponsor.ajay.app, "Types"), in its replies and in the titles of the chapters that
/// yt-dlp makes of them (yt-dlp, `SponsorBlockPP.CATEGORIES`).
///
/// Paid content and requests for money are advertisements. Categories that are a matter of taste keep their name
/// (`custom:filler`) and have no effect unless configured.
public enum SponsorBlockCategory {
    private static let kinds: [String: SegmentKind] = [
        "sponsor": .advertisement, "selfpromo": .advertisement, "exclusive_access": .advertisement,
        "intro": .openingCredits, "outro": .closingCredits, "preview": .preview, "hook": .preview,
    ]

    /// The words of titles, without spaces. Parts of names follow the names, and the most frequent use of a part decides.
    private static let titles: [(words: String, category: String)] = [
        ("intermission/introanimation", "intro"), ("endcards/credits", "outro"), ("unpaid/selfpromotion", "selfpromo"),
        ("preview/recap", "preview"), ("preview/recap/hook", "preview"), ("hook/greetings", "hook"),
        ("tangents/jokes", "filler"), ("fillertangent/jokes", "filler"), ("music:non-musicsection", "music_offtopic"),
        ("non-musicsection", "music_offtopic"), ("fillertangent", "filler"),
        ("interactionreminder(subscribe)", "interaction"),
        ("interactionreminder", "interaction"), ("exclusiveaccess", "exclusive_access"), ("introanimation", "intro"),
        ("intermission", "intro"), ("endcards", "outro"), ("credits", "outro"), ("selfpromotion", "selfpromo"),
        ("unpaid", "selfpromo"), ("recap", "preview"), ("greetings", "hook"), ("non-music", "music_offtopic"),
        ("sponsor", "sponsor"), ("selfpromo", "selfpromo"), ("exclusive_access", "exclusive_access"),
        ("intro", "intro"),
        ("outro", "outro"), ("preview", "preview"), ("hook", "hook"), ("filler", "filler"),
        ("interaction", "interaction"),
        ("music_offtopic", "music_offtopic"),
    ].sorted { $0.0.utf8.count > $1.0.utf8.count }

    /// Returns the kind of a category's name in replies; nil if it cannot be one. New categories may be introduced at any
    /// time.
    public static func kind(of category: String) -> SegmentKind? {
        if let kind = kinds[category] { return kind }
        let isName = category.utf8.allSatisfy { (97...122).contains($0) || $0 == UInt8(ascii: "_") }
        return isName ? SegmentKind(rawValue: "custom:" + category) : nil
    }

    /// Returns the kind of a chapter that yt-dlp made: `[SponsorBlock]: Sponsor`. It puts segments that overlap into one
    /// chapter and joins the names of their categories: the first with a kind of the contract decides.
    ///
    /// - Returns: nil for any other title, and for categories that are not known.
    static func kind(ofTitle title: String) -> SegmentKind? {
        let words = title.prefix(200).lowercased().filter { !$0.isWhitespace }
        guard words.hasPrefix(mark) else { return nil }
        var rest = words.dropFirst(mark.count)[...]
        var found: [String] = []
        while !rest.isEmpty {
            rest = rest.drop { ":,/;&+|-".contains($0) }
            if let next = titles.first(where: { starts(rest, with: $0.words) }) {
                found.append(next.category)
                rest = rest.dropFirst(next.words.count)
            } else {
                rest = rest.drop { !",/".contains($0) }
            }
        }
        return (found.first { kinds[$0] != nil } ?? found.first).flatMap { kind(of: $0) }
    }

    private static let mark = "[sponsorblock]"

    /// Whether a name is at the start, and no letter continues it.
    private static func starts(_ text: Substring, with name: String) -> Bool {
        guard text.hasPrefix(name), let next = text.dropFirst(name.count).first else { return text == name }
        return !next.isLetter && next != "_"
    }
}
