internal import CGStreamer
public import GLibLoop
internal import Synchronization

/// A frame that is about to be shown.
public struct PictureMoment: Sendable {
    /// The mark of its gate; nil if there is none.
    public var item: UInt64?
    /// In the item's time, in nanoseconds; nil if there is none.
    public var mediaTime: Int64?
    public var shape: FrameShape
    /// The area of the video in the frame; nil: the whole frame.
    public var place: PictureShrinker.Place?
}

/// Draws over the frames that flow through its element. If there is nothing to draw, frames pass unchanged.
///
/// Lines of subtitles are below cards. All frames share the drawing: the streaming thread only takes a reference.
public final class PictureOverlay: Sendable {
    /// Returns the drawing over a frame, on the streaming thread; the same object while nothing changes.
    public typealias Lines = @Sendable (PictureMoment) -> PictureDrawing?

    private struct State {
        var frame: FrameShape?
        var cards: PictureComposition?
        /// The frames that the cards were made for.
        var shape: FrameShape?
        var lines: PictureDrawing?
        /// Lines and cards together.
        var composition: PictureComposition?
        var item: UInt64?

        mutating func compose() {
            composition = PictureComposition(lines?.composition, shape == frame ? cards : nil)
        }
    }

    private let state = Mutex(State())
    private let shrinker: PictureShrinker?
    private let scaler: PictureScaler?
    private let lines: Lines?
    private let shapeChanged: @Sendable (FrameShape) -> Void

    /// - Parameters:
    ///   - shrinker: makes the video smaller before it arrives here.
    ///   - scaler: has put borders around the video before that.
    ///   - shapeChanged: called on a streaming thread when the frame size changes; it should only post.
    @MediaActor
    public init(
        _ element: Element, shrinker: PictureShrinker? = nil, scaler: PictureScaler? = nil, lines: Lines? = nil,
        shapeChanged: @escaping @Sendable (FrameShape) -> Void
    ) {
        self.shrinker = shrinker
        self.scaler = scaler
        self.lines = lines
        self.shapeChanged = shapeChanged
        let draw: @convention(c) (gpointer?, OpaquePointer?, gpointer?) -> gpointer? = drawOverlay
        let caps: @convention(c) (gpointer?, UnsafeMutablePointer<GstCaps>?, guint, guint, gpointer?) -> Void =
            overlayCapsChanged
        // GLib's type for all handlers. Each has the signature of its signal.
        element.connect("draw", unsafeBitCast(draw, to: GCallback.self), context: self)
        element.connect("caps-changed", unsafeBitCast(caps, to: GCallback.self), context: self)
        guard lines != nil, let pad = element.pad("sink") else { return }
        pad.pointer.filter(.events) { self.mark($0) }
    }

    /// Replaces the cards from the next frame on.
    ///
    /// - Parameter shape: the frames that the cards were made for; the cards do not appear on other frames.
    public func show(_ drawing: PictureDrawing, on shape: FrameShape) {
        let new = drawing.composition
        // The old compositions are released outside of the lock.
        let old = state.withLock { state in
            let old = (state.cards, state.composition)
            (state.cards, state.shape) = (new, shape)
            state.compose()
            return old
        }
        _ = old
    }

    /// The shape of the last frames.
    public var frame: FrameShape? { state.withLock { $0.frame } }

    /// Returns a reference that the caller must release; nil if there is nothing to draw.
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
            place: place(in: frame))
    }

    private func place(in frame: FrameShape) -> PictureShrinker.Place? {
        let scaled = scaler?.place(in: frame)
        guard let whole = shrinker?.place(in: frame) else { return scaled }
        return scaled?.shrunk(into: whole, from: frame) ?? whole
    }

    func mark(_ passing: PassingData) -> PadVerdict {
        var item: guint64 = 0
        guard let event = passing.event, cgst_event_type(event) == GST_EVENT_CUSTOM_DOWNSTREAM,
            cgst_item_mark(event, &item) != 0
        else { return .pass }
        state.withLock { $0.item = UInt64(item) }
        return .drop
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
