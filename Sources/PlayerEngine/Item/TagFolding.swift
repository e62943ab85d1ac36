internal import Gst
internal import MediaProbe
internal import PlayerCore

/// Merges an item's tags: a newer list replaces an older one of the same stream and scope, and the container's tags
/// take precedence.
struct TagFolding {
    private struct Key: Hashable {
        var kind: StreamKind
        var scope: TagSet.Scope
    }

    private var lists: [Key: TagSet] = [:]
    /// Whether dates are program dates of a stream (EXT-X-PROGRAM-DATE-TIME), which do not describe the item.
    var ignoresDates = false
    /// Whether the item is a radio station.
    var isStation = false
    /// Whether the title of a stream is that of a track, such as `Commentary`, because there are others beside it.
    var namesTracks = false
    /// The station's name and genre, which the tags of its titles lack.
    private var station: (name: String, genres: [String])?
    private(set) var folded = MediaTags()
    /// The picture to store in the cache.
    private(set) var image: TagImage?
    /// The picture of the last call of ``setArtwork(_:of:)``.
    private var settledImage: TagImage?

    /// - Parameter isNewStream: whether another stream follows an ended one, whose tags no longer apply.
    /// - Returns: whether the result has changed.
    mutating func fold(_ tags: TagSet, of kind: StreamKind, isNewStream: Bool = false) -> Bool {
        if isNewStream { lists = lists.filter { $0.key.kind != kind } }
        if let name = tags.first("organization") { station = (name, tags.strings["genre"] ?? []) }
        // A song that a station sends as a title alone is by nobody who was named before.
        if isStation, tags.first("title") != nil, tags.first("artist") == nil { forgetSong() }
        let key = Key(kind: kind, scope: tags.scope)
        if var old = lists[key], tags.scope == .global {
            // Streams send partial tags (ICY): tags that a newer list lacks still apply.
            old.merge(tags)
            lists[key] = old
        } else {
            lists[key] = tags
        }
        let before = (folded, image)
        refold()
        return before.0 != folded || before.1 != image
    }

    private static let ofSong = [
        "artist", "album-artist", "album", "composer", "lyrics", "musicbrainz-trackid", "musicbrainz-albumid",
        "musicbrainz-artistid", "musicbrainz-albumartistid", "track-number", "album-disc-number",
    ]

    private mutating func forgetSong() {
        for key in lists.keys { lists[key]?.remove(Self.ofSong) }
    }

    private mutating func refold() {
        let order = [
            lists[Key(kind: .video, scope: .global)], lists[Key(kind: .audio, scope: .global)],
            lists[Key(kind: .audio, scope: .stream)],
        ].compactMap { $0 }
        func text(_ tag: String) -> String? { order.lazy.compactMap { $0.first(tag) }.first }
        func list(_ tag: String) -> [String] { order.lazy.compactMap { $0.strings[tag] }.first ?? [] }
        func number(_ tag: String) -> Int32? {
            order.lazy.compactMap { $0.numbers[tag] }.first.flatMap { Int32(exactly: $0) }
        }
        var tags = MediaTags()
        tags.title =
            (namesTracks ? order.filter { $0.scope == .global } : order).lazy.compactMap { $0.first("title") }.first
        tags.artists = list("artist")
        tags.albumArtists = list("album-artist")
        tags.composers = list("composer")
        tags.genres = list("genre")
        tags.comments = list("comment")
        tags.album = text("album")
        tags.lyrics = text("lyrics")
        tags.date = ignoresDates ? nil : order.lazy.compactMap { $0.date }.first
        tags.trackNumber = number("track-number")
        tags.discNumber = number("album-disc-number")
        tags.beatsPerMinute = order.lazy.compactMap { $0.doubles["beats-per-minute"] }.first
            .flatMap { Int32(exactly: $0.rounded()) }
        tags.musicBrainz.track = text("musicbrainz-trackid")
        tags.musicBrainz.album = text("musicbrainz-albumid")
        tags.musicBrainz.artists = list("musicbrainz-artistid")
        tags.musicBrainz.albumArtists = list("musicbrainz-albumartistid")
        tags.organization = text("organization")
        if isStation {
            tags.isStation = true
            tags.organization = tags.organization ?? station?.name
            if tags.genres.isEmpty { tags.genres = station?.genres ?? [] }
            // ICY states no encoding.
            tags.title = tags.title.map { TextGuess.repaired($0) }
            tags.artists = tags.artists.map { TextGuess.repaired($0) }
            tags.organization = tags.organization.map { TextGuess.repaired($0) }
            tags.genres = tags.genres.map { TextGuess.repaired($0) }
        }
        tags.loudness = Self.loudness(order)
        tags.artworkURI = folded.artworkURI
        image = order.lazy.compactMap { $0.image }.first { $0.mediaType.hasPrefix("image/") }
        tags.isArtworkOnItsWay = image != nil && image != settledImage
        folded = tags
    }

    /// The loudness tags. Tags that GStreamer does not know are comments (`R128_TRACK_GAIN=-512`).
    private static func loudness(_ order: [TagSet]) -> LoudnessTags {
        func number(_ tag: String) -> Double? { order.lazy.compactMap { $0.doubles[tag] }.first }
        var loudness = LoudnessTags(
            trackGain: number("replaygain-track-gain"), trackPeak: number("replaygain-track-peak"),
            albumGain: number("replaygain-album-gain"), albumPeak: number("replaygain-album-peak"),
            referenceLevel: number("replaygain-reference-level"))
        loudness.take(comments: order.reversed().flatMap { $0.strings["extended-comment"] ?? [] })
        return loudness
    }

    /// The name of the container format.
    var container: String? { lists.values.lazy.compactMap { $0.first("container-format") }.first }

    /// Sets the `file:` URI of a picture in the cache; nil if it cannot be shown.
    mutating func setArtwork(_ uri: String?, of image: TagImage) {
        settledImage = image
        folded.artworkURI = uri
        folded.isArtworkOnItsWay = false
    }
}
