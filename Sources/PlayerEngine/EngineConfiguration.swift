/// How the engine reaches sources and outputs.
public struct EngineConfiguration: Hashable, Sendable {
    /// `auto`, `none`, a GStreamer element or a bin description.
    public var audioSink: String
    /// `auto`, `none`, a GStreamer element or a bin description.
    public var videoSink: String
    /// Seconds without an answer before a network source gives up.
    public var networkTimeout: UInt32
    public var userAgent: String?
    /// Where pictures found in media are kept, by content.
    public var artworkDirectory: String

    public init(
        audioSink: String = "auto", videoSink: String = "auto", networkTimeout: UInt32 = 15, userAgent: String? = nil,
        artworkDirectory: String
    ) {
        self.audioSink = audioSink
        self.videoSink = videoSink
        self.networkTimeout = networkTimeout
        self.userAgent = userAgent
        self.artworkDirectory = artworkDirectory
    }
}

/// How bad a line of the engine's log is.
public enum EngineLogLevel: Sendable { case debug, info, warning, error }
