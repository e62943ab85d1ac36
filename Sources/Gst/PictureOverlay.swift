internal import CGStreamer
internal import Synchronization

/// Draws over the frames that flow through its element; where nothing is to be drawn they pass untouched.
///
/// What is drawn is handed over once and shared by all frames: the streaming thread only takes a reference.
public final class PictureOverlay: Sendable {
    /// Pixels over a part of the frame.
    public struct Patch: Sendable {
        /// In the frame.
        public var x: Int
        public var y: Int
        public var width: Int
        public var height: Int
        /// BGRA in the machine's byte order, colours multiplied by alpha, rows without gaps.
        public var pixels: [UInt8]

        public init(x: Int, y: Int, width: Int, height: Int, pixels: [UInt8]) {
            (self.x, self.y, self.width, self.height, self.pixels) = (x, y, width, height, pixels)
        }
    }

    /// A reference that is handed from thread to thread; compositions are immutable and their counts atomic.
    private final class Composition: @unchecked Sendable {
        let pointer: OpaquePointer

        init?(_ patches: [Patch]) {
            guard !patches.isEmpty, let pointer = cgst_composition_new() else { return nil }
            self.pointer = pointer
            for patch in patches {
                guard let buffer = gst_buffer_new_allocate(nil, gsize(patch.pixels.count), nil) else { continue }
                patch.pixels.withUnsafeBytes { bytes in
                    _ = gst_buffer_fill(buffer, 0, bytes.baseAddress, gsize(bytes.count))
                }
                cgst_composition_add(
                    pointer, buffer, gint(clamping: patch.x), gint(clamping: patch.y), guint(clamping: patch.width),
                    guint(clamping: patch.height))
                gst_buffer_unref(buffer)
            }
        }

        deinit { cgst_composition_unref(pointer) }
    }

    private struct State {
        var frame: FrameShape?
        var composition: Composition?
        /// The frames that it was made for.
        var shape: FrameShape?
    }

    private let state = Mutex(State())
    private let shapeChanged: @Sendable (FrameShape) -> Void

    /// - Parameter shapeChanged: called on a streaming thread when frames of another size come; it should only post.
    @MediaActor
    public init(_ element: Element, shapeChanged: @escaping @Sendable (FrameShape) -> Void) {
        self.shapeChanged = shapeChanged
        let draw: @convention(c) (gpointer?, gpointer?, gpointer?) -> gpointer? = drawOverlay
        let caps: @convention(c) (gpointer?, UnsafeMutablePointer<GstCaps>?, guint, guint, gpointer?) -> Void = overlayCapsChanged
        element.connect("draw", unsafeBitCast(draw, to: GCallback.self), context: self)
        element.connect("caps-changed", unsafeBitCast(caps, to: GCallback.self), context: self)
    }

    /// Draws these from the next frame on, in place of those before.
    ///
    /// - Parameter shape: the frames that they were made for; others show nothing of them.
    public func show(_ patches: [Patch], on shape: FrameShape) {
        let new = Composition(patches)
        // The old one is let go of outside of the lock.
        let old = state.withLock { state in
            defer { (state.composition, state.shape) = (new, shape) }
            return state.composition
        }
        _ = old
    }

    /// Frames that came last.
    public var frame: FrameShape? { state.withLock { $0.frame } }

    /// A reference for the caller; nil where nothing is to be drawn.
    func draw() -> gpointer? {
        state.withLock { state in
            guard let composition = state.composition, state.shape == state.frame else { return nil }
            return gpointer(cgst_composition_ref(composition.pointer))
        }
    }

    func capsChanged(_ caps: UnsafeMutablePointer<GstCaps>) {
        guard let shape = FrameShape(caps) else { return }
        let isNew = state.withLock { state in
            defer { state.frame = shape }
            return state.frame != shape
        }
        if isNew { shapeChanged(shape) }
    }
}

/// The size of video frames, and how wide a pixel of theirs is for its height.
public struct FrameShape: Hashable, Sendable {
    public var width: Int
    public var height: Int
    public var pixelWidth: Int
    public var pixelHeight: Int

    public init(width: Int, height: Int, pixelWidth: Int = 1, pixelHeight: Int = 1) {
        (self.width, self.height, self.pixelWidth, self.pixelHeight) = (width, height, pixelWidth, pixelHeight)
    }

    init?(_ caps: UnsafeMutablePointer<GstCaps>) {
        var info = GstVideoInfo()
        guard gst_video_info_from_caps(&info, caps) != 0, info.width > 0, info.height > 0 else {
            return nil
        }
        self.init(
            width: Int(info.width), height: Int(info.height), pixelWidth: max(1, Int(info.par_n)),
            pixelHeight: max(1, Int(info.par_d)))
    }
}
