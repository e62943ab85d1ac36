internal import CGStreamer

/// Video sinks that draw into a given window.
extension Element {
    /// The name of the sink that draws into a window: this one or one in this bin; nil if there is none.
    public var windowSinkName: String? {
        guard let overlay = cgst_video_overlay(pointer) else { return nil }
        defer { gst_object_unref(overlay) }
        return String(cString: cgst_element_factory_name(overlay))
    }

    /// Stops the sink in this bin from listening to a window that is not its own, before it is opened. X sinks listen by
    /// waking 20 times a second, also while nothing is played. Whoever owns the window reports its changes instead.
    public func ignoreWindow() {
        for element in descendants {
            for property in ["handle-events", "handle-expose"] where element.has(property) {
                element.set(property, text: "false")
            }
        }
    }

    /// Makes the sinks of this pipeline draw into the given window instead of creating one, and ignore its input.
    public func giveWindow(_ window: UInt32) { cgst_give_windows(cgst_element(pointer), guintptr(window)) }
}
