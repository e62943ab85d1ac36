internal import Gst

/// Where and how subtitles are drawn.
struct SubtitleCanvas: Hashable, Sendable {
    var frame: FrameShape
    /// The position of the video in its frame.
    var x = 0
    var y = 0
    /// The size of the video.
    var width: Int
    var height: Int
    /// The size of text.
    var scale: Double
    /// The percentage of the video's height by which lines at the bottom are raised.
    var lift = 0

    /// Raises lines above what covers a share of the frame's height at the bottom.
    mutating func coverFoot(_ share: Double) {
        let covered = Double(y + height) - Double(frame.height) * (1 - share)
        lift = share > 0 && height > 0 ? min(50, max(0, Int((covered / Double(height) * 100).rounded(.up)))) : 0
    }
}

/// Subtitles that are drawn over frames; used by any thread.
protocol DrawnSubtitles: AnyObject, Sendable {
    /// The drawing at a media time in milliseconds; the same object while nothing changes.
    func drawing(atMilliseconds time: Int64, on canvas: SubtitleCanvas) -> PictureDrawing?
}
