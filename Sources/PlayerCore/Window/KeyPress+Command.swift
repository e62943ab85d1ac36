extension KeyPress {
    /// What a key in the window means; nil: nothing.
    func command(in player: Player) -> PlayerCommand? {
        guard modifiers.subtracting(.shift).isEmpty else { return nil }
        let seconds: (Int64) -> MediaTime = { MediaTime(nanoseconds: $0 * 1_000_000_000) }
        switch name {
        case "space": return .playPause
        case "Left": return .seek(by: seconds(-5))
        case "Right": return .seek(by: seconds(5))
        case "Up": return .setVolume(max(player.volume, min(1, player.volume + 0.05)))
        case "Down": return .setVolume(player.volume - 0.05)
        case "Return", "KP_Enter":
            if player.segments.machine.offer != nil { return .takeOffer }
            return player.proposals.machine.state == .presented ? .acceptProposal : nil
        case "Escape":
            if player.proposals.machine.state == .presented { return .deferProposal }
            if player.window.machine.isActive { return .stopPictureInPicture }
            return player.window.machine.base == .fullscreen ? .setFullscreen(false) : nil
        case "f": return .setFullscreen(player.window.machine.isActive || player.window.machine.base != .fullscreen)
        case "p": return .togglePictureInPicture
        case "c": return .nextChapter
        case "C": return .previousChapter
        case "n": return .next
        case Card.undoKey: return .unskip
        default: return nil
        }
    }
}
