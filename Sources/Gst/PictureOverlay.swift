internal import CGStreamer
public import GLibLoop
internal import Synchronization

/// A picture that is about to be shown.
public struct PictureMoment: Sendable {
    /// What its gate is marked with; nil where it has no mark.
    public var item: UInt64?
    /// In the item's time, in nanoseconds; nil where it has none.
    public var mediaTime: Int64?
    public var shape: FrameShape
    /// Where in its frame the picture is; nil: all of the frame.
    public var place: PictureShrinker.Place?
}

/// Draws over the frames that flow through its element; where nothing is to be drawn they pass untouched.
///
/// Lines of subtitles lie below cards. What is drawn is shared by all frames that show it: the streaming thread only takes a
/// reference.
public final class PictureOverlay: Sendable {
    /// What lies over a picture, from the thread that brings it; the same object as long as nothing changes.
    public typealias Lines = @Sendable (PictureMoment) -> PictureDrawing?

    private struct State {
        var frame: FrameShape?
        var cards: PictureComposition?
        /// The frames that they were made for.
        var shape: FrameShape?
        var lines: PictureDrawing?
        /// Both.
        var composition: PictureComposition?
        var item: UInt64?

        mutating func compose() {
            composition = PictureComposition(lines?.composition, shape == frame ? cards : nil)
        }
    }

    private let state = Mutex(State())
    private let shrinker: PictureShrinker?
    private let lines: Lines?
    private let shapeChanged: @Sendable (FrameShape) -> Void

    /// - Parameters:
    ///   - shrinker: makes the picture smaller before it comes here.
    ///   - shapeChanged: called on a streaming thread when frames of another size come; it should only post.
    @MediaActor
    public init(
        _ element: Element, shrinker: PictureShrinker? = nil, lines: Lines? = nil,
        shapeChanged: @escaping @Sendable (FrameShape) -> Void
    ) {
        self.shrinker = shrinker
        self.lines = lines
        self.shapeChanged = shapeChanged
        let draw: @convention(c) (gpointer?, OpaquePointer?, gpointer?) -> gpointer? = drawOverlay
        let caps: @convention(c) (gpointer?, UnsafeMutablePointer<GstCaps>?, guint, guint, gpointer?) -> Void =
            overlayCapsChanged
        // GLib's one type for all handlers; each has the shape that its signal calls.
        element.connect("draw", unsafeBitCast(draw, to: GCallback.self), context: self)
        element.connect("caps-changed", unsafeBitCast(caps, to: GCallback.self), context: self)
        guard lines != nil, let pad = element.pad("sink") else { return }
        gst_pad_add_probe(
            pad.pointer, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, markProbe, Unmanaged.passRetained(self).toOpaque(),
            releaseContext)
    }

    /// Draws these cards from the next frame on, in place of those before.
    ///
    /// - Parameter shape: the frames that they were made for; others show nothing of them.
    public func show(_ patches: [PicturePatch], on shape: FrameShape) {
        let new = PictureComposition(patches)
        // The old ones are let go of outside of the lock.
        let old = state.withLock { state in
            let old = (state.cards, state.composition)
            (state.cards, state.shape) = (new, shape)
            state.compose()
            return old
        }
        _ = old
    }

    /// Frames that came last.
    public var frame: FrameShape? { state.withLock { $0.frame } }

    /// A reference for the caller; nil where nothing is to be drawn.
    func draw(_ sample: OpaquePointer?) -> gpointer? {
        let lines = lines.flatMap { lines in sample.flatMap { moment($0) }.flatMap(lines) }
        return state.withLock { state in
            if state.lines !== lines {
                state.lines = lines
                state.compose()
            }
            return state.composition?.reference()
        }
    }

    private func moment(_ sample: OpaquePointer) -> PictureMoment? {
        let (frame, item) = state.withLock { ($0.frame, $0.item) }
        guard let frame, let buffer = gst_sample_get_buffer(sample), let segment = gst_sample_get_segment(sample) else {
            return nil
        }
        return PictureMoment(
            item: item, mediaTime: StreamSegment(segment.pointee).mediaTime(cgst_buffer_pts(buffer)), shape: frame,
            place: shrinker?.place(in: frame))
    }

    func mark(_ info: UnsafeMutablePointer<GstPadProbeInfo>) -> GstPadProbeReturn {
        var item: guint64 = 0
        guard let event = cgst_probe_event(info), cgst_event_type(event) == GST_EVENT_CUSTOM_DOWNSTREAM,
            cgst_item_mark(event, &item) != 0
        else { return GST_PAD_PROBE_OK }
        state.withLock { $0.item = UInt64(item) }
        return GST_PAD_PROBE_DROP
    }

    func capsChanged(_ caps: UnsafeMutablePointer<GstCaps>) {
        guard let shape = FrameShape(caps) else { return }
        let isNew = state.withLock { state in
            defer {
                state.frame = shape
                state.compose()
            }
            return state.frame != shape
        }
        if isNew { shapeChanged(shape) }
    }
}
