/// By what the window is found in a compositor's tree.
struct WindowIdentity: Sendable, Hashable {
    /// Our X window; nil where a sink makes a Wayland window of its own.
    let xWindow: UInt32?
    /// The process that has it; i3 does not tell.
    let processIdentifier: Int

    func matches(_ node: LayoutNode) -> Bool {
        if let xWindow { return node.window == xWindow }
        return node.pid == processIdentifier
    }
}
