internal import CGStreamer
public import GLibLoop

/// What decoded sound is made of.
public struct SoundFormat: Hashable, Sendable {
    /// GStreamer's name of a sample's type, such as `S16LE`.
    public var samples: String
    /// Samples a second in each channel.
    public var rate: Int
    public var channels: Int

    public init(samples: String, rate: Int, channels: Int) {
        self.samples = samples
        self.rate = rate
        self.channels = channels
    }

    /// What flows out of a pad; nil where that is not known yet, or no sound.
    @MediaActor
    public init?(of pad: Pad) {
        guard let caps = gst_pad_get_current_caps(pad.pointer) else { return nil }
        defer { gst_caps_unref(caps) }
        var info = GstAudioInfo()
        guard gst_audio_info_from_caps(&info, caps) != 0, info.rate > 0, info.channels > 0,
            let name = gst_audio_format_to_string(info.finfo.pointee.format)
        else { return nil }
        self.init(samples: String(cString: name), rate: Int(info.rate), channels: Int(info.channels))
    }

    /// What a stream is converted to that goes on where one in this format ended.
    ///
    /// A sound server that is given another format begins a new stream, and 200 ms of silence with it. So the format stays,
    /// but where it would cost what can be heard: channels, or a sampling rate below that of a compact disc.
    public func kept(for next: SoundFormat) -> SoundFormat {
        guard next.channels <= channels, next.rate <= rate || rate >= 44_100 else { return next }
        return self
    }

    var caps: String { "audio/x-raw,format=\(samples),rate=\(rate),channels=\(channels)" }
}

extension Element {
    /// A bin that converts whatever sound comes to one format.
    ///
    /// - Throws: ``GstFailure`` when gst-plugins-base is not installed.
    public static func converter(to format: SoundFormat) throws(GstFailure) -> Element {
        try bin(describedBy: "audioconvert ! audioresample ! capsfilter caps=\(format.caps)")
    }
}
