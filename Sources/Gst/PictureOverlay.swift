internal import CGStreamer
public import GLibLoop
internal import Synchronization

/// Draws over the frames that flow through its element; where nothing is to be drawn they pass untouched.
///
/// What is drawn is handed over once and shared by all frames: the streaming thread only takes a reference.
public final class PictureOverlay: Sendable {
    private struct State {
        var frame: FrameShape?
        var composition: PictureComposition?
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
        let caps: @convention(c) (gpointer?, UnsafeMutablePointer<GstCaps>?, guint, guint, gpointer?) -> Void =
            overlayCapsChanged
        // GLib's one type for all handlers; each has the shape that its signal calls.
        element.connect("draw", unsafeBitCast(draw, to: GCallback.self), context: self)
        element.connect("caps-changed", unsafeBitCast(caps, to: GCallback.self), context: self)
    }

    /// Draws these from the next frame on, in place of those before.
    ///
    /// - Parameter shape: the frames that they were made for; others show nothing of them.
    public func show(_ patches: [PicturePatch], on shape: FrameShape) {
        let new = PictureComposition(patches)
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
            return composition.reference()
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
