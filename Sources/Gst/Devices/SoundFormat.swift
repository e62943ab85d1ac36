internal import CGStreamer
public import GLibLoop

/// The format of decoded audio.
public struct SoundFormat: Hashable, Sendable {
    /// GStreamer's name of the sample format, such as `S16LE`.
    public var samples: String
    /// The sample rate in hertz.
    public var rate: Int
    public var channels: Int
    /// Whether the samples of the channels alternate. Some decoders, such as `avdec_mp3`, put out each channel by itself, also
    /// if there is only one.
    public var isInterleaved: Bool

    public init(samples: String, rate: Int, channels: Int, isInterleaved: Bool = true) {
        self.samples = samples
        self.rate = rate
        self.channels = channels
        self.isInterleaved = isInterleaved
    }

    /// The format of a pad's data; nil if it is unknown or not audio.
    @MediaActor
    public init?(of pad: Pad) {
        guard let caps = gst_pad_get_current_caps(pad.pointer) else { return nil }
        defer { gst_caps_unref(caps) }
        var info = GstAudioInfo()
        guard gst_audio_info_from_caps(&info, caps) != 0, info.rate > 0, info.channels > 0,
            let name = gst_audio_format_to_string(info.finfo.pointee.format)
        else { return nil }
        self.init(
            samples: String(cString: name), rate: Int(info.rate), channels: Int(info.channels),
            isInterleaved: info.layout == GST_AUDIO_LAYOUT_INTERLEAVED)
    }

    /// The format of a stream that continues after one in this format.
    ///
    /// When a sound server receives another format, it drops the last 200 ms of the stream before, and begins a new
    /// one. Therefore the format is kept, unless that would be audible: with fewer channels, or a sample rate below
    /// that of a compact disc. Sound with more than 48,000 Hz is left as it is.
    public func kept(for next: SoundFormat) -> SoundFormat {
        guard next.channels <= channels, next.rate <= rate || rate >= 44_100 && next.rate <= 48_000 else {
            return next
        }
        return self
    }

    var caps: String {
        let layout = isInterleaved ? "interleaved" : "non-interleaved"
        return "audio/x-raw,format=\(samples),layout=\(layout),rate=\(rate),channels=\(channels)"
    }
}

extension Element {
    /// Creates a bin that converts any audio to one format.
    ///
    /// - Throws: ``GstFailure`` if gst-plugins-base is not installed.
    public static func converter(to format: SoundFormat) throws(GstFailure) -> Element {
        try bin(describedBy: "audioconvert ! audioresample ! capsfilter caps=\(format.caps)")
    }
}
