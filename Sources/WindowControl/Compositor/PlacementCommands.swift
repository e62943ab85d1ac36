internal import PlayerCore

/// The commands for a placement, in the language of i3 and sway.
enum PlacementCommands {
    /// The commands for a window's container, as one message.
    static func text(_ commands: [String], for window: TreeWindow) -> String {
        "[con_id=\(window.id)] " + commands.joined(separator: ", ")
    }

    static func pin(_ window: TreeWindow, at rect: WindowRect) -> [String] {
        (window.isFullscreen ? ["fullscreen disable"] : [])
            + ["floating enable", "sticky enable", "border none"] + move(to: rect)
    }

    static func fillScreen(_ window: TreeWindow, home: CompositorHome) -> [String] {
        (window.isSticky && !home.isSticky ? ["sticky disable"] : []) + ["fullscreen enable"]
    }

    static func goHome(_ window: TreeWindow, home: CompositorHome?) -> [String] {
        var commands = window.isFullscreen ? ["fullscreen disable"] : []
        guard let home else { return commands }
        if window.isSticky != home.isSticky { commands.append("sticky \(home.isSticky ? "enable" : "disable")") }
        if window.border != home.border || window.borderWidth != home.borderWidth {
            commands.append(home.borderCommand)
        }
        if !home.isFloating {
            if window.isFloating { commands.append("floating disable") }
        } else {
            if !window.isFloating { commands.append("floating enable") }
            commands += move(to: home.frame)
        }
        return commands
    }

    private static func move(to rect: WindowRect) -> [String] {
        [
            "resize set \(rect.width) px \(rect.height) px",
            "move absolute position \(rect.x) px \(rect.y) px",
        ]
    }

    /// The differences between the window and a placement.
    static func shortfalls(
        of placement: WindowPlacement, _ window: TreeWindow?, home: CompositorHome?
    ) -> Set<PlacementShortfall> {
        guard let window, !window.isInScratchpad else { return [.notShown] }
        var missing: Set<PlacementShortfall> = []
        switch placement {
        case .pictureInPicture(let layout):
            if window.isFullscreen { missing.insert(.stillFullscreen) }
            if !window.isFloating { missing.insert(.notAbove) }
            if !window.state.isSticky { missing.insert(.notSticky) }
            let target = layout.rect(in: window.area)
            let rect = window.picture
            if !rect.isClose(to: target) {
                let isThatSize = abs(rect.width - target.width) <= 2 && abs(rect.height - target.height) <= 2
                missing.insert(isThatSize ? .elsewhere : .otherSize)
            }
        case .fullscreen:
            if !window.isFullscreen { missing.insert(.notFullscreen) }
        case .windowed:
            if window.isFullscreen { missing.insert(.stillFullscreen) }
            guard let home else { break }
            if window.isFloating, !home.isFloating { missing.insert(.stillAbove) }
            if window.isSticky, !home.isSticky { missing.insert(.stillSticky) }
            if home.isFloating, !window.frame.isClose(to: home.frame) { missing.insert(.elsewhere) }
        }
        return missing
    }
}
