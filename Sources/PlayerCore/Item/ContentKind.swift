/// What sort of thing an item is, as far as going on with it is concerned.
///
/// Nobody writes it down reliably, so it is told from what is there: spoken word (podcasts, audiobooks, lectures) says so in
/// its genre or its file's name, has chapters, or is long; music has a track number or belongs to an album.
enum ContentKind: Hashable, Sendable {
    case video
    case music
    case speech
    /// Nobody can say.
    case sound

    private static let spokenGenres = ["podcast", "audiobook", "audio book", "speech", "spoken", "hörbuch", "hörspiel"]
    private static let longest = MediaTime(nanoseconds: 20 * 60 * 1_000_000_000)

    init(uri: String, metadata: ItemMetadata, hasVideo: Bool, hasChapters: Bool, duration: MediaTime?) {
        let path = uri.prefix { $0 != "?" && $0 != "#" }.lowercased()
        if [".m4b", ".aax", ".aa"].contains(where: path.hasSuffix) {
            self = .speech
        } else if hasVideo {
            self = .video
        } else if metadata.genres.contains(where: Self.isSpoken) || hasChapters {
            self = .speech
        } else if let duration, duration >= Self.longest {
            self = .speech
        } else {
            self = metadata.trackNumber != nil || metadata.album != nil ? .music : .sound
        }
    }

    private static func isSpoken(_ genre: String) -> Bool {
        let genre = genre.lowercased()
        return spokenGenres.contains { genre.contains($0) }
    }
}
