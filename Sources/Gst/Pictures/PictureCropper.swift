internal import CGStreamer
internal import GLibLoop
internal import Synchronization

/// Cuts frames at two sides, so that what is left has the shape of the window.
///
/// The edges change on the streaming thread, before the frame or the format that they are for: `videocrop` refuses edges
/// that are wider than its frames.
public final class PictureCropper: Sendable {
    /// What is cut, in pixels of the frame, the same at opposite sides.
    public struct Edges: Hashable, Sendable {
        /// At the left, and at the right.
        public var across = 0
        /// At the top, and at the bottom.
        public var down = 0

        public init(across: Int = 0, down: Int = 0) { (self.across, self.down) = (across, down) }

        /// What is cut of a frame so that it fills a window without bars. Even numbers, as most formats store colours for two
        /// pixels.
        ///
        /// - Parameters:
        ///   - width: of the window, in square pixels.
        ///   - height: likewise.
        public init(of frame: FrameShape, filling width: Int, _ height: Int) {
            guard width > 0, height > 0 else { return }
            // Numbers from files: they may be too large to multiply as integers.
            let wanted = Double(width) / Double(height) * Double(frame.pixelHeight) / Double(frame.pixelWidth)
            let (across, down) = (Double(frame.width), Double(frame.height))
            // Something is left of a very narrow picture.
            if across > down * wanted {
                self.across = Int((across - max(Self.least, down * wanted)) / 2) & ~1
            } else {
                self.down = Int((down - max(Self.least, across / wanted)) / 2) & ~1
            }
            (self.across, self.down) = (max(0, self.across), max(0, self.down))
        }

        private static let least = 16.0
    }

    private struct State {
        /// The window to fill; nil: frames stay whole.
        var window: (width: Int, height: Int)?
        var frame: FrameShape?
        var applied = Edges()
    }

    private let crop: WeakElement
    private let state = Mutex(State())

    private init(_ crop: Element) { self.crop = WeakElement(crop.pointer) }

    /// - Parameter crop: a `videocrop`.
    @MediaActor
    public static func attach(to crop: Element) -> PictureCropper {
        let cropper = PictureCropper(crop)
        crop.pad("sink")?.pointer.observe([.buffers, .events]) { cropper.handle($0) }
        return cropper
    }

    /// The formats that `videocrop` cuts, for a filter before it: it accepts others, and fails with the first frame.
    @MediaActor
    public static func formats(of crop: Element) -> String? {
        guard let pad = crop.pad("sink"), let all = gst_pad_get_pad_template_caps(pad.pointer) else { return nil }
        defer { gst_caps_unref(all) }
        guard gst_caps_get_size(all) > 0, let first = gst_caps_copy_nth(all, 0) else { return nil }
        defer { gst_caps_unref(first) }
        guard let text = gst_caps_to_string(first) else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// Fills a window of this size from the next frame on; nil: frames stay whole.
    public func fill(_ window: (width: Int, height: Int)?) { state.withLock { $0.window = window } }

    func handle(_ passing: PassingData) {
        var frame: FrameShape?
        if passing.traffic.contains(.events) {
            guard let event = passing.event, cgst_event_type(event) == GST_EVENT_CAPS else { return }
            var caps: UnsafeMutablePointer<GstCaps>?
            gst_event_parse_caps(event, &caps)
            frame = caps.flatMap { FrameShape($0) }
        }
        let edges = state.withLock { state -> Edges? in
            if let frame { state.frame = frame }
            guard let frame = state.frame else { return nil }
            let edges = state.window.map { Edges(of: frame, filling: $0.width, $0.height) } ?? Edges()
            defer { state.applied = edges }
            return edges == state.applied ? nil : edges
        }
        guard let edges else { return }
        crop.with { crop in
            for (name, pixels) in [
                ("left", edges.across), ("right", edges.across), ("top", edges.down), ("bottom", edges.down),
            ] {
                cgst_set_int(crop, name, gint(clamping: pixels))
            }
        }
    }
}
