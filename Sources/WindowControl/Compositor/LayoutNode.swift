internal import FoundationEssentials
internal import PlayerCore

/// A container in the tree of i3 or sway, limited to the properties that are used here.
struct LayoutNode: Decodable, Sendable {
    struct Rect: Decodable, Sendable {
        let x: Int
        let y: Int
        let width: Int
        let height: Int

        var value: WindowRect { WindowRect(x: x, y: y, width: width, height: height) }
    }

    let id: Int
    let type: String?
    let name: String?
    let rect: Rect
    /// The place of the contents inside `rect`.
    let windowRect: Rect?
    let border: String?
    let borderWidth: Int?
    let isSticky: Bool?
    let fullscreenMode: Int?
    let isFocused: Bool?
    /// The ids of the children, most recently focused first.
    let focusOrder: [Int]?
    /// Only in sway.
    let pid: Int?
    /// The id of an X window.
    let window: UInt32?
    let nodes: [LayoutNode]?
    let floatingNodes: [LayoutNode]?

    enum CodingKeys: String, CodingKey {
        case id, type, name, rect, border, pid, window, nodes
        case windowRect = "window_rect"
        case borderWidth = "current_border_width"
        case isSticky = "sticky"
        case fullscreenMode = "fullscreen_mode"
        case isFocused = "focused"
        case focusOrder = "focus"
        case floatingNodes = "floating_nodes"
    }

    /// Decodes the root of a reply to `get_tree`.
    init(tree json: [UInt8]) throws { self = try JSONDecoder().decode(LayoutNode.self, from: Data(json)) }
}
