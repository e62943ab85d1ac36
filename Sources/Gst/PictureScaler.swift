internal import CGStreamer
internal import GLibLoop
internal import Synchronization

/// Says which size a scaling element gives the picture, for a sink that shows it as it comes.
///
/// The caps that say so change on the streaming thread, between two frames. Changed from another thread while a frame of
/// the old size is between the scaling and the caps, they would refuse that frame as "not negotiated", and the refusal
/// would stop the stream for good: a sink that looks at its window asks everyone upstream to negotiate anew just then.
public final class PictureScaler: Sendable {
    private struct Size: Hashable {
        var width: Int
        var height: Int
    }

    private struct State {
        /// What is to be said before the next frame.
        var wanted: Size?
        /// What the caps say.
        var applied: Size?
    }

    /// The capsfilter behind the scaling. `@unchecked`: its reference count and its properties are safe on any thread.
    private struct Filter: @unchecked Sendable { let pointer: UnsafeMutablePointer<GstElement> }

    private let filter: Filter
    private let state = Mutex(State())

    private init(_ filter: Element) {
        self.filter = Filter(pointer: filter.pointer)
        gst_object_ref(filter.pointer)
    }

    deinit { gst_object_unref(filter.pointer) }

    /// - Parameters:
    ///   - filter: a capsfilter behind the scaling.
    ///   - pad: the sink pad of the scaling, or one before it in the same streaming thread.
    @MediaActor
    public static func attach(_ filter: Element, before pad: Pad) -> PictureScaler {
        let scaler = PictureScaler(filter)
        let mask = GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
        gst_pad_add_probe(
            pad.pointer, GstPadProbeType(rawValue: mask), scaleProbe, Unmanaged.passRetained(scaler).toOpaque(),
            releaseContext)
        return scaler
    }

    /// From the next frame on.
    public func scale(width: Int, height: Int) {
        guard width > 0, height > 0 else { return }
        state.withLock { $0.wanted = Size(width: width, height: height) }
    }

    /// What comes to the pad: a frame, or what frames will be like.
    func handle(_ info: UnsafeMutablePointer<GstPadProbeInfo>) {
        if cgst_probe_type(info).rawValue & GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue != 0 {
            guard let event = cgst_probe_event(info), cgst_event_type(event) == GST_EVENT_CAPS else { return }
        }
        let size = state.withLock { state -> Size? in
            guard let wanted = state.wanted else { return nil }
            state.wanted = nil
            guard wanted != state.applied else { return nil }
            state.applied = wanted
            return wanted
        }
        guard let size,
            let caps = gst_caps_from_string(
                "video/x-raw,width=\(size.width),height=\(size.height),pixel-aspect-ratio=1/1")
        else { return }
        cgst_set_pointer(filter.pointer, "caps", UnsafeMutableRawPointer(caps))
        gst_caps_unref(caps)
    }
}
