internal import PlayerCore

/// What mediad says it plays: the schemes and types of GStreamer's base, good, bad, ugly and libav plugins.
///
/// Written down rather than read from the plugin registry, so that an idle daemon does not load it; an item whose plugin
/// is missing says so when it is played.
public enum MediaSupport {
    /// Lower case, as `SupportedUriSchemes` wants them.
    public static let schemes = MediaSchemes.playable

    /// As `SupportedMimeTypes` and `mediad.desktop` list them.
    public static let mimeTypes = [
        "audio/aac", "audio/ac3", "audio/aiff", "audio/amr", "audio/basic", "audio/flac", "audio/m4a", "audio/mp2",
        "audio/mp3", "audio/mp4", "audio/mpeg", "audio/mpegurl", "audio/ogg", "audio/opus", "audio/vorbis",
        "audio/wav", "audio/webm", "audio/x-aiff", "audio/x-ape", "audio/x-flac", "audio/x-m4a", "audio/x-m4b",
        "audio/x-matroska", "audio/x-mp3", "audio/x-mpegurl", "audio/x-ms-wma", "audio/x-musepack",
        "audio/x-vorbis+ogg",
        "audio/x-wav", "audio/x-wavpack", "application/dash+xml", "application/ogg", "application/vnd.apple.mpegurl",
        "application/rss+xml", "application/x-matroska", "application/x-mpegurl", "application/xspf+xml",
        "audio/x-scpls",
        "video/3gpp", "video/3gpp2", "video/avi", "video/mp2t",
        "video/mp4", "video/mpeg", "video/ogg", "video/quicktime", "video/webm", "video/x-flv", "video/x-m4v",
        "video/x-matroska", "video/x-ms-wmv", "video/x-msvideo", "video/x-theora+ogg",
    ]
}
