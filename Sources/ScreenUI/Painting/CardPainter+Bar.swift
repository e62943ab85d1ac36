internal import Gst
internal import PlayerCore

/// The transport bar.
extension CardPainter {
    func bar(_ bar: BarCard, _ layout: CardLayout, _ canvas: CardCanvas) -> PicturePatch? {
        guard let parts = layout.barParts else { return nil }
        return box(parts.whole, layout, canvas) { surface, place in
            if let title = parts.title.map(place) { heading(bar, title, layout, surface) }
            if let line = parts.line.map(place) { rail(bar, line, layout, surface) }
            time(bar, place(parts.time), layout, surface)
            for region in parts.buttons {
                if region.target == .volume { volumeLine(bar, place(region.rect), layout, surface) }
                guard case .bar(let button) = region.target else { continue }
                let rect = place(region.rect)
                guard button != .live else {
                    live(bar, rect, layout, surface)
                    continue
                }
                var ink = self.button(region.target, rect, layout, surface, isBare: true)
                if bar.idle.contains(button) { ink = .track }
                let (x, y) = (Double(rect.x) + Double(rect.width) / 2, Double(rect.y) + Double(rect.height) / 2)
                let unit = Double(rect.height) * 0.21
                switch button {
                case .back, .forward: jump(forward: button == .forward, surface, x, y, unit, ink)
                default: icon(button, bar, surface, x, y, unit, ink)
                }
            }
        }
    }

    /// The title, and the current chapter at the other end.
    private func heading(_ bar: BarCard, _ rect: WindowRect, _ layout: CardLayout, _ surface: CardSurface) {
        let size = Double(layout.textSize)
        let width = Double(rect.width)
        let chapter = typesetter.text(bar.chapter, size: layout.scale(.caption), within: width * 0.4)
        let taken = bar.chapter.isEmpty ? 0 : (chapter?.width ?? 0) + size
        if let title = typesetter.text(bar.title, size: size, .bold, within: width - taken) {
            surface.text(title, Double(rect.x), Double(rect.y), .text)
        }
        guard let chapter, !bar.chapter.isEmpty else { return }
        surface.text(chapter, Double(rect.right) - chapter.width, Double(rect.y) + size * 0.16, .faint)
    }

    private func time(_ bar: BarCard, _ rect: WindowRect, _ layout: CardLayout, _ surface: CardSurface) {
        guard let text = typesetter.text(bar.time, size: layout.scale(.caption), within: Double(rect.width)) else {
            return
        }
        surface.text(text, Double(rect.x), Double(rect.y) + (Double(rect.height) - text.height) / 2, .text)
    }

    /// A dot that is red at the edge, and the word.
    private func live(_ bar: BarCard, _ rect: WindowRect, _ layout: CardLayout, _ surface: CardSurface) {
        let size = Double(layout.textSize)
        let ink = button(.bar(.live), rect, layout, surface)
        let middle = Double(rect.y) + Double(rect.height) / 2
        let dot = size * 0.5
        guard let text = typesetter.text(word(.live), size: size, within: Double(rect.width) - size * 1.4) else {
            return
        }
        let start = Double(rect.x) + (Double(rect.width) - text.width - dot * 1.8) / 2
        // Lit only at the edge: elsewhere the button leads there.
        let faint: CardSurface.Colour = ink == .text ? .faint : ink
        surface.roundedBox(start, middle - dot / 2, dot, dot, radius: dot, bar.isAtEdge ? .live : faint)
        surface.text(text, start + dot * 1.8, middle - text.height / 2, bar.isAtEdge ? ink : faint)
    }

    /// The line of the volume, with a knob while it is emphasised.
    private func volumeLine(_ bar: BarCard, _ rect: WindowRect, _ layout: CardLayout, _ surface: CardSurface) {
        let height = max(3, Double(layout.unit) * 0.5)
        let (x, width) = (Double(rect.x), Double(rect.width))
        let y = Double(rect.y) + Double(rect.height) / 2
        let share = bar.isMuted ? 0 : min(1, max(0, bar.volume))
        surface.roundedBox(x, y - height / 2, width, height, radius: height, .track)
        if share > 0 {
            surface.roundedBox(x, y - height / 2, max(height, width * share), height, radius: height, .text)
        }
        guard isLit(.volume) else { return }
        let knob = height * 2.4
        let here = min(max(x + width * share, x + knob / 2), x + width - knob / 2)
        if light?.isFocus == true {
            surface.roundedBox(
                here - knob * 0.75, y - knob * 0.75, knob * 1.5, knob * 1.5, radius: knob, .focus)
        }
        surface.roundedBox(here - knob / 2, y - knob / 2, knob, knob, radius: knob, .lit)
    }

    // MARK: The line

    private func rail(_ bar: BarCard, _ rect: WindowRect, _ layout: CardLayout, _ surface: CardSurface) {
        let isLit = isLit(.line)
        let (x, width) = (Double(rect.x), Double(rect.width))
        let y = Double(rect.y) + Double(rect.height) / 2
        let height = max(3, Double(layout.unit) * (isLit ? 1 : 0.75))
        let share = bar.share ?? 0
        // The line between the gaps of chapters.
        let gap = max(2, Double(layout.unit) * 0.3)
        let bounds = [0] + bar.gaps.sorted() + [1]
        for (from, to) in zip(bounds, bounds.dropFirst()) {
            let start = x + from * width + (from > 0 ? gap / 2 : 0)
            let end = x + to * width - (to < 1 ? gap / 2 : 0)
            stretch(surface, start, end, y, height, .track)
            if let buffered = bar.buffered {
                stretch(surface, max(start, x + share * width), min(end, x + buffered * width), y, height, .track)
            }
            stretch(surface, start, min(end, x + share * width), y, height, .text)
            for segment in bar.segments {
                let (left, right) = (max(start, x + segment.from * width), min(end, x + segment.to * width))
                stretch(surface, left, right, y + height / 2 + height * 0.35, height * 0.4, .tint)
            }
        }
        for dot in bar.dots {
            let size = height * 1.3
            let centre = min(max(x + dot * width, x + size / 2), x + width - size / 2)
            surface.roundedBox(centre - size / 2, y - size / 2, size, size, radius: size, .ink)
            surface.roundedBox(
                centre - size * 0.38, y - size * 0.38, size * 0.76, size * 0.76, radius: size, .dot)
        }
        if let trimmed = bar.trimmed { points(trimmed, rect, y, height, surface) }
        let knob = height * (isLit ? 2.4 : 1.9)
        let here = min(max(x + share * width, x + knob / 2), x + width - knob / 2)
        if isLit, light?.isFocus == true {
            surface.roundedBox(
                here - knob * 0.75, y - knob * 0.75, knob * 1.5, knob * 1.5, radius: knob, .focus)
        }
        surface.roundedBox(here - knob / 2, y - knob / 2, knob, knob, radius: knob, .lit)
    }

    private func stretch(
        _ surface: CardSurface, _ from: Double, _ to: Double, _ y: Double, _ height: Double,
        _ colour: CardSurface.Colour
    ) {
        guard to - from > 0.5 else { return }
        surface.roundedBox(from, y - height / 2, to - from, height, radius: height * 0.3, colour)
    }

    /// The in and out points, and a shade over what is not played.
    private func points(
        _ trimmed: BarCard.Stretch, _ rect: WindowRect, _ y: Double, _ height: Double, _ surface: CardSurface
    ) {
        let (x, width) = (Double(rect.x), Double(rect.width))
        let (left, right) = (x + trimmed.from * width, x + trimmed.to * width)
        stretch(surface, x, left, y, height * 1.2, .shade)
        stretch(surface, right, x + width, y, height * 1.2, .shade)
        let line = max(2, height * 0.4)
        for (edge, inwards) in [(left, 1.0), (right, -1.0)] {
            surface.line(
                [
                    (edge + inwards * height, y - height * 1.5), (edge, y - height * 1.5), (edge, y + height * 1.5),
                    (edge + inwards * height, y + height * 1.5),
                ], width: line, .tint)
        }
    }

    /// The time and the chapter at the pointer, below the picture of that moment.
    func hint(
        _ hint: HintCard, _ box: CardLayout.Box, _ layout: CardLayout, _ canvas: CardCanvas,
        _ pictures: [String: CardPicture]
    ) -> PicturePatch? {
        let (width, pad) = (Double(box.rect.width), Double(layout.unit))
        return self.box(box.rect, layout, canvas) { surface, _ in
            var y = Double(box.rect.height) - pad
            if let time = typesetter.text(hint.time, size: Double(layout.textSize), .bold, within: width - 2 * pad) {
                y -= time.height
                surface.text(time, (width - time.width) / 2, y, .text)
            }
            if !hint.chapter.isEmpty,
                let chapter = typesetter.text(hint.chapter, size: layout.scale(.caption), within: width - 2 * pad)
            {
                y -= chapter.height
                surface.text(chapter, (width - chapter.width) / 2, y, .faint)
            }
            guard hint.hasPicture, y > pad * 4 else { return }
            let picture = hint.pictureURI.flatMap { pictures[$0] }
            // Whole, whatever its shape.
            let (room, tall) = (width - 2 * pad, y - 2 * pad)
            let shape = picture.map { Double($0.width) / Double(max(1, $0.height)) } ?? 16 / 9
            let size = (width: min(room, tall * shape), height: min(tall, room / shape))
            let (left, top) = (pad + (room - size.width) / 2, pad + (tall - size.height) / 2)
            if let picture {
                surface.picture(picture, left, top, size.width, size.height, radius: pad / 2)
            } else {
                surface.roundedBox(left, top, size.width, size.height, radius: pad / 2, .button)
            }
        }
    }
}
