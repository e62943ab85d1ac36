internal import Gst

/// Loads what nearly every item needs before there is one.
public enum LoadingAhead {
    /// Sources, the containers that people have, and what lies between decoder and sink. Codecs, which are larger by
    /// far, are left to the items that need them.
    private static let plugins = [
        "coreelements", "playback", "typefindfunctions", "audioparsers", "flac", "isomp4", "matroska", "proxy",
        "audioconvert", "audioresample", "volume", "audiofx", "videoconvertscale", "overlaycomposition",
    ]

    /// Starts GStreamer and loads plugins on a thread of its own, a while from now: whoever started the daemon goes
    /// first. The first item is heard 20 ms sooner, for 4 MB of memory.
    public static func begin(_ configuration: EngineConfiguration) {
        let sink = ["auto", "", "pulsesink"].contains(configuration.audioSink) ? ["pulseaudio"] : []
        OffLoop.later(1) { Gst.load(plugins + sink) }
    }
}
