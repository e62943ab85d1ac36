internal import GLibLoop
internal import Gst

/// The presets that are available for an item on this machine.
public enum ExportPresets {
    /// - Parameter targets: the names of GStreamer's encoding targets that suit the item.
    /// - Returns: `passthrough`, the presets whose encoders are installed, and the targets.
    @MediaActor
    public static func available(hasVideo: Bool, hasAudio: Bool, targets: [String]) -> [String] {
        var presets = ["passthrough"]
        let picture = StreamChain.encoding(.video, for: "", .matroska) ?? StreamChain.encoding(.video, for: "", .webm)
        let sound = StreamChain.encoding(.audio, for: "", .matroska)
        if (!hasVideo || picture != nil) && (!hasAudio || sound != nil) { presets.append("exact") }
        if hasAudio { presets.append("audio") }
        return presets + targets.sorted()
    }
}
