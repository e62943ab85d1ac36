/// The URI schemes that mediad plays: those of GStreamer's base, good and bad plugins.
public enum MediaSchemes {
    /// In lower case.
    public static let playable = ["file", "http", "https", "rtsp", "rtsps", "rtmp", "mms", "udp", "srt"]
}
