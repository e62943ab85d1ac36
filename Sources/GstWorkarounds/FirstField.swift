internal import CGStreamer
internal import GLibLoop
public import GstElements
internal import Synchronization

extension Workaround {
    static let firstField = Workaround("first picture of a deinterlacer", in: .gstreamer)
}

/// Leaves out the first picture of a deinterlacer behind a flush.
///
/// - Component: `deinterlace` of GStreamer with the method yadif.
/// - Versions: seen with 1.22.0; yadif.c takes no other fields into account in 1.29.2.
/// - Upstream: none found.
/// - Without it: the method knows nothing of what was before that picture, and weaves both fields into it: a comb in each paused
///   picture, which is the first one behind a seek. All later ones are right.
/// - Test: `PictureShapeTests`
public final class FirstField: Sendable {
    private let isNext = Mutex(true)

    private init() {}

    /// - Parameter deinterlacer: an element `deinterlace`.
    @MediaActor
    public static func leaveOut(behind deinterlacer: Element) {
        guard Workaround.firstField.isOn, let output = deinterlacer.pad("src") else { return }
        let field = FirstField()
        output.pointer.filter([.buffers, .events, .flushes]) { field.verdict($0) }
    }

    private func verdict(_ passing: PassingData) -> PadVerdict {
        if passing.buffer != nil {
            let isFirst = isNext.withLock { isNext in
                defer { isNext = false }
                return isNext
            }
            return isFirst && Self.isAtWork(passing.pad) ? .drop : .pass
        }
        if passing.event.map(cgst_event_type) == GST_EVENT_FLUSH_STOP { isNext.withLock { $0 = true } }
        return .pass
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
