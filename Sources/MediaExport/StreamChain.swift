internal import GLibLoop
internal import Gst

/// The chains of elements that bring streams into a file, in the notation of gst-launch.
@MediaActor
enum StreamChain {
    /// The chain that copies a stream as stored.
    ///
    /// - Parameter source: the container, if it is read without a parser; nil if there was one.
    /// - Returns: the elements between source and muxer, possibly an empty string; nil if the file cannot hold the
    ///   stream in this form.
    static func copying(
        _ stream: StreamFormat, from source: StoredContainer? = nil, into format: FileFormat
    ) -> String? {
        let parser: String
        switch (stream.codec, format) {
        case (.h264, .mp4): parser = available("h264parse", "h264timestamper")
        case (.h264, .matroska): parser = "h264parse"
        case (.h265, .mp4): parser = available("h265parse", "h265timestamper")
        case (.h265, .matroska): parser = "h265parse"
        case (.mpeg4, .mp4), (.mpeg4, .matroska): parser = "mpeg4videoparse"
        case (.mpeg2, .matroska): parser = "mpegvideoparse"
        case (.vp8, .matroska), (.vp8, .webm): parser = ""
        case (.vp9, .matroska), (.vp9, .webm), (.vp9, .mp4): parser = available("vp9parse")
        case (.av1, .matroska), (.av1, .webm), (.av1, .mp4): parser = available("av1parse")
        case (.theora, .matroska), (.theora, .ogg): parser = ""
        case (.aac, .mp4), (.aac, .matroska): parser = "aacparse"
        case (.mp3, .mp4), (.mp3, .matroska): parser = "mpegaudioparse"
        case (.mp3, .mp3): parser = available("mpegaudioparse", "xingmux", "id3v2mux")
        case (.opus, .mp4), (.opus, .matroska), (.opus, .webm), (.opus, .ogg): parser = ""
        case (.vorbis, .matroska), (.vorbis, .webm), (.vorbis, .ogg): parser = ""
        case (.flac, .matroska): parser = ""
        case (.ac3, .mp4), (.ac3, .matroska): parser = "ac3parse"
        case (.eac3, .matroska): parser = "ac3parse"
        case (.dts, .matroska): parser = "dcaparse"
        case (.samples, .matroska): parser = ""
        case (.samples, .wav): parser = available("wavenc")
        case (.text, .matroska), (.text, .mp4): parser = ""
        case (.ssa, .matroska): parser = ""
        default: return nil
        }
        return stream.isWhole && (format == .matroska ? source != nil : format == .mp4 && source == .mp4) ? "" : parser
    }

    /// The chain that encodes a decoded stream for the file.
    ///
    /// - Parameters:
    ///   - orientation: how frames are stored, see `filters`.
    ///   - size: what the upright picture is scaled to; nil: it keeps its size.
    /// - Returns: nil if no suitable encoder is installed.
    static func encoding(
        _ kind: StreamFormat.Kind, for path: String, _ format: FileFormat, _ orientation: PictureTurn? = nil,
        size: (width: Int, height: Int)? = nil
    ) -> String? {
        let choices: [[String]]
        switch (kind, format) {
        case (.video, .mp4), (.video, .matroska): choices = h264 + [["avenc_mpeg4 bitrate=6000000", "mpeg4videoparse"]]
        case (.video, .webm):
            choices = [
                ["vp8enc end-usage=cq cq-level=12 target-bitrate=12000000 deadline=1 cpu-used=4 keyframe-max-dist=250"]
            ]
        case (.video, .ogg): choices = [["theoraenc quality=52"]]
        case (.audio, .mp4): choices = aac
        case (.audio, .matroska): choices = opus + aac + vorbis
        case (.audio, .webm): choices = opus + vorbis
        case (.audio, .ogg): choices = FileFormat.ending(of: path) == "opus" ? opus : vorbis + opus
        case (.audio, .mp3):
            choices = [["lamemp3enc target=quality quality=2", "mpegaudioparse", "xingmux", "id3v2mux"]]
        case (.audio, .flac): choices = [["flacenc quality=5"]]
        case (.audio, .wav): choices = [["wavenc"]]
        case (.subtitles, .matroska), (.subtitles, .mp4): return ""
        default: return nil
        }
        guard let encoder = encoder(choices, for: format) else { return nil }
        return switch kind {
        case .video:
            [filters(orientation), scaling(to: size), "videorate skip-to-first=true", encoder].compactMap(\.self)
                .joined(separator: " ! ")
        case .audio: "audioconvert ! audioresample ! " + encoder
        case .subtitles: encoder
        }
    }

    /// What decoded frames pass before they are encoded: interlaced ones become whole frames, and turned ones upright.
    ///
    /// - Parameter orientation: how frames are stored according to the file; nil: what GStreamer reads of it counts.
    static func filters(_ orientation: PictureTurn?) -> String {
        let direction = orientation.map { "video-direction=\($0.direction)" } ?? "video-direction=auto"
        let found = available("deinterlace fields=top method=yadif", "videoconvert", "videoflip \(direction)")
        // videoflip does not take all that encoders do.
        return found + " ! videoconvert"
    }

    private static func scaling(to size: (width: Int, height: Int)?) -> String? {
        size.map { size in
            "videoscale method=lanczos add-borders=false ! "
                + "video/x-raw,width=\(size.width),height=\(size.height),pixel-aspect-ratio=1/1"
        }
    }

    private static let h264 = [
        ["x264enc pass=qual quantizer=20 speed-preset=veryfast key-int-max=250", "h264parse"],
        ["openh264enc complexity=medium bitrate=8000000 gop-size=250", "h264parse"],
    ]
    private static let aac = [
        ["avenc_aac bitrate=192000", "aacparse"], ["fdkaacenc bitrate=192000", "aacparse"],
        ["voaacenc bitrate=192000", "aacparse"],
    ]
    private static let opus = [["opusenc bitrate=160000"]]
    private static let vorbis = [["vorbisenc quality=0.6"]]

    private static func encoder(_ choices: [[String]], for format: FileFormat) -> String? {
        let choice = choices.first { choice in
            choice.first?.split(separator: " ").first.map { Gst.hasElement(String($0)) } ?? false
        }
        return choice.map { available($0) }
    }

    private static func available(_ elements: String...) -> String { available(elements) }

    /// The installed elements: elements that only improve a file may be missing.
    private static func available(_ elements: [String]) -> String {
        let found = elements.filter { Gst.hasElement(String($0.prefix { $0 != " " })) }
        return found.isEmpty ? "" : found.joined(separator: " ! ")
    }
}
