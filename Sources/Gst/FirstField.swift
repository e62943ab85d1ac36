internal import CGStreamer
internal import GLibLoop
internal import Synchronization

/// Leaves out the first picture of a deinterlacer behind a flush.
///
/// `deinterlace` (1.22) with the method yadif knows nothing of what was before that picture, and weaves both fields into it: a
/// comb in each paused picture, which is the first one behind a seek. All later ones are right.
public final class FirstField: Sendable {
    private let isNext = Mutex(true)

    private init() {}

    /// - Parameter deinterlacer: an element `deinterlace`.
    @MediaActor
    public static func leaveOut(behind deinterlacer: Element) {
        guard let output = deinterlacer.pad("src") else { return }
        let mask =
            GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
            | GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue
        gst_pad_add_probe(
            output.pointer, GstPadProbeType(rawValue: mask), probe, Unmanaged.passRetained(FirstField()).toOpaque(),
            releaseContext)
    }

    private static let probe: GstPadProbeCallback = { pad, info, data in
        guard let pad, let info, let data else { return GST_PAD_PROBE_OK }
        return Unmanaged<FirstField>.fromOpaque(data).takeUnretainedValue().saw(info, on: pad)
    }

    private func saw(
        _ info: UnsafeMutablePointer<GstPadProbeInfo>, on pad: UnsafeMutablePointer<GstPad>
    ) -> GstPadProbeReturn {
        if cgst_probe_type(info).rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0 {
            let isFirst = isNext.withLock { isNext in
                defer { isNext = false }
                return isNext
            }
            return isFirst && Self.isAtWork(pad) ? GST_PAD_PROBE_DROP : GST_PAD_PROBE_OK
        }
        if let event = cgst_probe_event(info), cgst_event_type(event) == GST_EVENT_FLUSH_STOP {
            isNext.withLock { $0 = true }
        }
        return GST_PAD_PROBE_OK
    }

    /// Whether frames come in with two fields. Others pass as they are.
    private static func isAtWork(_ output: UnsafeMutablePointer<GstPad>) -> Bool {
        guard let element = gst_pad_get_parent_element(output) else { return false }
        defer { gst_object_unref(element) }
        guard let input = gst_element_get_static_pad(element, "sink") else { return false }
        defer { gst_object_unref(input) }
        guard let caps = gst_pad_get_current_caps(input) else { return false }
        defer { gst_caps_unref(caps) }
        guard let structure = gst_caps_get_structure(caps, 0),
            let mode = gst_structure_get_string(structure, "interlace-mode")
        else { return false }
        return String(cString: mode) != "progressive"
    }
}
