internal import PlayerCore

/// The window as it appears in a compositor's tree.
struct TreeWindow: Sendable, Hashable {
    /// The id of the container in commands.
    let id: Int
    /// The area of the video, without borders.
    let picture: WindowRect
    /// The area of the container with its borders.
    let frame: WindowRect
    let isFloating: Bool
    let isSticky: Bool
    let isFullscreen: Bool
    let border: String
    let borderWidth: Int
    let isFocused: Bool
    /// Hidden by the user: i3 and sway have no minimised windows.
    let isInScratchpad: Bool
    let isOnVisibleWorkspace: Bool
    /// Whether the tree is inconsistent, as in sway until a new window gets its first place.
    let isProvisional: Bool
    /// The area of the output that is not covered by bars.
    let area: WindowRect

    /// The position in the tree during the search.
    private struct Path {
        var visibleWorkspace: Int?
        var workspace: LayoutNode?
        var floating: LayoutNode?
    }

    /// Finds the window. If a process has several windows, the newest one is used.
    init?(of identity: WindowIdentity, in tree: LayoutNode) {
        var found: TreeWindow?
        Self.search(tree, Path(), identity) { window in
            if found.map({ $0.id < window.id }) ?? true { found = window }
        }
        guard let found else { return nil }
        self = found
    }

    private static func search(
        _ node: LayoutNode, _ path: Path, _ identity: WindowIdentity, _ take: (TreeWindow) -> Void
    ) {
        var path = path
        switch node.type {
        case "output": path.visibleWorkspace = node.focusOrder?.first
        // i3 keeps the workspaces of an output in a container between its bars.
        case "con" where node.name == "content" && path.workspace == nil: path.visibleWorkspace = node.focusOrder?.first
        case "workspace": path.workspace = node
        case "floating_con": path.floating = node
        default: break
        }
        if let workspace = path.workspace, identity.matches(node) {
            take(TreeWindow(node, workspace, path))
        }
        for child in (node.nodes ?? []) + (node.floatingNodes ?? []) { search(child, path, identity, take) }
    }

    private init(_ node: LayoutNode, _ workspace: LayoutNode, _ path: Path) {
        let inner = node.windowRect?.value
        id = node.id
        frame = (path.floating ?? node).rect.value
        let outer = node.rect.value
        if let inner, inner.width > 0, inner.height > 0 {
            picture = WindowRect(x: outer.x + inner.x, y: outer.y + inner.y, width: inner.width, height: inner.height)
        } else {
            picture = outer
        }
        isFloating = path.floating != nil
        isSticky = node.isSticky ?? false
        isFullscreen = (node.fullscreenMode ?? 0) != 0
        border = node.border ?? "normal"
        borderWidth = node.borderWidth ?? -1
        isProvisional = border == "none" && (picture.width != outer.width || picture.height != outer.height)
        isFocused = node.isFocused ?? false
        isInScratchpad = workspace.name == "__i3_scratch"
        isOnVisibleWorkspace = workspace.id == path.visibleWorkspace && !isInScratchpad
        area = workspace.rect.value
    }

    /// The state of the window for the rest of the program.
    var state: WindowState {
        var state = WindowState()
        state.geometry = isInScratchpad ? nil : picture
        state.corner = state.geometry.map { WindowCorner(nearest: $0, in: area) }
        state.isFullscreen = isFullscreen
        // Floating windows are above tiled windows.
        state.isAbove = isFloating
        state.isSticky = isSticky && isFloating
        state.isMinimised = isInScratchpad
        state.isOnCurrentWorkspace = isOnVisibleWorkspace || isInScratchpad
        state.isFocused = isFocused
        return state
    }
}
