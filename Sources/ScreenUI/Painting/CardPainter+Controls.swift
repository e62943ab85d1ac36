internal import Gst
internal import PlayerCore

/// The controls of picture in picture, and symbols.
extension CardPainter {
    func controls(
        _ isPlaying: Bool, _ layout: CardLayout, _ canvas: CardCanvas
    ) -> PicturePatch? {
        let rects = CardButton.allCases.compactMap { button in layout.rect(of: button).map { (button, $0) } }
        guard let first = rects.first?.1, let last = rects.last?.1 else { return nil }
        let whole = WindowRect(x: first.x, y: first.y, width: last.right - first.x, height: first.height)
        return patch(whole, on: canvas) { surface in
            surface.roundedBox(
                0, 0, Double(whole.width), Double(whole.height), radius: Double(whole.height) * 0.3, .box)
            for (button, rect) in rects {
                let unit = Double(rect.height) / 2
                let place = WindowRect(x: rect.x - whole.x, y: 0, width: rect.width, height: rect.height)
                let ink = self.button(.picture(button), place, layout, surface, isBare: true)
                icon(button, isPlaying, surface, Double(place.x) + unit, unit, unit * 0.42, ink)
            }
        }
    }

    func icon(
        _ button: CardButton, _ isPlaying: Bool, _ surface: CardSurface, _ x: Double, _ y: Double, _ unit: Double,
        _ ink: CardSurface.Colour
    ) {
        let line = max(1.5, unit * 0.2)
        switch button {
        case .playPause: playSign(isPlaying, surface, x, y, unit, ink)
        case .restore:
            // An arrow from the corner to a larger frame.
            surface.line(
                [(x - unit, y - unit * 0.1), (x - unit, y + unit), (x + unit * 0.1, y + unit)], width: line, ink)
            surface.line([(x - unit * 0.3, y + unit * 0.3), (x + unit, y - unit)], width: line, ink)
            surface.line(
                [(x + unit * 0.1, y - unit), (x + unit, y - unit), (x + unit, y - unit * 0.1)], width: line, ink)
        case .close:
            surface.line([(x - unit * 0.85, y - unit * 0.85), (x + unit * 0.85, y + unit * 0.85)], width: line, ink)
            surface.line([(x + unit * 0.85, y - unit * 0.85), (x - unit * 0.85, y + unit * 0.85)], width: line, ink)
        }
    }

    /// Draws the played part of the item as a line.
    func progress(_ share: Double, _ box: CardLayout.Box, _ canvas: CardCanvas) -> PicturePatch? {
        patch(box.rect, on: canvas) { surface in
            let (width, height) = (Double(box.rect.width), Double(box.rect.height))
            surface.roundedBox(0, 0, width, height, radius: height / 2, .box)
            let line = height / 3
            let whole = width - 2 * line
            surface.roundedBox(line, line, whole, line, radius: line / 2, .track)
            let played = whole * min(1, max(0, share))
            if played > 0 { surface.roundedBox(line, line, max(line, played), line, radius: line / 2, .text) }
        }
    }

    /// Draws text on the backdrop of a cover, which is dark enough for it.
    func nowPlaying(
        _ card: NowPlayingCard, _ box: CardLayout.Box, _ layout: CardLayout, _ canvas: CardCanvas
    ) -> PicturePatch? {
        patch(box.rect, on: canvas) { surface in
            let (width, height) = (Double(box.rect.width), Double(box.rect.height))
            var y = 0.0
            func put(_ words: String, _ step: TypeScale, _ weight: CardTypesetter.Weight, _ colour: CardSurface.Colour)
            {
                let size = layout.scale(step)
                defer { y += size * 1.4 }
                guard !words.isEmpty, let text = typesetter.text(words, size: size, weight, within: width) else {
                    return
                }
                surface.text(text, (width - text.width) / 2, y, colour)
            }
            put(card.title, .title, .bold, .text)
            put(card.detail, .body, .regular, .text)
            guard let share = card.share else { return }
            let line = max(4, Double(layout.unit) / 2)
            surface.roundedBox(0, height - line, width, line, radius: line / 2, .track)
            let played = width * min(1, max(0, share))
            if played > 0 { surface.roundedBox(0, height - line, max(line, played), line, radius: line / 2, .text) }
        }
    }

    /// Draws the line that is sung and the next one, in a box that is as wide and tall as they need.
    func lyrics(
        _ card: LyricsCard, _ box: CardLayout.Box, _ layout: CardLayout, _ canvas: CardCanvas
    ) -> PicturePatch? {
        let pad = Double(layout.unit) * 2
        let width = Double(box.rect.width) - 2 * pad
        let line =
            card.line.isEmpty
            ? nil
            : typesetter.block(card.line, size: layout.scale(.title), .bold, within: width, lines: 2, isCentred: true)
        let next = card.next.isEmpty ? nil : typesetter.text(card.next, size: layout.scale(.body), within: width)
        // A block is as wide as it may be; its text may be narrower.
        let single = typesetter.text(card.line, size: layout.scale(.title), .bold, within: width)
        let isSingle = line.map { $0.height < layout.scale(.title) * 2 } ?? true
        let shown = isSingle ? (card.line.isEmpty ? nil : single) : line
        let gap = shown == nil || next == nil ? 0 : Double(layout.unit) / 2
        let tall = (shown?.height ?? 0) + gap + (next?.height ?? 0) + Double(layout.unit) * 2
        let wide = max(shown?.width ?? 0, next?.width ?? 0) + 2 * pad
        let rect = WindowRect(
            x: box.rect.x + (box.rect.width - Int(wide)) / 2,
            y: box.rect.bottom - min(box.rect.height, Int(tall.rounded(.up))),
            width: min(box.rect.width, Int(wide.rounded(.up))), height: min(box.rect.height, Int(tall.rounded(.up))))
        return self.box(rect, layout, canvas) { surface, _ in
            var y = Double(layout.unit)
            let middle = Double(rect.width) / 2
            if let shown {
                // A block centres its lines in the whole width.
                surface.text(shown, middle - (isSingle ? shown.width : width) / 2, y, .text)
                y += shown.height + gap
            }
            if let next { surface.text(next, middle - next.width / 2, y, .faint) }
        }
    }

    /// Draws what a press does: a pause while something plays.
    func playSign(
        _ isPlaying: Bool, _ surface: CardSurface, _ x: Double, _ y: Double, _ unit: Double,
        _ ink: CardSurface.Colour
    ) {
        guard !isPlaying else { return pauseSign(surface, x, y, unit, ink) }
        surface.polygon([(x - unit * 0.7, y - unit), (x + unit, y), (x - unit * 0.7, y + unit)], fill: ink)
    }

    /// Draws an arrow that turns around the number of seconds.
    func jump(
        forward isForward: Bool, _ surface: CardSurface, _ x: Double, _ y: Double, _ unit: Double,
        _ ink: CardSurface.Colour
    ) {
        let line = max(1.5, unit * 0.18)
        let radius = unit * 1.15
        let way = isForward ? 1.0 : -1.0
        // Open beside the top, where the arrow points.
        let gap = 0.55
        surface.arc(
            x, y, radius: radius, from: -.pi / 2 + (isForward ? gap : 0), to: 1.5 * .pi - (isForward ? 0 : gap),
            width: line,
            ink)
        let (tip, size) = (x, unit * 0.42)
        surface.polygon(
            [
                (tip + way * size * 1.2, y - radius), (tip - way * size * 0.2, y - radius - size),
                (tip - way * size * 0.2, y - radius + size),
            ], fill: ink)
        guard let text = typesetter.text("10", size: unit * 1.05, .bold, within: unit * 2) else { return }
        surface.text(text, x - text.width / 2, y - text.height / 2, ink)
    }

    /// Draws the symbol of a button of the bar.
    func icon(
        _ button: BarButton, _ bar: BarCard, _ surface: CardSurface, _ x: Double, _ y: Double, _ unit: Double,
        _ ink: CardSurface.Colour
    ) {
        let line = max(1.5, unit * 0.2)
        switch button {
        case .playPause: playSign(bar.isPlaying, surface, x, y, unit, ink)
        case .live, .back, .forward: break
        case .previous, .next:
            let way = button == .next ? 1.0 : -1.0
            surface.polygon(
                [
                    (x - way * unit * 0.8, y - unit * 0.85), (x + way * unit * 0.6, y),
                    (x - way * unit * 0.8, y + unit * 0.85),
                ],
                fill: ink)
            surface.line(
                [(x + way * unit * 0.8, y - unit * 0.75), (x + way * unit * 0.8, y + unit * 0.75)], width: line * 1.2,
                ink)
        case .mute: speaker(surface, x - unit * 1.1, y, unit * 2.3, isMuted: bar.isMuted || bar.volume <= 0, ink)
        case .queue:
            // What plays, and what comes below it.
            surface.polygon(
                [
                    (x - unit * 1.05, y - unit * 1.05), (x - unit * 0.35, y - unit * 0.65),
                    (x - unit * 1.05, y - unit * 0.25),
                ], fill: ink)
            surface.line([(x - unit * 0.05, y - unit * 0.65), (x + unit, y - unit * 0.65)], width: line, ink)
            for row in [0.05, 0.75] {
                surface.line([(x - unit, y + row * unit), (x + unit, y + row * unit)], width: line, ink)
            }
        case .chapters:
            for row in [-0.75, 0, 0.75] {
                surface.line([(x - unit * 0.35, y + row * unit), (x + unit, y + row * unit)], width: line, ink)
                surface.roundedBox(
                    x - unit - line * 0.1, y + row * unit - line * 0.65, line * 1.3, line * 1.3, radius: line, ink)
            }
        case .audio:
            // A wave of sound: the speaker is that of the volume.
            for (place, tall) in [(-1.0, 0.3), (-0.5, 0.75), (0, 1), (0.5, 0.55), (1, 0.25)] {
                surface.line(
                    [(x + place * unit, y - tall * unit), (x + place * unit, y + tall * unit)], width: line, ink)
            }
        case .subtitles:
            surface.outline(
                x - unit * 1.1, y - unit * 0.85, unit * 2.2, unit * 1.7, radius: unit * 0.3, line: line, ink)
            surface.line([(x - unit * 0.6, y + unit * 0.3), (x + unit * 0.05, y + unit * 0.3)], width: line, ink)
            surface.line([(x + unit * 0.45, y + unit * 0.3), (x + unit * 0.6, y + unit * 0.3)], width: line, ink)
            surface.line([(x - unit * 0.6, y - unit * 0.15), (x - unit * 0.3, y - unit * 0.15)], width: line, ink)
            surface.line([(x + unit * 0.1, y - unit * 0.15), (x + unit * 0.6, y - unit * 0.15)], width: line, ink)
        case .information:
            surface.arc(x, y, radius: unit, from: 0, to: 2 * .pi, width: line, ink)
            surface.line([(x, y - unit * 0.05), (x, y + unit * 0.5)], width: line * 1.1, ink)
            surface.roundedBox(
                x - line * 0.6, y - unit * 0.55 - line * 0.3, line * 1.2, line * 1.2, radius: line, ink)
        case .pictureInPicture:
            surface.outline(
                x - unit * 1.1, y - unit * 0.85, unit * 2.2, unit * 1.7, radius: unit * 0.2, line: line, ink)
            surface.roundedBox(x, y, unit * 0.8, unit * 0.55, radius: unit * 0.1, ink)
        case .fullscreen:
            // Corners that point outwards, or inwards to leave fullscreen.
            let (inner, outer) = (unit * 0.35, unit * 0.95)
            for (right, down) in [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)] {
                let (corner, end) = bar.isFullscreen ? (inner, outer) : (outer, inner)
                surface.line(
                    [
                        (x + right * end, y + down * corner), (x + right * corner, y + down * corner),
                        (x + right * corner, y + down * end),
                    ], width: line, ink)
            }
        }
    }
}
