internal import CGStreamer
internal import GLibLoop
internal import Synchronization

/// Sets the size of a scaling element's output, for a sink that shows frames unscaled.
///
/// The caps with the size change on the streaming thread, between two frames. If another thread changed them while a
/// frame of the old size is between scaler and filter, the filter would refuse that frame as "not negotiated", which
/// would stop the stream permanently: a sink that examines its window makes all upstream elements renegotiate at that
/// time.
public final class PictureScaler: Sendable {
    private struct Size: Hashable {
        var width: Int
        var height: Int
    }

    private struct State {
        /// The size to set before the next frame.
        var wanted: Size?
        /// The size in the caps.
        var applied: Size?
        /// The frames before scaling.
        var source: FrameShape?
    }

    /// The capsfilter after the scaler. `@unchecked`: its reference count and its properties are safe on any thread.
    private struct Filter: @unchecked Sendable { let pointer: UnsafeMutablePointer<GstElement> }

    private let filter: Filter
    private let state = Mutex(State())

    private init(_ filter: Element) {
        self.filter = Filter(pointer: filter.pointer)
        gst_object_ref(filter.pointer)
    }

    deinit { gst_object_unref(filter.pointer) }

    /// - Parameters:
    ///   - filter: a capsfilter after the scaler.
    ///   - pad: the sink pad of the scaler, or an earlier pad on the same streaming thread.
    @MediaActor
    public static func attach(_ filter: Element, before pad: Pad) -> PictureScaler {
        let scaler = PictureScaler(filter)
        pad.pointer.observe([.buffers, .events]) { scaler.handle($0) }
        return scaler
    }

    /// Sets the size from the next frame on.
    public func scale(width: Int, height: Int) {
        guard width > 0, height > 0 else { return }
        state.withLock { $0.wanted = Size(width: width, height: height) }
    }

    /// The area of the video in scaled frames, inside of the borders.
    func place(in frame: FrameShape) -> PictureShrinker.Place? {
        state.withLock(\.source).map { PictureShrinker.Place(of: $0, in: frame) }
    }

    /// Handles a frame, or a change of the format of frames.
    func handle(_ passing: PassingData) {
        if passing.traffic.contains(.events) {
            guard let event = passing.event, cgst_event_type(event) == GST_EVENT_CAPS else { return }
            var caps: UnsafeMutablePointer<GstCaps>?
            gst_event_parse_caps(event, &caps)
            let source = caps.flatMap { FrameShape($0) }
            state.withLock { $0.source = source }
        }
        let size = state.withLock { state -> Size? in
            guard let wanted = state.wanted else { return nil }
            state.wanted = nil
            guard wanted != state.applied else { return nil }
            state.applied = wanted
            return wanted
        }
        // The shape of pixels is the sink's: of 720 × 576 pixels, X displays are said to have wide ones.
        guard let size, let caps = gst_caps_from_string("video/x-raw,width=\(size.width),height=\(size.height)")
        else { return }
        cgst_set_pointer(filter.pointer, "caps", UnsafeMutableRawPointer(caps))
        gst_caps_unref(caps)
    }
}
