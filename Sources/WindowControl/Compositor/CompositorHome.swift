internal import PlayerCore

/// What a container was before fullscreen or picture in picture.
struct CompositorHome: Sendable, Hashable {
    let isFloating: Bool
    let isSticky: Bool
    let border: String
    let borderWidth: Int
    /// With its borders; only counts for what floats.
    let frame: WindowRect

    init(_ window: TreeWindow) {
        isFloating = window.isFloating
        isSticky = window.isSticky
        border = window.border
        borderWidth = window.borderWidth
        frame = window.frame
    }

    /// The command that gives the border back.
    var borderCommand: String {
        switch border {
        case "none": "border none"
        // The program's own frame, on sway.
        case "csd": "border csd"
        case "pixel": borderWidth >= 0 ? "border pixel \(borderWidth)" : "border pixel"
        default: borderWidth >= 0 ? "border normal \(borderWidth)" : "border normal"
        }
    }
}
