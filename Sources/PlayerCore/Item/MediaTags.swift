/// What a file or stream says about itself, folded from its tags.
public struct MediaTags: Hashable, Sendable {
    public var title: String?
    public var album: String?
    /// ISO 8601, as precise as the file says.
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
    /// What it says of how loud it is.
    public var loudness = LoudnessTags()
    /// An internet radio station's name (`organization`): the title until the stream gives one.
    public var organization: String?
    /// `file:` URI of the picture in the cache.
    public var artworkURI: String?
    /// A picture came with the tags that is not in the cache yet.
    public var isArtworkOnItsWay = false

    public init() {}

    /// Where this has nothing, what another tag says in the fields that descriptions do not have: those of
    /// ``ContainerFindings/tags``.
    public func filled(from other: MediaTags) -> MediaTags {
        var result = self
        if albumArtists.isEmpty { result.albumArtists = other.albumArtists }
        if composers.isEmpty { result.composers = other.composers }
        if comments.isEmpty { result.comments = other.comments }
        result.lyrics = lyrics ?? other.lyrics
        result.trackNumber = trackNumber ?? other.trackNumber
        result.discNumber = discNumber ?? other.discNumber
        result.beatsPerMinute = beatsPerMinute ?? other.beatsPerMinute
        return result
    }
}

/// One audio, subtitle or video stream of the current item.
public struct MediaTrack: Hashable, Sendable {
    public enum Kind: Hashable, Sendable { case audio, subtitles, video }

    /// Unique within its kind and item.
    public var id: UInt32
    /// BCP 47, `und` if undetermined.
    public var language: String
    public var title: String?
    public var codec: String?
    public var traits: TrackTraits

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

/// The tracks of the current item and which of them play.
public struct TrackSet: Hashable, Sendable {
    public var audio: [MediaTrack] = []
    public var subtitles: [MediaTrack] = []
    public var video: [MediaTrack] = []
    /// Nil where nothing of the kind plays.
    public var selectedAudio: UInt32?
    public var selectedSubtitles: UInt32?
    public var selectedVideo: UInt32?
    /// Why that sound plays; nil where nobody knows.
    public var audioReason: TrackReason?
    /// Why those subtitles are shown, or none are.
    public var subtitlesReason: TrackReason?

    public init() {}
}
