internal import PlayerCore

/// The state of a container before fullscreen or picture in picture.
struct CompositorHome: Sendable, Hashable {
    let isFloating: Bool
    let isSticky: Bool
    let border: String
    let borderWidth: Int
    /// The frame with its borders; relevant only for floating containers.
    let frame: WindowRect

    init(_ window: TreeWindow) {
        isFloating = window.isFloating
        isSticky = window.isSticky
        border = window.border
        borderWidth = window.borderWidth
        frame = window.frame
    }

    /// The command that restores the border.
    var borderCommand: String {
        switch border {
        case "none": "border none"
        // Client-side decorations, in sway.
        case "csd": "border csd"
        case "pixel": borderWidth >= 0 ? "border pixel \(borderWidth)" : "border pixel"
        default: borderWidth >= 0 ? "border normal \(borderWidth)" : "border normal"
        }
    }
}
