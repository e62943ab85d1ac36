/// The parts of the transport bar, in pixels of the displayed picture.
public struct BarParts: Hashable, Sendable {
    public var whole: WindowRect
    /// The row above the line; nil on a small picture.
    public var title: WindowRect?
    /// The area of the line that can be pressed; nil: there is no line.
    public var line: WindowRect?
    public var time: WindowRect
    public var buttons: [CardRegion]

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

    /// The bar at the bottom of the picture; nil: there is none.
    public var barParts: BarParts? {
        guard let bar, let (whole, head, rail) = barBox(hasLine: bar.share != nil) else { return nil }
        let pad = unit
        let inner = WindowRect(
            x: whole.x + pad * 2, y: whole.y + pad, width: whole.width - pad * 4, height: whole.height - 2 * pad)
        let row = inner.bottom - lineHeight
        let (time, buttons) = place(bar, inner, row)
        return BarParts(
            whole: whole,
            title: head > 0 ? WindowRect(x: inner.x, y: inner.y, width: inner.width, height: head) : nil,
            line: rail == 0 ? nil : WindowRect(x: inner.x, y: inner.y + head, width: inner.width, height: rail),
            time: time, buttons: buttons)
    }

    /// The buttons that fit, and the time between them.
    private func place(_ bar: BarCard, _ inner: WindowRect, _ row: Int) -> (WindowRect, [CardRegion]) {
        let side = lineHeight
        var left = inner.x
        func region(_ button: BarButton, x: Int, width: Int) -> CardRegion {
            CardRegion(target: .bar(button), rect: WindowRect(x: x, y: row, width: width, height: side))
        }
        var buttons: [CardRegion] = []
        if bar.buttons.contains(.playPause) {
            buttons.append(region(.playPause, x: left, width: side))
            left += side + unit
        }
        if bar.buttons.contains(.live) {
            let width = labelWidth(Words.text(.live, language), around: 2.4)
            buttons.append(region(.live, x: left, width: width))
            left += width + unit
        }
        let time = min(labelWidth(bar.time, around: 0.6), inner.right - left)
        // The least important buttons are left out first.
        let order: [BarButton] = [.fullscreen, .subtitles, .chapters, .pictureInPicture, .audio, .information]
        let room = max(0, (inner.right - left - time - unit) / side)
        let kept = Set(order.filter(bar.buttons.contains).prefix(room))
        let right = BarButton.allCases.filter(kept.contains)
        for (index, button) in right.enumerated() {
            buttons.append(region(button, x: inner.right - (right.count - index) * side, width: side))
        }
        return (WindowRect(x: left, y: row, width: max(0, time), height: side), buttons)
    }

    /// The share of the line at a column.
    public func share(at x: Int) -> Double? {
        guard let line = barParts?.line, line.width > 1 else { return nil }
        return min(1, max(0, Double(x - line.x) / Double(line.width - 1)))
    }

    /// The box above the bar at the pointer; with room for a picture if there is one.
    var hintRect: WindowRect? {
        for case .hint(let hint) in cards {
            guard let parts = barParts, let line = parts.line else { return nil }
            let hasPicture = hint.hasPicture && height >= textSize * 14
            let text = max(
                labelWidth(hint.time, around: 1.2),
                hint.chapter.isEmpty ? 0 : min(labelWidth(hint.chapter, around: 1.2), textSize * 14))
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
