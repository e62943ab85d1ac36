internal import GLibLoop
internal import Gst
internal import PlayerCore

/// The presets that are available for an item on this machine.
public enum ExportPresets {
    /// - Parameters:
    ///   - uri: of the item.
    ///   - codecs: of its tracks, as GStreamer describes them; without those that it does not know.
    ///   - lines: the shorter side of the picture in pixels; nil if it is unknown, or there is no video.
    ///   - targets: the names of GStreamer's encoding targets that suit the item.
    /// - Returns: `passthrough` if the item can be copied, the presets whose encoders are installed, those that make the
    ///   picture no larger than it is, and the targets.
    @MediaActor
    public static func available(
        for uri: String, hasVideo: Bool, hasAudio: Bool, codecs: [String] = [], lines: Int?, targets: [String]
    ) -> [String] {
        // AVI files do not contain the time of each frame, which a copy needs.
        let isUntimed = hasVideo && FileFormat.ending(of: uri) == "avi"
        var presets = isUntimed || codecs.contains(where: cannotBeCopied) ? [] : ["passthrough"]
        let picture = StreamChain.encoding(.video, for: "", .matroska) ?? StreamChain.encoding(.video, for: "", .webm)
        let sound = StreamChain.encoding(.audio, for: "", .matroska)
        let canEncode = (!hasVideo || picture != nil) && (!hasAudio || sound != nil)
        if canEncode { presets.append("exact") }
        if hasAudio { presets.append("audio") }
        if canEncode, hasVideo, let lines {
            presets += ExportOrder.Method.scaling.filter { $0.isSensible(for: lines) }.map(\.preset)
        }
        return presets + targets.sorted()
    }

    /// Whether no file that mediad writes holds streams of a codec: Windows Media, and pictures that are stored one by one.
    private static func cannotBeCopied(_ codec: String) -> Bool {
        let codec = codec.lowercased()
        return ["windows media", "wmv", "wma", "jpeg", "vc-1", "vc1"].contains { codec.contains($0) }
    }
}

extension ExportOrder.Method {
    fileprivate func isSensible(for lines: Int) -> Bool {
        if case .lines(let count) = self { count <= lines } else { false }
    }
}
