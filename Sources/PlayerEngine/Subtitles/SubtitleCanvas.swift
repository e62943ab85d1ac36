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
}

/// Subtitles that are drawn over frames; used by any thread.
protocol DrawnSubtitles: AnyObject, Sendable {
    /// The drawing at a media time in milliseconds; the same object while nothing changes.
    func drawing(atMilliseconds time: Int64, on canvas: SubtitleCanvas) -> PictureDrawing?
}
