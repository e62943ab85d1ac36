/// The schemes of addresses that mediad plays: those of GStreamer's base, good and bad plugins.
public enum MediaSchemes {
    /// Lower case.
    public static let playable = ["file", "http", "https", "rtsp", "rtsps", "rtmp", "mms", "udp", "srt"]
}
