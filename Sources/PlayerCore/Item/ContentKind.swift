/// The kind of content of an item, as far as resuming is concerned.
///
/// No file states it reliably, so it is guessed: spoken word (podcasts, audiobooks, lectures) is recognised by its
/// genre or file name, by chapters, by the number of an episode, by the folder of books that it is in, or by its length; music
/// has a track number, an album or an artist.
public enum ContentKind: String, Hashable, Sendable {
    case video
    case music
    case speech
    /// Sound of unknown kind.
    case sound

    private static let spokenGenres = [
        "podcast", "audiobook", "audio book", "speech", "spoken", "hörbuch", "hoerbuch", "hörspiel", "hoerspiel",
        "audiolibro", "livre audio", "luisterboek", "lydbok", "lydbog", "ljudbok",
    ]
    private static let longest = MediaTime(nanoseconds: 20 * 60 * 1_000_000_000)

    /// - Parameter books: the folders of books, as absolute paths.
    init(
        of item: MediaDescription, metadata: ItemMetadata, facts: ItemFacts, hasChapters: Bool, books: [String]
    ) {
        let path = item.uri.prefix { $0 != "?" && $0 != "#" }.lowercased()
        if [".m4b", ".aax", ".aa"].contains(where: path.hasSuffix) {
            self = .speech
        } else if facts.hasVideo {
            self = .video
        } else if !item.parts.isEmpty {
            self = .speech
        } else if FileTrack(item) != nil {
            // The file of a whole album is long, and has chapters.
            self = metadata.genres.contains(where: Self.isSpoken) ? .speech : .music
        } else if metadata.genres.contains(where: Self.isSpoken) || hasChapters {
            self = .speech
        } else if let duration = facts.duration, duration >= Self.longest {
            self = .speech
        } else if metadata.season != nil || metadata.episode != nil || Self.isInside(books, item.uri) {
            self = .speech
        } else {
            let isSong = metadata.trackNumber != nil || metadata.album != nil || !metadata.artists.isEmpty
            self = isSong ? .music : .sound
        }
    }

    private static func isInside(_ folders: [String], _ uri: String) -> Bool {
        guard !folders.isEmpty, let path = FileURI.path(of: uri) else { return false }
        return folders.contains { path.starts(with: Array($0.utf8) + [UInt8(ascii: "/")]) }
    }

    /// Songs with and without tags are of one kind, as far as the speed is concerned.
    var ofSpeed: ContentKind { self == .sound ? .music : self }

    /// Whether a genre is one of spoken word.
    public static func isSpoken(_ genre: String) -> Bool {
        let genre = genre.lowercased()
        return spokenGenres.contains { genre.contains($0) }
    }
}
