internal import PlayerCore

/// The media that mediad supports: the schemes and types of GStreamer's base, good, bad, ugly and libav plugins.
///
/// The lists are fixed and not read from the plugin registry, so that an idle daemon does not load it. If the plugin
/// for an item is missing, its playback fails with an explanation.
public enum MediaSupport {
    /// In lower case, as `SupportedUriSchemes` requires.
    public static let schemes = MediaSchemes.playable

    /// The types in `SupportedMimeTypes` and `mediad.desktop`.
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
