/// How the engine reaches sources and outputs.
public struct EngineConfiguration: Hashable, Sendable {
    /// `auto`, `none`, a GStreamer element or a bin description.
    public var audioSink: String
    /// Whether sound stops with its device, instead of going on on another one.
    public var pausesOnUnplug = true
    /// `auto`, `none`, a GStreamer element or a bin description.
    public var videoSink: String
    /// Seconds without an answer before a network source gives up.
    public var networkTimeout: UInt32
    public var userAgent: String?
    /// Logins of HTTP servers.
    public var logins = HTTPLogins()
    /// HTTPS servers whose certificates are taken as they are: hosts, or hosts with ports.
    public var trustedHosts: Set<String> = []
    /// Where pictures found in media are kept, by content.
    public var artworkDirectory: String
    /// The most bytes that the file of a picture may have.
    public var imageSizeLimit: Int
    /// The most bytes that all kept pictures may have; those of the current item are kept in any case.
    public var imageCacheLimit: Int64
    /// Whether pictures are fetched from HTTP servers.
    public var fetchesImages: Bool

    /// Bytes of a picture's file, unless it is said otherwise.
    public static let largestImage = 10 << 20
    /// Bytes of all kept pictures, unless it is said otherwise.
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

/// How bad a line of the engine's log is.
public enum EngineLogLevel: Sendable { case debug, info, warning, error }
