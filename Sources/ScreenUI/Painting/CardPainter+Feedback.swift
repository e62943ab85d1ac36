internal import Gst
internal import PlayerCore

/// Single lines: offers, chapters, and the feedback to what people do.
extension CardPainter {
    func words(_ box: CardLayout.Box, _ layout: CardLayout, _ canvas: CardCanvas) -> PicturePatch? {
        let size = Double(layout.textSize)
        guard
            let text = typesetter.text(box.card.text(language), size: size, within: Double(box.rect.width) - size * 1.5)
        else { return nil }
        return pill(text.width + size * 1.5, box, canvas) { surface, width, height in
            surface.text(text, (width - text.width) / 2, (height - text.height) / 2, .text)
        }
    }

    /// Fills its box, because the whole box can be pressed.
    func offer(_ box: CardLayout.Box, _ layout: CardLayout, _ canvas: CardCanvas) -> PicturePatch? {
        let size = Double(layout.textSize)
        let room = Double(box.rect.width) - size * 3.1
        guard let text = typesetter.text(box.card.text(language), size: size, .bold, within: room) else { return nil }
        return pill(.offer, Double(box.rect.width), box, canvas) { surface, width, height, ink in
            surface.text(text, size * 0.8, (height - text.height) / 2, ink)
            enter(surface, width - size * 2, height / 2, size, ink)
        }
    }

    /// Draws the Enter key, which accepts the offer. Few fonts contain the symbol.
    func enter(
        _ surface: CardSurface, _ x: Double, _ y: Double, _ size: Double, _ ink: CardSurface.Colour
    ) {
        let (line, unit) = (max(1, size * 0.07), size * 0.26)
        keyCap(surface, x, y, size, ink)
        let (left, right, bottom) = (x + size * 0.3, x + size * 0.92, y + size * 0.14)
        surface.line([(right, y - unit), (right, bottom), (left, bottom)], width: line * 1.3, ink)
        surface.line(
            [(left + unit * 0.7, bottom - unit * 0.7), (left, bottom), (left + unit * 0.7, bottom + unit * 0.7)],
            width: line * 1.3, ink)
    }

    func keyCap(
        _ surface: CardSurface, _ x: Double, _ y: Double, _ size: Double, _ ink: CardSurface.Colour
    ) {
        surface.outline(
            x, y - size * 0.55, size * 1.25, size * 1.1, radius: size * 0.22, line: max(1, size * 0.07),
            ink == .text ? .faint : ink)
    }

    // MARK: Feedback

    /// Draws what was skipped, and the key that undoes it.
    func skipped(_ box: CardLayout.Box, _ layout: CardLayout, _ canvas: CardCanvas) -> PicturePatch? {
        let size = Double(layout.textSize)
        guard let key = typesetter.text(Card.undoKey, size: size * 0.85, within: size) else { return nil }
        return words(.undo, word(.undo), box, layout, canvas) { surface, x, middle, ink in
            keyCap(surface, x, middle, size, ink)
            surface.text(key, x + (size * 1.25 - key.width) / 2, middle - key.height / 2, ink)
        }
    }

    /// Draws the question, and the key that goes on.
    func stillWatching(_ box: CardLayout.Box, _ layout: CardLayout, _ canvas: CardCanvas) -> PicturePatch? {
        let size = Double(layout.textSize)
        return words(.goOn, word(.resume), box, layout, canvas) { surface, x, middle, ink in
            enter(surface, x, middle, size, ink)
        }
    }

    /// Draws a line with a key, and what the key does. The whole box can be pressed.
    ///
    /// - Parameter drawKey: draws the key, from its left edge on, around a middle line.
    private func words(
        _ target: CardTarget, _ answer: String, _ box: CardLayout.Box, _ layout: CardLayout, _ canvas: CardCanvas,
        drawKey: (CardSurface, Double, Double, CardSurface.Colour) -> Void
    ) -> PicturePatch? {
        let size = Double(layout.textSize)
        guard let answer = typesetter.text(answer, size: size, within: Double(box.rect.width) / 2) else { return nil }
        // From left to right: margin, text, gap, key, gap, answer, margin.
        let around = size * (0.8 + 0.6 + 1.25 + 0.5 + 0.8) + answer.width
        let room = Double(box.rect.width) - around
        guard let text = typesetter.text(box.card.text(language), size: size, .bold, within: room) else { return nil }
        return pill(target, Double(box.rect.width), box, canvas) { surface, width, height, ink in
            surface.text(text, size * 0.8, (height - text.height) / 2, ink)
            let end = width - size * 0.8 - answer.width
            surface.text(answer, end, (height - answer.height) / 2, ink == .text ? .faint : ink)
            drawKey(surface, end - size * 1.75, height / 2, ink)
        }
    }

    func paused(_ box: CardLayout.Box, _ canvas: CardCanvas) -> PicturePatch? {
        pill(Double(box.rect.width), box, canvas) { surface, width, height in
            pauseSign(surface, width / 2, height / 2, height * 0.26)
        }
    }

    func pauseSign(
        _ surface: CardSurface, _ x: Double, _ y: Double, _ unit: Double, _ ink: CardSurface.Colour = .text
    ) {
        for side in [-0.85, 0.3] {
            surface.roundedBox(x + side * unit, y - unit, unit * 0.55, unit * 2, radius: unit * 0.1, ink)
        }
    }

    func volume(
        _ volume: Double, _ box: CardLayout.Box, _ layout: CardLayout, _ canvas: CardCanvas
    ) -> PicturePatch? {
        let size = Double(layout.textSize)
        // As wide as the widest number, so that the bar does not move.
        guard let text = typesetter.text(box.card.text(language), size: size, within: size * 6),
            let widest = typesetter.text("100 %", size: size, within: size * 4)
        else { return nil }
        let number = max(widest.width, text.width)
        return pill(Double(box.rect.width), box, canvas) { surface, width, height in
            speaker(surface, size * 0.8, height / 2, size, isMuted: volume <= 0)
            surface.text(text, width - size * 0.8 - text.width, (height - text.height) / 2, .text)
            let start = size * 2.3
            track(surface, start, height / 2, width - size * 1.4 - number - start, size, min(1, volume))
        }
    }

    func speaker(
        _ surface: CardSurface, _ x: Double, _ y: Double, _ size: Double, isMuted: Bool,
        _ ink: CardSurface.Colour = .text
    ) {
        let unit = size * 0.18
        surface.polygon(
            [
                (x, y - unit), (x + unit * 1.4, y - unit), (x + unit * 3, y - unit * 2.2),
                (x + unit * 3, y + unit * 2.2), (x + unit * 1.4, y + unit), (x, y + unit),
            ], fill: ink)
        let line = max(1, size * 0.08)
        guard !isMuted else {
            let (left, right, tall) = (x + unit * 4, x + unit * 6, unit)
            surface.line([(left, y - tall), (right, y + tall)], width: line, ink)
            surface.line([(left, y + tall), (right, y - tall)], width: line, ink)
            return
        }
        surface.arc(x + unit * 3, y, radius: unit * 1.5, from: -0.9, to: 0.9, width: line, ink)
        surface.arc(x + unit * 3, y, radius: unit * 2.7, from: -0.9, to: 0.9, width: line, ink)
    }

    func track(
        _ surface: CardSurface, _ x: Double, _ y: Double, _ width: Double, _ size: Double, _ share: Double
    ) {
        let height = max(2, size * 0.17)
        guard width > height else { return }
        surface.roundedBox(x, y - height / 2, width, height, radius: height, .track)
        let filled = width * min(1, max(0, share))
        if filled > 0 {
            surface.roundedBox(x, y - height / 2, max(height, filled), height, radius: height, .text)
        }
    }

    func position(
        _ seconds: Int64, _ length: Int64?, _ box: CardLayout.Box, _ layout: CardLayout, _ canvas: CardCanvas
    ) -> PicturePatch? {
        guard let length, length > 0 else { return words(box, layout, canvas) }
        let size = Double(layout.textSize)
        let parts = box.card.text(language).split(separator: "/").map { $0.filter { $0 != " " } }
        guard parts.count == 2, let left = typesetter.text(parts[0], size: size, within: size * 6),
            let right = typesetter.text(parts[1], size: size, within: size * 6)
        else { return nil }
        return pill(Double(box.rect.width), box, canvas) { surface, width, height in
            surface.text(left, size * 0.8, (height - left.height) / 2, .text)
            surface.text(right, width - size * 0.8 - right.width, (height - right.height) / 2, .faint)
            // The line does not move while the number to the left of it becomes wider.
            let margin = size * 1.5 + max(left.width, right.width)
            track(surface, margin, height / 2, width - 2 * margin, size, Double(seconds) / Double(length))
        }
    }

}
