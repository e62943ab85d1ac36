/// What identifies a song in MusicBrainz (musicbrainz.org/doc/MusicBrainz_Identifier): UUIDs as text.
public struct MusicBrainzIDs: Hashable, Sendable, Codable {
    public var track: String?
    public var album: String?
    public var artists: [String] = []
    public var albumArtists: [String] = []

    public init() {}
}

/// The merged tags of a file or stream.
public struct MediaTags: Hashable, Sendable {
    public var title: String?
    public var album: String?
    /// ISO 8601, as precise as in the file.
    public var date: String?
    public var artists: [String] = []
    public var albumArtists: [String] = []
    public var composers: [String] = []
    public var genres: [String] = []
    public var comments: [String] = []
    public var lyrics: String?
    public var trackNumber: Int32?
    public var discNumber: Int32?
    public var beatsPerMinute: Int32?
    public var musicBrainz = MusicBrainzIDs()
    /// The loudness tags.
    public var loudness = LoudnessTags()
    /// The name of an internet radio station (`organization`), used as the title until the stream gives one.
    public var organization: String?
    /// Whether the tags are those of a station, whose titles say what it plays now.
    public var isStation = false
    /// The `file:` URI of the picture in the cache.
    public var artworkURI: String?
    /// Whether the tags contain a picture that is not yet in the cache.
    public var isArtworkOnItsWay = false

    public init() {}

    /// Without what a station plays now: it plays something else when the listener comes back.
    var withoutSong: MediaTags {
        guard isStation else { return self }
        var tags = MediaTags()
        (tags.isStation, tags.organization) = (true, organization)
        (tags.genres, tags.artworkURI) = (genres, artworkURI)
        return tags
    }

    /// Fills missing values from other tags, in the fields that descriptions do not have: those of
    /// ``ContainerFindings/tags``.
    public func filled(from other: MediaTags) -> MediaTags {
        var result = self
        if albumArtists.isEmpty { result.albumArtists = other.albumArtists }
        if composers.isEmpty { result.composers = other.composers }
        if comments.isEmpty { result.comments = other.comments }
        if musicBrainz == MusicBrainzIDs() { result.musicBrainz = other.musicBrainz }
        result.lyrics = lyrics ?? other.lyrics
        result.trackNumber = trackNumber ?? other.trackNumber
        result.discNumber = discNumber ?? other.discNumber
        result.beatsPerMinute = beatsPerMinute ?? other.beatsPerMinute
        return result
    }
}

/// An audio, subtitle or video track of the current item.
public struct MediaTrack: Hashable, Sendable {
    public enum Kind: Hashable, Sendable { case audio, subtitles, video }

    /// Unique within its kind and item.
    public var id: UInt32
    /// BCP 47, `und` if undetermined.
    public var language: String
    public var title: String?
    public var codec: String?
    public var traits: TrackTraits
    /// The number of channels, above zero; nil if unknown, and for video and subtitles.
    public var channels: Int?
    /// The size of a picture in pixels; nil if unknown, and for audio and subtitles.
    public var size: TrackFormat.PixelSize?

    public var isDefault: Bool { traits.contains(.isDefault) }
    public var isForced: Bool { traits.contains(.forced) }

    public init(
        id: UInt32, language: String = "und", title: String? = nil, codec: String? = nil, traits: TrackTraits = []
    ) {
        self.id = id
        self.language = language
        self.title = title
        self.codec = codec
        self.traits = traits
    }
}

/// The tracks of the current item and the selection among them.
public struct TrackSet: Hashable, Sendable {
    public var audio: [MediaTrack] = []
    public var subtitles: [MediaTrack] = []
    public var video: [MediaTrack] = []
    /// Nil if no track of the kind plays.
    public var selectedAudio: UInt32?
    public var selectedSubtitles: UInt32?
    public var selectedVideo: UInt32?
    /// Why the selected audio track plays; nil if unknown.
    public var audioReason: TrackReason?
    /// Why the selected subtitles, or none, are shown.
    public var subtitlesReason: TrackReason?

    public init() {}
}
