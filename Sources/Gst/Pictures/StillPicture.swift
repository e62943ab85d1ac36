internal import CGStreamer

/// A frame that was taken out of a stream, to be stored as it is seen.
///
/// `@unchecked`: nobody changes a buffer or caps that somebody else refers to.
public final class StillPicture: @unchecked Sendable {
    /// A picture with square pixels.
    public struct Pixels: Sendable {
        /// Red, green and blue of each pixel, in rows without padding.
        public var rgb: [UInt8]
        public var width: Int
        public var height: Int
    }

    /// Pixels of a picture. A file that says that its pixels are very wide or very high gets them as they are stored.
    private static let mostPixels = 40_000_000

    private let buffer: UnsafeMutablePointer<GstBuffer>
    private let caps: UnsafeMutablePointer<GstCaps>

    /// Refers to both.
    init(_ buffer: UnsafeMutablePointer<GstBuffer>, _ caps: UnsafeMutablePointer<GstCaps>) {
        self.buffer = gst_buffer_ref(buffer)
        self.caps = gst_caps_ref(caps)
    }

    deinit {
        gst_buffer_unref(buffer)
        gst_caps_unref(caps)
    }

    /// The picture, not smaller than its frame: pixels that are not square are made wider or higher. Takes up to a second;
    /// nil if the frame is not in memory that can be read.
    public func pixels() -> Pixels? {
        var (from, to) = (GstVideoInfo(), GstVideoInfo())
        guard cgst_is_in_system_memory(caps) != 0, gst_video_info_from_caps(&from, caps) != 0,
            let shape = FrameShape(caps), let size = Self.size(of: shape),
            gst_video_info_set_format(&to, GST_VIDEO_FORMAT_ARGB64, guint(size.width), guint(size.height)) != 0
        else { return nil }
        // Sixteen bits a colour on the way: with eight, GStreamer's colours are up to five off. The converter changes neither
        // of these.
        (to.interlace_mode, to.fps_n, to.fps_d) = (from.interlace_mode, from.fps_n, from.fps_d)
        guard let converter = gst_video_converter_new(&from, &to, nil) else { return nil }
        defer { gst_video_converter_free(converter) }
        guard let target = gst_buffer_new_allocate(nil, gsize(to.size), nil) else { return nil }
        defer { gst_buffer_unref(target) }
        var (source, picture) = (GstVideoFrame(), GstVideoFrame())
        guard gst_video_frame_map(&source, &from, buffer, cgst_map_flags(0)) != 0 else { return nil }
        defer { gst_video_frame_unmap(&source) }
        guard gst_video_frame_map(&picture, &to, target, cgst_map_flags(1)) != 0 else { return nil }
        defer { gst_video_frame_unmap(&picture) }
        gst_video_converter_frame(converter, &source, &picture)
        guard let first = picture.data.0 else { return nil }
        let (width, stride) = (size.width, Int(picture.info.stride.0))
        let rgb = [UInt8](unsafeUninitializedCapacity: width * 3 * size.height) { bytes, count in
            for row in 0..<size.height {
                let line = (first + row * stride).assumingMemoryBound(to: UInt16.self)
                for pixel in 0..<width {
                    for colour in 0..<3 {
                        // Behind alpha, the highest.
                        bytes[count] = UInt8((UInt32(line[4 * pixel + colour + 1]) * 255 + 32_767) / 65_535)
                        count += 1
                    }
                }
            }
        }
        return Pixels(rgb: rgb, width: size.width, height: size.height)
    }

    /// The size of a frame in square pixels; nil if it is too large.
    static func size(of frame: FrameShape) -> (width: Int, height: Int)? {
        func isPossible(_ width: Double, _ height: Double) -> Bool { width * height <= Double(mostPixels) }
        let aspect = Double(frame.pixelWidth) / Double(frame.pixelHeight)
        let (width, height) = (Double(frame.width), Double(frame.height))
        let seen = (width: (width * max(1, aspect)).rounded(), height: (height / min(1, aspect)).rounded())
        if isPossible(seen.width, seen.height) { return (Int(seen.width), Int(seen.height)) }
        return isPossible(width, height) ? (frame.width, frame.height) : nil
    }
}
