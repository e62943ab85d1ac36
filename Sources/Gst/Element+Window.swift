internal import CGStreamer

/// Video sinks that draw into a window.
extension Element {
    /// The name of the sink that draws into a window, this one or one in this bin; nil where none does.
    public var windowSinkName: String? {
        guard let overlay = cgst_video_overlay(pointer) else { return nil }
        defer { gst_object_unref(overlay) }
        return String(cString: cgst_element_factory_name(overlay))
    }

    /// Has the sinks of this pipeline draw into somebody's window instead of making one, and take no input from it.
    public func giveWindow(_ window: UInt32) { cgst_give_windows(cgst_element(pointer), guintptr(window)) }
}
