/// The engine's settings for sources and outputs.
public struct EngineConfiguration: Hashable, Sendable {
    /// `auto`, `none`, a GStreamer element or a bin description.
    public var audioSink: String
    /// Whether playback pauses when its sound device disappears, instead of continuing on another one.
    public var pausesOnUnplug = true
    /// `auto`, `none`, a GStreamer element or a bin description.
    public var videoSink: String
    /// Which video is deinterlaced.
    public enum Deinterlace: String, Hashable, Sendable, CaseIterable {
        /// What its format or its frames say is interlaced.
        case auto
        /// Everything.
        case on
        case off
    }

    /// Which video is deinterlaced.
    public var deinterlace = Deinterlace.auto
    /// The time without a response after which a network source fails, in seconds.
    public var networkTimeout: UInt32
    public var userAgent: String?
    /// Logins of HTTP servers.
    public var logins = HTTPLogins()
    /// HTTPS servers whose certificates are not checked: hosts, or hosts with ports.
    public var trustedHosts: Set<String> = []
    /// Whether what items on public servers name may be on this machine or in a private network.
    public var reachesLocalAddresses = false
    /// The directory for pictures found in media, named by their content.
    public var artworkDirectory: String
    /// The maximum size of a picture file in bytes.
    public var imageSizeLimit: Int
    /// The maximum total size of stored pictures in bytes. Those of the current item are kept in any case.
    public var imageCacheLimit: Int64
    /// Whether pictures are fetched from HTTP servers.
    public var fetchesImages: Bool

    /// The default maximum size of a picture file in bytes.
    public static let largestImage = 10 << 20
    /// The default maximum total size of stored pictures in bytes.
    public static let largestCache: Int64 = 200 << 20

    public init(
        audioSink: String = "auto", videoSink: String = "auto", networkTimeout: UInt32 = 15, userAgent: String? = nil,
        artworkDirectory: String, imageSizeLimit: Int = largestImage, imageCacheLimit: Int64 = largestCache,
        fetchesImages: Bool = true
    ) {
        self.audioSink = audioSink
        self.videoSink = videoSink
        self.networkTimeout = networkTimeout
        self.userAgent = userAgent
        self.artworkDirectory = artworkDirectory
        self.imageSizeLimit = imageSizeLimit
        self.imageCacheLimit = imageCacheLimit
        self.fetchesImages = fetchesImages
    }
}

/// The severity of a line in the engine's log.
public enum EngineLogLevel: Sendable { case debug, info, warning, error }
