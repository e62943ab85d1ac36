/// The kind of content of an item, as far as resuming is concerned.
///
/// No file states it reliably, so it is guessed: spoken word (podcasts, audiobooks, lectures) is recognised by its
/// genre or file name, by chapters, or by its length; music has a track number or belongs to an album.
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

    init(
        of item: MediaDescription, metadata: ItemMetadata, hasVideo: Bool, hasChapters: Bool, duration: MediaTime?
    ) {
        let path = item.uri.prefix { $0 != "?" && $0 != "#" }.lowercased()
        if [".m4b", ".aax", ".aa"].contains(where: path.hasSuffix) {
            self = .speech
        } else if hasVideo {
            self = .video
        } else if !item.parts.isEmpty {
            self = .speech
        } else if metadata.genres.contains(where: Self.isSpoken) || hasChapters {
            self = .speech
        } else if let duration, duration >= Self.longest {
            self = .speech
        } else {
            self = metadata.trackNumber != nil || metadata.album != nil ? .music : .sound
        }
    }

    /// Songs with and without tags are of one kind, as far as the speed is concerned.
    var ofSpeed: ContentKind { self == .sound ? .music : self }

    /// Whether a genre is one of spoken word.
    public static func isSpoken(_ genre: String) -> Bool {
        let genre = genre.lowercased()
        return spokenGenres.contains { genre.contains($0) }
    }
}
