package import CGStreamer
internal import GstElements

extension Workaround {
    static let statedColours = Workaround("colours guessed by height", in: .gstreamer)
}

/// States the colours of video that does not state them.
///
/// - Component: `videoflip` of GStreamer, which passes on caps without colours for pictures of another height.
/// - Versions: seen with 1.22.0; gstvideoflip.c does not mention colours in 1.29.2.
/// - Upstream: none found.
/// - Without it: every element guesses the colours by the height of its pictures (`gst_video_info_from_caps`): BT.601 for
///   standard definition, BT.709 above. A picture that is turned on its side has another height, and changes its colours.
/// - Test: `StatedColoursTests`
package enum StatedColours {
    /// - Parameter pad: an input, where pictures are as they are stored.
    package static func attach(to pad: UnsafeMutablePointer<GstPad>) {
        guard Workaround.statedColours.isOn else { return }
        pad.observe(.events) { state($0) }
    }

    /// Replaces the event of a format.
    private static func state(_ passing: PassingData) {
        guard let event = passing.event, cgst_event_type(event) == GST_EVENT_CAPS else { return }
        var caps: UnsafeMutablePointer<GstCaps>?
        gst_event_parse_caps(event, &caps)
        guard let caps, let structure = gst_caps_get_structure(caps, 0), let colours = colours(of: caps) else { return }
        defer { g_free(colours) }
        let stated = gst_structure_get_string(structure, "colorimetry").map { String(cString: $0) }
        guard stated != String(cString: colours), let copy = gst_caps_copy(caps) else { return }
        defer { gst_caps_unref(copy) }
        cgst_caps_set_string(copy, "colorimetry", colours)
        guard let new = gst_event_new_caps(copy) else { return }
        gst_event_set_seqnum(new, gst_event_get_seqnum(event))
        passing.replace(event, by: new)
    }

    /// What elements take the colours for; nil if the pictures have none to guess.
    private static func colours(of caps: UnsafeMutablePointer<GstCaps>) -> UnsafeMutablePointer<gchar>? {
        var info = GstVideoInfo()
        guard gst_video_info_from_caps(&info, caps) != 0, let format = info.finfo,
            format.pointee.flags.rawValue & GST_VIDEO_FORMAT_FLAG_YUV.rawValue != 0
        else { return nil }
        return gst_video_colorimetry_to_string(&info.colorimetry)
    }
}
