/// What is beside the episodes and films: samples, trailers, interviews and the like.
///
/// The names are those that Jellyfin (jellyfin.org/docs, "Movies", "Extras"), Plex and Kodi know.
extension MediaName {
    /// How surely a folder holds nothing but extras, by its name.
    public enum ExtrasFolder: Hashable, Sendable {
        /// `Extras`, `Sample`, `Behind The Scenes`.
        case certain
        /// `Other`, `Shorts`, `Clips`: extras within the folder of a show or a film, anything elsewhere.
        case possible
    }

    /// Whether a file is an extra by its own name: `sample.mkv`, `Show S01E02-trailer.mkv`, `Film (2019)-deleted.mkv`.
    public static func isExtra(file name: String) -> Bool {
        guard name.utf8.count <= longest else { return false }
        let words = NameWords(stem(of: name).stem)
        return words.isExtra || words.hasExtraSuffix
    }

    /// Whether a folder is for extras by its name; nil if the name says nothing of them.
    public static func extras(inFolder name: String) -> ExtrasFolder? {
        guard name.utf8.count <= longest else { return nil }
        let word = key(of: name)
        return certainFolders.contains(word) ? .certain : possibleFolders.contains(word) ? .possible : nil
    }

    /// A name without case, signs and spaces: `The.Show` and `the show` are the same series.
    public static func key(of name: String) -> String {
        String(name.lowercased().filter { $0.isLetter || $0.isNumber })
    }

    /// Letters alone, as ``key(of:)`` returns them.
    private static let certainFolders: Set<String> = [
        "sample", "samples", "trailer", "trailers", "teaser", "teasers", "extra", "extras", "featurette", "featurettes",
        "behindthescenes", "deletedscene", "deletedscenes", "makingof", "bonus", "bonusfeatures", "bonusmaterial",
        "specialfeatures", "backdrops",
    ]
    private static let possibleFolders: Set<String> = ["clips", "interview", "interviews", "other", "scenes", "shorts"]
}

extension NameWords {
    /// Whether the name is or ends with the word for something beside the work: `Show.S01E02.720p.sample`,
    /// `Film-trailer`, `sample`; or begins with it, as samples of releases do: `sample-show.s01e02`.
    var isExtra: Bool {
        guard let last = words.last else { return false }
        if words.count > 1, words[0].lower == "sample", words[1].gap == "-" { return true }
        guard ["sample", "trailer", "featurette", "teaser"].contains(last.lower) else { return false }
        let isApart = last.gap != " " && last.gap != "." || words.contains { $0.noise == .certain }
        // "Show S01E02 Free Sample" has a title.
        return isApart || words.count == 1 || seasonAndEpisode()?.range.upperBound == words.count - 1
    }

    /// Whether the name ends with a suffix for the extras of a film or an episode: `Film (2019)-deleted`. It is in lower
    /// case, unlike the group of a release, and there is no space around the hyphen.
    fileprivate var hasExtraSuffix: Bool {
        guard words.count > 1, let last = words.last, last.gap == "-" || last.gap == ")-" || last.gap == "]-" else {
            return false
        }
        return [
            "behindthescenes", "deleted", "deletedscene", "deletedscenes", "extra", "interview", "scene", "short",
            "clip", "other",
        ].contains(last.text)
    }
}
