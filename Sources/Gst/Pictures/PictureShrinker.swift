internal import CGStreamer
internal import GLibLoop
internal import Synchronization

/// Makes the video smaller inside its frames while something is shown beside it. Otherwise frames pass unchanged.
///
/// The size of the frames stays the same, so that downstream elements do not renegotiate and nothing freezes.
public final class PictureShrinker: Sendable {
    /// The area of the video in the frame, in pixels.
    public struct Place: Hashable, Sendable {
        public var x: Int
        public var y: Int
        public var width: Int
        public var height: Int

        public init(x: Int, y: Int, width: Int, height: Int) {
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
        }

        /// The area of a video in the middle of a frame of another shape, as `videoscale` calculates it.
        public init(of video: FrameShape, in frame: FrameShape) {
            // Numbers from files: they may be too large to multiply as integers.
            let across = Double(video.width) * Double(video.pixelWidth) * Double(frame.pixelHeight)
            let down = Double(video.height) * Double(video.pixelHeight) * Double(frame.pixelWidth)
            let height = (Double(frame.width) * down / max(1, across)).rounded(.down)
            let isHigh = height > Double(frame.height)
            let width = isHigh ? (Double(frame.height) * across / max(1, down)).rounded(.down) : Double(frame.width)
            let size = (Int(width), isHigh ? frame.height : Int(height))
            self.init(
                x: (frame.width - size.0) / 2, y: (frame.height - size.1) / 2, width: max(1, size.0),
                height: max(1, size.1))
        }

        /// An area of this frame, after the whole frame was made as small as `whole`.
        func shrunk(into whole: Place, from frame: FrameShape) -> Place {
            let (across, down) = (max(1, frame.width), max(1, frame.height))
            return Place(
                x: whole.x + x * whole.width / across, y: whole.y + y * whole.height / down,
                width: max(1, width * whole.width / across), height: max(1, height * whole.height / down))
        }
    }

    /// The resources for shrinking frames of one format into one area.
    private struct Conversion {
        var place: Place
        var info: GstVideoInfo
        /// Converts only the video, into a frame whose surroundings are already drawn.
        var converter: OpaquePointer
        /// Converts the video, with black around it.
        var filling: OpaquePointer
        var pool: UnsafeMutablePointer<GstBufferPool>

        func free() {
            gst_video_converter_free(converter)
            gst_video_converter_free(filling)
            gst_buffer_pool_set_active(pool, 0)
            gst_object_unref(pool)
        }
    }

    /// `@unchecked`: the pointers are used only under the lock.
    private struct State: @unchecked Sendable {
        var place: Place?
        /// How the video reaches ``place``; nil while it is there.
        var motion: PictureMotion?
        var surroundings: PictureComposition?
        /// Increases with ``surroundings``: frames are marked with the surroundings that were drawn on them.
        var mark: UInt32 = 1
        var shape: FrameShape?
        var caps: UnsafeMutablePointer<GstCaps>?
        var conversion: Conversion?

        mutating func forget() {
            conversion?.free()
            conversion = nil
        }

        /// The area of the video in a frame; nil: the whole frame.
        mutating func place(at time: UInt64) -> Place? {
            if let place = motion?.place(at: time) { return place }
            motion = nil
            return place
        }
    }

    private let state = Mutex(State())

    private init() {}

    /// Begins to handle the frames that arrive at a sink pad.
    @MediaActor
    public static func attach(to pad: Pad) -> PictureShrinker {
        let shrinker = PictureShrinker()
        pad.pointer.observe([.buffers, .events]) { shrinker.handle($0) }
        return shrinker
    }

    deinit {
        state.withLock { state in
            state.forget()
            if let caps = state.caps { gst_caps_unref(caps) }
        }
    }

    /// Sets the area from the next frame on; nil: the whole frame.
    ///
    /// - Parameters:
    ///   - surroundings: drawn on the black area around the video, once per change and not once per frame.
    ///   - shape: the frames that the surroundings were made for; other frames are not changed.
    ///   - moves: whether the video moves there within a quarter of a second of its frames.
    public func shrink(
        to place: Place?, among surroundings: [PicturePatch] = [], on shape: FrameShape, moves: Bool = false
    ) {
        let composition = PictureComposition(surroundings)
        state.withLock { state in
            state.surroundings = composition
            state.mark &+= 1
            if state.mark == 0 { state.mark = 1 }
            if !moves { state.motion = nil }
            guard state.place != place || state.shape != shape else { return }
            let whole = Place(x: 0, y: 0, width: shape.width, height: shape.height)
            let here = state.motion?.here ?? state.place ?? whole
            state.motion = moves && state.shape ?? shape == shape ? PictureMotion(from: here, to: place ?? whole) : nil
            state.place = place
            state.shape = shape
        }
    }

    /// The area of the video in frames of this shape; nil: the whole frame.
    func place(in shape: FrameShape) -> Place? { state.withLock { $0.shape == shape ? $0.place : nil } }

    func handle(_ passing: PassingData) {
        if let event = passing.event,
            passing.traffic.contains(.events)
        {
            guard cgst_event_type(event) == GST_EVENT_CAPS else { return }
            var caps: UnsafeMutablePointer<GstCaps>?
            gst_event_parse_caps(event, &caps)
            guard let caps else { return }
            state.withLock { state in
                state.forget()
                if let old = state.caps { gst_caps_unref(old) }
                state.caps = gst_caps_ref(caps)
            }
        } else if passing.buffer != nil,
            let buffer = passing.buffer
        {
            // One lock per frame: other threads take it only when a proposal appears or disappears.
            state.withLock { state in
                guard let small = Self.shrunk(buffer, &state) else { return }
                passing.pass(small)
                gst_buffer_unref(buffer)
            }
        }
    }

    private static func shrunk(
        _ buffer: UnsafeMutablePointer<GstBuffer>, _ state: inout State
    ) -> UnsafeMutablePointer<GstBuffer>? {
        guard let caps = state.caps, FrameShape(caps) == state.shape,
            let place = state.place(at: UInt64(cgst_buffer_pts(buffer)))
        else {
            state.forget()
            return nil
        }
        if state.conversion?.place != place {
            state.forget()
            state.conversion = conversion(to: place, caps)
        }
        guard var conversion = state.conversion else { return nil }
        var small: UnsafeMutablePointer<GstBuffer>?
        guard cgst_pool_acquire(conversion.pool, &small) == GST_FLOW_OK, let small else { return nil }
        var (from, to) = (GstVideoFrame(), GstVideoFrame())
        guard gst_video_frame_map(&from, &conversion.info, buffer, cgst_map_flags(0)) != 0 else {
            gst_buffer_unref(small)
            return nil
        }
        defer { gst_video_frame_unmap(&from) }
        guard gst_video_frame_map(&to, &conversion.info, small, cgst_map_flags(1)) != 0 else {
            gst_buffer_unref(small)
            return nil
        }
        if cgst_buffer_mark(small, markName) == state.mark {
            gst_video_converter_frame(conversion.converter, &from, &to)
        } else {
            gst_video_converter_frame(conversion.filling, &from, &to)
            state.surroundings?.blend(onto: &to)
            cgst_buffer_set_mark(small, markName, state.mark)
        }
        gst_video_frame_unmap(&to)
        cgst_copy_times(small, buffer)
        return small
    }

    /// Returns nil if the frames are not in system memory or cannot be scaled.
    private static func conversion(to place: Place, _ caps: UnsafeMutablePointer<GstCaps>) -> Conversion? {
        var info = GstVideoInfo()
        guard cgst_is_in_system_memory(caps) != 0, gst_video_info_from_caps(&info, caps) != 0,
            let converter = converter(&info, place, fills: false)
        else { return nil }
        guard let filling = Self.converter(&info, place, fills: true) else {
            gst_video_converter_free(converter)
            return nil
        }
        guard let pool = cgst_pool_new(caps, &info) else {
            gst_video_converter_free(converter)
            gst_video_converter_free(filling)
            return nil
        }
        return Conversion(place: place, info: info, converter: converter, filling: filling, pool: pool)
    }

    private static func converter(_ info: inout GstVideoInfo, _ place: Place, fills: Bool) -> OpaquePointer? {
        cgst_converter_new(
            &info, gint(clamping: place.x), gint(clamping: place.y), gint(clamping: place.width),
            gint(clamping: place.height), fills ? 1 : 0)
    }

    private static let markName = g_quark_from_string("mediad-surroundings")
}
