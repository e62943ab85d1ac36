internal import Gst
internal import PlayerCore

/// The format in which a stream is stored.
struct StreamFormat: Hashable, Sendable {
    enum Kind: Hashable, Sendable { case video, audio, subtitles }
    enum Codec: Hashable, Sendable {
        case h264, h265, mpeg4, mpeg2, vp8, vp9, av1, theora
        case aac, mp3, opus, vorbis, flac, ac3, eac3, dts, samples
        case text, ssa, pictures, other
    }

    let kind: Kind
    let codec: Codec
    /// The caps in the notation of GStreamer.
    let caps: String

    /// - Parameter caps: the caps of the stream's pad.
    init(caps: String) {
        self.caps = caps
        let type = String(caps.prefix { $0 != "," && $0 != "(" && $0 != ";" && $0 != " " })
        codec = Self.codec(type, caps)
        kind =
            switch codec {
            case .text, .ssa, .pictures: .subtitles
            default: type.hasPrefix("video/") || type.hasPrefix("image/") ? .video : .audio
            }
    }

    /// Whether texts contain markup, which is removed in a file.
    var isMarkup: Bool { codec == .text && caps.contains("pango-markup") }

    /// The caps of the stream in the file.
    var capsInFile: String { isMarkup ? "text/x-raw,format=(string)utf8" : caps }

    /// Whether the caps contain everything that a muxer needs, and the decoding times are those of the container.
    var isWhole: Bool {
        switch codec {
        case .h264: caps.contains("stream-format=(string)avc,") && caps.contains("codec_data=")
        case .h265: caps.contains("stream-format=(string)hvc1") && caps.contains("codec_data=")
        case .aac: caps.contains("stream-format=(string)raw") && caps.contains("codec_data=")
        default: false
        }
    }

    /// The duration of a frame in nanoseconds; nil if it is unknown.
    var frameDuration: Int64? {
        let parts = field("framerate=(fraction)").map { $0.split(separator: "/").compactMap { Int64($0) } } ?? []
        guard parts.count == 2, parts[0] > 0 else { return nil }
        let (product, overflow) = parts[1].multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? nil : product / parts[0]
    }

    /// The sample rate in hertz; nil if it is unknown.
    var rate: Int64? { field("rate=(int)").flatMap { Int64($0) }.flatMap { $0 > 0 ? $0 : nil } }

    /// The size of upright frames whose shorter side has this many pixels, both even; nil if they are not larger, or their
    /// size is unknown. Pixels are square then.
    ///
    /// - Parameter isTurned: whether the frames are stored on their side.
    func size(ofLines lines: Int, isTurned: Bool) -> (width: Int, height: Int)? {
        let sides = ["width=(int)", "height=(int)"].compactMap { field($0).flatMap { Double($0) } }
        guard sides.count == 2, sides.allSatisfy({ $0 > 0 }) else { return nil }
        let pixel = field("pixel-aspect-ratio=(fraction)")?.split(separator: "/").compactMap { Double($0) } ?? []
        let shape = pixel.count == 2 && pixel.allSatisfy { $0 > 0 } ? pixel[0] / pixel[1] : 1
        let (width, height) = isTurned ? (sides[1], sides[0] * shape) : (sides[0] * shape, sides[1])
        guard min(width, height) > Double(lines) else { return nil }
        let scale = Double(lines) / min(width, height)
        func even(_ side: Double) -> Int { max(2, Int((min(side * scale, 16_384) / 2).rounded()) * 2) }
        return (even(width), even(height))
    }

    private func field(_ name: String) -> Substring? {
        let field = caps.split(separator: ",").lazy.map { $0.drop { $0 == " " } }.first { $0.hasPrefix(name) }
        return field?.dropFirst(name.count).prefix { $0.isNumber || $0 == "/" }
    }

    /// The name for use in a sentence: `Vorbis`, `H.264`.
    var name: String {
        switch codec {
        case .h264: "H.264"
        case .h265: "H.265"
        case .mpeg4: "MPEG-4 video"
        case .mpeg2: "MPEG-2 video"
        case .vp8: "VP8"
        case .vp9: "VP9"
        case .av1: "AV1"
        case .theora: "Theora"
        case .aac: "AAC"
        case .mp3: "MP3"
        case .opus: "Opus"
        case .vorbis: "Vorbis"
        case .flac: "FLAC"
        case .ac3: "AC-3"
        case .eac3: "E-AC-3"
        case .dts: "DTS"
        case .samples: "uncompressed sound"
        case .text: "text subtitles"
        case .ssa: "SSA subtitles"
        case .pictures: "picture subtitles"
        case .other: String(caps.prefix { $0 != "," && $0 != "(" && $0 != ";" })
        }
    }

    private static func codec(_ type: String, _ caps: String) -> Codec {
        func version(_ number: Int) -> Bool { caps.contains("mpegversion=(int)\(number)") }
        switch type {
        case "video/x-h264": return .h264
        case "video/x-h265": return .h265
        case "video/mpeg": return version(4) ? .mpeg4 : .mpeg2
        case "video/x-vp8": return .vp8
        case "video/x-vp9": return .vp9
        case "video/x-av1": return .av1
        case "video/x-theora": return .theora
        case "audio/mpeg": return version(1) ? .mp3 : .aac
        case "audio/x-opus": return .opus
        case "audio/x-vorbis": return .vorbis
        case "audio/x-flac": return .flac
        case "audio/x-ac3": return .ac3
        case "audio/x-eac3": return .eac3
        case "audio/x-dts": return .dts
        case "audio/x-raw": return .samples
        case "text/x-raw": return .text
        case "application/x-ass", "application/x-ssa": return .ssa
        case "subpicture/x-dvd", "subpicture/x-pgs", "subpicture/x-dvb": return .pictures
        default: return .other
        }
    }
}

extension MediaTrack.Kind {
    init(_ kind: StreamFormat.Kind) {
        switch kind {
        case .video: self = .video
        case .audio: self = .audio
        case .subtitles: self = .subtitles
        }
    }
}
