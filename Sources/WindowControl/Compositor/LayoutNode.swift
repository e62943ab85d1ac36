internal import FoundationEssentials
internal import PlayerCore

/// A container in the tree of i3 or sway, as far as it matters here.
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
    /// The picture's place inside `rect`.
    let windowRect: Rect?
    let border: String?
    let borderWidth: Int?
    let isSticky: Bool?
    let fullscreenMode: Int?
    let isFocused: Bool?
    /// Children's ids, the one that was focused last first.
    let focusOrder: [Int]?
    /// sway only.
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

    /// The root of an answer to `get_tree`.
    init(tree json: [UInt8]) throws { self = try JSONDecoder().decode(LayoutNode.self, from: Data(json)) }
}
