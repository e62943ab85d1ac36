internal import Gst
internal import PlayerCore

/// Draws cards as rounded, dark, translucent boxes with white text; for one thread at a time.
final class CardPainter {
    private let typesetter = CardTypesetter()

    /// The patches that are drawn over frames.
    ///
    /// - Parameter pictures: the loaded pictures of proposals, by URI.
    func patches(_ cards: [Card], on canvas: CardCanvas, pictures: [String: CardPicture]) -> [PicturePatch] {
        let layout = CardLayout(width: canvas.width, height: canvas.height, cards: cards)
        return layout.boxes.compactMap { box in
            switch box.card {
            case .offer: offer(box, layout, canvas)
            case .skipped(_, let canUndo): canUndo ? skipped(box, layout, canvas) : words(box, layout, canvas)
            case .chapter: words(box, layout, canvas)
            case .volume(let volume): self.volume(volume, box, layout, canvas)
            case .position(let seconds, let length): position(seconds, length, box, layout, canvas)
            case .proposal(let proposal):
                layout.framesPicture
                    ? strip(proposal, pictures[proposal.artworkURI ?? ""], box, layout, canvas)
                    : row(proposal, box, layout, canvas)
            case .paused: paused(box, canvas)
            case .controls(let isPlaying): controls(isPlaying, layout, canvas)
            }
        }
    }

    /// Draws a filled box of the width that is needed.
    private func pill(
        _ width: Double, _ box: CardLayout.Box, _ canvas: CardCanvas, _ draw: (CardSurface, Double, Double) -> Void
    ) -> PicturePatch? {
        let needed = min(box.rect.width, Int(width.rounded(.up)))
        let x =
            switch box.alignment {
            case .leading: box.rect.x
            case .centre: box.rect.x + (box.rect.width - needed) / 2
            case .trailing: box.rect.right - needed
            }
        let rect = WindowRect(x: x, y: box.rect.y, width: needed, height: box.rect.height)
        return CardSurface.patch(rect, on: canvas) { surface in
            let (width, height) = (Double(rect.width), Double(rect.height))
            surface.roundedBox(0, 0, width, height, radius: height * 0.26, .box)
            draw(surface, width, height)
        }
    }

    private func words(_ box: CardLayout.Box, _ layout: CardLayout, _ canvas: CardCanvas) -> PicturePatch? {
        let size = Double(layout.textSize)
        guard let text = typesetter.text(box.card.text, size: size, within: Double(box.rect.width) - size * 1.5)
        else { return nil }
        return pill(text.width + size * 1.5, box, canvas) { surface, width, height in
            surface.text(text, (width - text.width) / 2, (height - text.height) / 2, .text)
        }
    }

    private func offer(_ box: CardLayout.Box, _ layout: CardLayout, _ canvas: CardCanvas) -> PicturePatch? {
        let size = Double(layout.textSize)
        let room = Double(box.rect.width) - size * 3.3
        guard let text = typesetter.text(box.card.text, size: size, .bold, within: room) else { return nil }
        return pill(text.width + size * 3.3, box, canvas) { surface, width, height in
            surface.text(text, size * 0.8, (height - text.height) / 2, .text)
            enter(surface, width - size * 2, height / 2, size)
        }
    }

    /// Draws the Enter key, which accepts the offer. Few fonts contain the symbol.
    private func enter(_ surface: CardSurface, _ x: Double, _ y: Double, _ size: Double) {
        let (line, unit) = (max(1, size * 0.07), size * 0.26)
        keyCap(surface, x, y, size)
        let (left, right, bottom) = (x + size * 0.3, x + size * 0.92, y + size * 0.14)
        surface.line(
            [(right, y - unit), (right, bottom), (left, bottom)], width: line * 1.3, .text)
        surface.line(
            [(left + unit * 0.7, bottom - unit * 0.7), (left, bottom), (left + unit * 0.7, bottom + unit * 0.7)],
            width: line * 1.3, .text)
    }

    private func keyCap(_ surface: CardSurface, _ x: Double, _ y: Double, _ size: Double) {
        surface.outline(
            x, y - size * 0.55, size * 1.25, size * 1.1, radius: size * 0.22, line: max(1, size * 0.07), .faint)
    }

    // MARK: Feedback

    /// Draws what was skipped, and the key that undoes it.
    private func skipped(_ box: CardLayout.Box, _ layout: CardLayout, _ canvas: CardCanvas) -> PicturePatch? {
        let size = Double(layout.textSize)
        guard let key = typesetter.text(Card.undoKey, size: size * 0.85, within: size),
            let undo = typesetter.text("Undo", size: size, within: size * 4)
        else { return nil }
        // From left to right: margin, text, gap, key, gap, "Undo", margin.
        let around = size * (0.8 + 0.9 + 1.25 + 0.5 + 0.8) + undo.width
        guard let text = typesetter.text(box.card.text, size: size, .bold, within: Double(box.rect.width) - around)
        else { return nil }
        return pill(text.width + around, box, canvas) { surface, width, height in
            surface.text(text, size * 0.8, (height - text.height) / 2, .text)
            let end = width - size * 0.8 - undo.width
            surface.text(undo, end, (height - undo.height) / 2, .faint)
            let cap = end - size * 1.75
            keyCap(surface, cap, height / 2, size)
            surface.text(key, cap + (size * 1.25 - key.width) / 2, (height - key.height) / 2, .text)
        }
    }

    private func paused(_ box: CardLayout.Box, _ canvas: CardCanvas) -> PicturePatch? {
        pill(Double(box.rect.width), box, canvas) { surface, width, height in
            pauseSign(surface, width / 2, height / 2, height * 0.26)
        }
    }

    private func pauseSign(_ surface: CardSurface, _ x: Double, _ y: Double, _ unit: Double) {
        for side in [-0.85, 0.3] {
            surface.roundedBox(x + side * unit, y - unit, unit * 0.55, unit * 2, radius: unit * 0.1, .text)
        }
    }

    private func volume(
        _ volume: Double, _ box: CardLayout.Box, _ layout: CardLayout, _ canvas: CardCanvas
    ) -> PicturePatch? {
        let size = Double(layout.textSize)
        // As wide as the widest number, so that the bar does not move.
        guard let text = typesetter.text(box.card.text, size: size, within: size * 4),
            let widest = typesetter.text("100 %", size: size, within: size * 4)
        else { return nil }
        let number = max(widest.width, text.width)
        return pill(Double(box.rect.width), box, canvas) { surface, width, height in
            speaker(surface, size * 0.8, height / 2, size, isMuted: volume <= 0)
            surface.text(text, width - size * 0.8 - text.width, (height - text.height) / 2, .text)
            let start = size * 2.3
            bar(surface, start, height / 2, width - size * 1.4 - number - start, size, min(1, volume))
        }
    }

    private func speaker(_ surface: CardSurface, _ x: Double, _ y: Double, _ size: Double, isMuted: Bool) {
        let unit = size * 0.18
        surface.polygon(
            [
                (x, y - unit), (x + unit * 1.4, y - unit), (x + unit * 3, y - unit * 2.2),
                (x + unit * 3, y + unit * 2.2), (x + unit * 1.4, y + unit), (x, y + unit),
            ], fill: .text)
        guard !isMuted else { return }
        let line = max(1, size * 0.08)
        surface.arc(x + unit * 3, y, radius: unit * 1.5, from: -0.9, to: 0.9, width: line, .text)
        surface.arc(x + unit * 3, y, radius: unit * 2.7, from: -0.9, to: 0.9, width: line, .text)
    }

    private func bar(
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

    private func position(
        _ seconds: Int64, _ length: Int64?, _ box: CardLayout.Box, _ layout: CardLayout, _ canvas: CardCanvas
    ) -> PicturePatch? {
        guard let length, length > 0 else { return words(box, layout, canvas) }
        let size = Double(layout.textSize)
        let parts = box.card.text.split(separator: "/").map { $0.filter { $0 != " " } }
        guard parts.count == 2, let left = typesetter.text(parts[0], size: size, within: size * 6),
            let right = typesetter.text(parts[1], size: size, within: size * 6)
        else { return nil }
        return pill(Double(box.rect.width), box, canvas) { surface, width, height in
            surface.text(left, size * 0.8, (height - left.height) / 2, .text)
            surface.text(right, width - size * 0.8 - right.width, (height - right.height) / 2, .faint)
            // The line does not move while the number to the left of it becomes wider.
            let margin = size * 1.5 + max(left.width, right.width)
            bar(surface, margin, height / 2, width - 2 * margin, size, Double(seconds) / Double(length))
        }
    }

    // MARK: Proposals

    private func countdown(_ proposal: ProposalCard) -> String { proposal.seconds.map { "in \($0) s" } ?? "" }

    /// Draws a single line, for small windows.
    private func row(
        _ proposal: ProposalCard, _ box: CardLayout.Box, _ layout: CardLayout, _ canvas: CardCanvas
    ) -> PicturePatch? {
        let size = Double(layout.textSize)
        let tail = typesetter.text(countdown(proposal), size: size, within: size * 6)
        let key = proposal.takesEnter && box.rect.width > layout.textSize * 14 ? size * 2 : 0
        let room = Double(box.rect.width) - size * 2.2 - (tail?.width ?? 0) - key
        guard let title = typesetter.text("Next: \(proposal.title)", size: size, within: room) else { return nil }
        return pill(title.width + size * 2.2 + (tail?.width ?? 0) + key, box, canvas) { surface, width, height in
            surface.text(title, size * 0.8, (height - title.height) / 2, .text)
            if let tail {
                surface.text(tail, width - size * 0.7 - key - tail.width, (height - tail.height) / 2, .faint)
            }
            if key > 0 { enter(surface, width - size * 2, height / 2, size) }
        }
    }

    /// Draws a strip below the video: the proposal's picture, its title and the countdown.
    private func strip(
        _ proposal: ProposalCard, _ picture: CardPicture?, _ box: CardLayout.Box, _ layout: CardLayout,
        _ canvas: CardCanvas
    ) -> PicturePatch? {
        let size = Double(layout.textSize)
        return CardSurface.patch(box.rect, on: canvas) { surface in
            let (width, height) = (Double(box.rect.width), Double(box.rect.height))
            surface.roundedBox(0, 0, width, height, radius: size * 0.6, .panel)
            let inset = size * 0.6
            var x = inset + size * 0.4
            if let picture {
                let tall = height - 2 * inset
                let wide = min(tall * 16 / 9, tall * Double(picture.width) / Double(picture.height))
                surface.picture(picture, inset, inset, wide, tall, radius: size * 0.35)
                x = inset + wide + size
            }
            let tail = typesetter.text(countdown(proposal), size: size, within: size * 6)
            let key = proposal.takesEnter ? size * 1.9 : 0
            let end = width - size - key
            if let tail, tail.width > 0 { surface.text(tail, end - tail.width, height / 2 - tail.height / 2, .faint) }
            if proposal.takesEnter { enter(surface, width - size * 2, height / 2, size) }
            let room = end - (tail?.width ?? 0) - size - x
            let lines: [(CardText?, CardSurface.Colour)] = [
                (typesetter.text("Next", size: size * 0.75, within: room), .faint),
                (typesetter.text(proposal.title, size: size * 1.2, .bold, within: room), .text),
                (proposal.subtitle.flatMap { typesetter.text($0, size: size * 0.9, within: room) }, .faint),
            ]
            var y = (height - lines.reduce(0) { $0 + ($1.0?.height ?? 0) }) / 2
            for case (let line?, let colour) in lines {
                surface.text(line, x, y, colour)
                y += line.height
            }
        }
    }

    // MARK: Controls

    private func controls(
        _ isPlaying: Bool, _ layout: CardLayout, _ canvas: CardCanvas
    ) -> PicturePatch? {
        let rects = CardButton.allCases.compactMap { button in layout.rect(of: button).map { (button, $0) } }
        guard let first = rects.first?.1, let last = rects.last?.1 else { return nil }
        let whole = WindowRect(x: first.x, y: first.y, width: last.right - first.x, height: first.height)
        return CardSurface.patch(whole, on: canvas) { surface in
            surface.roundedBox(
                0, 0, Double(whole.width), Double(whole.height), radius: Double(whole.height) * 0.3, .box)
            for (button, rect) in rects {
                let unit = Double(rect.height) / 2
                icon(button, isPlaying, surface, Double(rect.x - whole.x) + unit, unit, unit * 0.42)
            }
        }
    }

    private func icon(
        _ button: CardButton, _ isPlaying: Bool, _ surface: CardSurface, _ x: Double, _ y: Double, _ unit: Double
    ) {
        let line = max(1.5, unit * 0.2)
        switch button {
        case .playPause where isPlaying: pauseSign(surface, x, y, unit)
        case .playPause:
            surface.polygon([(x - unit * 0.7, y - unit), (x + unit, y), (x - unit * 0.7, y + unit)], fill: .text)
        case .restore:
            // An arrow from the corner to a larger frame.
            surface.line(
                [(x - unit, y - unit * 0.1), (x - unit, y + unit), (x + unit * 0.1, y + unit)], width: line, .text)
            surface.line([(x - unit * 0.3, y + unit * 0.3), (x + unit, y - unit)], width: line, .text)
            surface.line(
                [(x + unit * 0.1, y - unit), (x + unit, y - unit), (x + unit, y - unit * 0.1)], width: line, .text)
        case .close:
            surface.line([(x - unit * 0.85, y - unit * 0.85), (x + unit * 0.85, y + unit * 0.85)], width: line, .text)
            surface.line([(x + unit * 0.85, y - unit * 0.85), (x - unit * 0.85, y + unit * 0.85)], width: line, .text)
        }
    }
}
