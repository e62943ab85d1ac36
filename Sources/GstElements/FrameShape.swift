package import CGStreamer

/// The size and pixel aspect ratio of video frames.
public struct FrameShape: Hashable, Sendable {
    public var width: Int
    public var height: Int
    public var pixelWidth: Int
    public var pixelHeight: Int

    public init(width: Int, height: Int, pixelWidth: Int = 1, pixelHeight: Int = 1) {
        (self.width, self.height, self.pixelWidth, self.pixelHeight) = (width, height, pixelWidth, pixelHeight)
    }

    package init?(_ caps: UnsafeMutablePointer<GstCaps>) {
        var info = GstVideoInfo()
        guard gst_video_info_from_caps(&info, caps) != 0, info.width > 0, info.height > 0 else {
            return nil
        }
        self.init(
            width: Int(info.width), height: Int(info.height), pixelWidth: max(1, Int(info.par_n)),
            pixelHeight: max(1, Int(info.par_d)))
    }
}
