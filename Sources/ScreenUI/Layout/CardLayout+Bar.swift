internal import PlayerCore

/// The parts of the transport bar, in pixels of the displayed picture.
struct BarParts: Hashable, Sendable {
    var whole: WindowRect
    /// The row above the line; nil on a small picture.
    var title: WindowRect?
    /// The area of the line that can be pressed; nil: there is no line.
    var line: WindowRect?
    var time: WindowRect
    /// The buttons and the line of the volume.
    var buttons: [CardRegion]

    var regions: [CardRegion] { (line.map { [CardRegion(target: .line, rect: $0)] } ?? []) + buttons }
}

extension CardLayout {
    private var bar: BarCard? {
        for case .bar(let card) in cards { return card }
        return nil
    }

    /// The box of the bar, and the heights of the row above the line and of the line, which may be 0; nil: the picture is
    /// too narrow.
    private func barBox(hasLine: Bool) -> (whole: WindowRect, head: Int, rail: Int)? {
        let area = videoFrame
        let (em, inset) = (textSize, margin / 2)
        let width = area.width - 2 * inset
        guard width >= em * 6 else { return nil }
        let isTall = area.height >= em * 14 && width >= em * 20
        let (head, rail) = (isTall ? em * 5 / 3 : 0, hasLine ? em * 5 / 4 : 0)
        let height = unit * 2 + head + rail + lineHeight
        let whole = WindowRect(x: area.x + inset, y: area.bottom - inset - height, width: width, height: height)
        return (whole, head, rail)
    }

    /// The lowest row above the bar, whether it is shown or not; nil: it cannot appear.
    var floorAboveBar: Int? {
        guard canShowBar else { return nil }
        return barBox(hasLine: true).map { $0.whole.y - margin / 2 }
    }

    func placeBar() -> BarParts? {
        guard let bar, let (whole, head, rail) = barBox(hasLine: bar.share != nil) else { return nil }
        let pad = unit
        let inner = WindowRect(
            x: whole.x + pad * 2, y: whole.y + pad, width: whole.width - pad * 4, height: whole.height - 2 * pad)
        let row = inner.bottom - lineHeight
        let controls = place(bar, inner, row)
        return BarParts(
            whole: whole,
            title: head > 0 ? WindowRect(x: inner.x, y: inner.y, width: inner.width, height: head) : nil,
            line: rail == 0 ? nil : WindowRect(x: inner.x, y: inner.y + head, width: inner.width, height: rail),
            time: controls.time, buttons: controls.buttons)
    }

    /// The controls of the row below the line, from left to right: the time, what moves playback in the middle of the
    /// picture, and the sound and the panels. The least important ones are left out first.
    private func place(_ bar: BarCard, _ inner: WindowRect, _ row: Int) -> BarRow {
        let side = lineHeight
        func region(_ target: CardTarget, x: Int, width: Int) -> CardRegion {
            CardRegion(target: target, rect: WindowRect(x: x, y: row, width: width, height: side))
        }
        var left = inner.x
        var live: [CardRegion] = []
        if bar.buttons.contains(.live) {
            let width = labelWidth(Words.text(.live, language), around: 2.4)
            live = [region(.bar(.live), x: left, width: width)]
            left += width + unit
        }
        // Play and pause matter more than the time.
        let hasPause = bar.buttons.contains(.playPause)
        let clock = labelWidth(Self.steady(bar.time), .regular, .caption, around: 0.6)
        let time = min(clock, max(0, inner.right - left - (hasPause ? side + unit : 0)))
        let order: [BarButton] = [
            .playPause, .fullscreen, .forward, .back, .subtitles, .chapters, .mute, .next, .previous, .queue,
            .pictureInPicture, .audio, .information,
        ]
        let first = left + time + unit
        let room = max(0, (inner.right - first) / side)
        let kept = Set(order.filter(bar.buttons.contains).prefix(room))
        let shown = BarButton.allCases.filter(kept.contains)
        let middle = shown.filter(\.movesPlayback)
        let right = shown.filter { !$0.movesPlayback }
        var rights: [CardRegion] = []
        var edge = inner.right
        // The line of the volume has its place beside its button, if there is room.
        var volume: CardRegion?
        let wide = textSize * 4
        let hasVolume = right.first == .mute && (inner.right - first) / side * side >= shown.count * side + wide + side
        for button in right.reversed() {
            if button == .mute, hasVolume {
                edge -= wide + unit
                volume = region(.volume, x: edge, width: wide)
            }
            edge -= side
            rights.insert(region(.bar(button), x: edge, width: side), at: 0)
        }
        if let volume, !rights.isEmpty { rights.insert(volume, at: 1) }
        let width = middle.count * side
        let centre = inner.x + (inner.width - width) / 2
        let start = min(max(centre, first), max(first, edge - width))
        let middles = middle.enumerated().map { index, button in
            region(.bar(button), x: start + index * side, width: side)
        }
        return BarRow(
            time: WindowRect(x: left, y: row, width: max(0, time), height: side), buttons: live + middles + rights)
    }

    /// A time as wide as every time with as many digits: nothing beside it moves while it passes.
    private static func steady(_ time: String) -> String { String(time.map { $0.isNumber ? "0" : $0 }) }

    private struct BarRow {
        var time: WindowRect
        /// With the line of the volume.
        var buttons: [CardRegion]
    }

    func placeHint() -> WindowRect? {
        for case .hint(let hint) in cards {
            guard let parts = barParts, let line = parts.line else { return nil }
            let hasPicture = hint.hasPicture && height >= textSize * 14
            let text = max(
                labelWidth(Self.steady(hint.time), .bold, around: 1.2),
                hint.chapter.isEmpty
                    ? 0 : min(labelWidth(hint.chapter, .regular, .caption, around: 1.2), textSize * 14))
            let width = min(parts.whole.width, max(text, hasPicture ? textSize * 10 + unit * 2 : 0))
            let rows = hint.chapter.isEmpty ? 1 : 2
            let tall = unit * 2 + rows * textSize * 5 / 4 + (hasPicture ? textSize * 10 * 9 / 16 + unit : 0)
            let centre = line.x + Int(hint.share * Double(line.width))
            let x = min(max(centre - width / 2, parts.whole.x), parts.whole.right - width)
            return WindowRect(x: x, y: parts.whole.y - unit - tall, width: width, height: tall)
        }
        return nil
    }
}

extension BarButton {
    /// Whether it belongs to what moves playback, in the middle of the bar.
    var movesPlayback: Bool {
        switch self {
        case .previous, .back, .playPause, .forward, .next: true
        default: false
        }
    }
}
