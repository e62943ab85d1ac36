/// Identifies the window in a compositor's tree.
struct WindowIdentity: Sendable, Hashable {
    /// The X window; nil if a sink creates a Wayland window.
    let xWindow: UInt32?
    /// The process that owns the window; i3 does not report it.
    let processIdentifier: Int

    func matches(_ node: LayoutNode) -> Bool {
        if let xWindow { return node.window == xWindow }
        return node.pid == processIdentifier
    }
}
