/// A track as mediad's container reader found it. GStreamer does not report all of this.
public struct ContainerTrack: Hashable, Sendable {
    /// The number of the track in the container, with which GStreamer's stream names end; nil if the container does not
    /// number its tracks. GStreamer then knows as much about them.
    public var number: UInt64?
    public var kind: MediaTrack.Kind
    /// BCP 47, `und` if undetermined.
    public var language: String
    public var title: String?
    public var traits: TrackTraits
    public var format: TrackFormat

    public init(
        number: UInt64? = nil, kind: MediaTrack.Kind, language: String = "und", title: String? = nil,
        traits: TrackTraits = [], format: TrackFormat = TrackFormat()
    ) {
        self.number = number
        self.kind = kind
        self.language = language
        self.title = title
        self.traits = traits
        self.format = format
    }
}

/// How the content of a track is encoded, as far as its container says.
public struct TrackFormat: Hashable, Sendable {
    /// The usual name, such as `H.264` or `SubRip`, or else the container's own identifier.
    public var codec: String?
    /// The size of a picture in pixels, both above zero; nil if unknown, and for audio and subtitles.
    public var size: PixelSize?
    /// The size of the plane on which picture subtitles lie, in pixels, if the container tells it: that of VobSub.
    public var plane: PixelSize?
    /// The number of audio channels, above zero; nil if unknown, and for video and subtitles.
    public var channels: Int?
    /// How stored frames are turned and mirrored to be upright, in the words of GStreamer's tag `image-orientation`
    /// (`rotate-90`, `flip-rotate-0`); nil if they are upright.
    public var orientation: String?

    public init(codec: String? = nil, size: PixelSize? = nil, channels: Int? = nil) {
        self.codec = codec
        self.size = size
        self.channels = channels.flatMap { $0 > 0 ? $0 : nil }
    }

    /// The size of a picture in pixels.
    public struct PixelSize: Hashable, Sendable {
        public var width: Int
        public var height: Int

        /// Nil if one of them is zero: containers write this for unknown sizes.
        public init?(width: UInt64, height: UInt64) {
            guard let width = Int(exactly: width), let height = Int(exactly: height), width > 0, height > 0 else {
                return nil
            }
            self.width = width
            self.height = height
        }
    }
}
