internal import Gst
internal import PlayerCore

/// Draws cards as rounded, dark, translucent boxes with white text; for one thread at a time.
final class CardPainter {
    let typesetter = CardTypesetter()
    private let store: PixelStore
    /// The target that is emphasised, and the language, of the present drawing.
    private(set) var light: CardLight?
    private(set) var language = Words.Language.english

    /// - Parameter store: the memory of drawings.
    init(_ store: PixelStore = PixelStore()) { self.store = store }

    /// The layout that is drawn.
    func layout(_ drawing: CardDrawing, on canvas: CardCanvas) -> CardLayout {
        CardLayout(width: canvas.width, height: canvas.height, drawing, typesetter: typesetter)
    }

    /// The patches that are drawn over frames.
    ///
    /// - Parameter pictures: the loaded pictures, by URI.
    func patches(
        _ layout: CardLayout, light: CardLight?, on canvas: CardCanvas, pictures: [String: CardPicture]
    ) -> [PicturePatch] {
        (self.light, language) = (light, layout.language)
        return layout.boxes.flatMap { box -> [PicturePatch] in
            let patch: PicturePatch? =
                switch box.card {
                case .offer: offer(box, layout, canvas)
                case .stillWatching: stillWatching(box, layout, canvas)
                case .skipped(_, let canUndo): canUndo ? skipped(box, layout, canvas) : words(box, layout, canvas)
                case .chapter, .rate, .choice, .interstitial, .refused, .failed: words(box, layout, canvas)
                case .volume(let volume, let isMuted):
                    self.volume(isMuted ? 0 : volume, box, layout, canvas)
                case .position(let seconds, let length): position(seconds, length, box, layout, canvas)
                case .proposal(let card): proposal(card, layout, canvas, pictures)
                case .paused: paused(box, canvas)
                case .controls(let isPlaying): controls(isPlaying, layout, canvas)
                case .progress(let share): progress(share, box, canvas)
                case .nowPlaying(let card): nowPlaying(card, box, layout, canvas)
                case .lyrics(let card): lyrics(card, box, layout, canvas)
                case .actions(let actions): self.actions(actions, box, layout, canvas)
                case .bar(let bar): self.bar(bar, layout, canvas)
                case .hint(let hint): self.hint(hint, box, layout, canvas, pictures)
                case .list(let list): self.list(list, layout, canvas, pictures)
                case .information(let card): information(card, layout, canvas, pictures)
                case .keys(let card): keys(card, layout, canvas)
                }
            return patch.map { [$0] } ?? []
        }
    }

    /// Draws `rect` of the canvas, whose coordinates are relative to its top left corner.
    func patch(_ rect: WindowRect, on canvas: CardCanvas, _ body: (CardSurface) -> Void) -> PicturePatch? {
        CardSurface.patch(rect, on: canvas, from: store, body)
    }

    func isLit(_ target: CardTarget) -> Bool { light?.target == target }

    func word(_ word: Words.Word) -> String { Words.text(word, language) }

    /// Draws a box around what `draw` draws.
    func box(
        _ rect: WindowRect, _ layout: CardLayout, _ canvas: CardCanvas, ground: CardSurface.Colour = .box,
        _ draw: (CardSurface, (WindowRect) -> WindowRect) -> Void
    ) -> PicturePatch? {
        patch(rect, on: canvas) { surface in
            surface.roundedBox(
                0, 0, Double(rect.width), Double(rect.height), radius: Double(layout.unit) * 1.5, ground)
            draw(surface) { part in
                WindowRect(x: part.x - rect.x, y: part.y - rect.y, width: part.width, height: part.height)
            }
        }
    }

    /// Draws a filled box that can be pressed, with the colour of what is on it.
    func pill(
        _ target: CardTarget, _ width: Double, _ box: CardLayout.Box, _ canvas: CardCanvas,
        _ draw: (CardSurface, Double, Double, CardSurface.Colour) -> Void
    ) -> PicturePatch? {
        let isLit = isLit(target)
        return pill(width, box, canvas) { surface, width, height in
            if isLit {
                surface.roundedBox(0, 0, width, height, radius: height * 0.26, .lit)
                if light?.isFocus == true {
                    let line = max(2, height * 0.06)
                    surface.outline(
                        line / 2, line / 2, width - line, height - line, radius: height * 0.24, line: line, .focus)
                }
            }
            draw(surface, width, height, isLit ? .ink : .text)
        }
    }

    /// Draws the area of a button, and returns the colour of what is on it.
    ///
    /// - Parameter isBare: whether it has an area only while it is emphasised.
    func button(
        _ target: CardTarget, _ rect: WindowRect, _ layout: CardLayout, _ surface: CardSurface, isBare: Bool = false
    ) -> CardSurface.Colour {
        let (x, y, width, height) = (Double(rect.x), Double(rect.y), Double(rect.width), Double(rect.height))
        let radius = Double(layout.unit)
        guard isLit(target) else {
            if !isBare { surface.roundedBox(x, y, width, height, radius: radius, .button) }
            return .text
        }
        surface.roundedBox(x, y, width, height, radius: radius, .lit)
        if light?.isFocus == true {
            let line = max(2, Double(layout.unit) * 0.35)
            surface.outline(
                x + line / 2, y + line / 2, width - line, height - line, radius: radius, line: line, .focus)
        }
        return .ink
    }

    /// Draws a filled box of the width that is needed.
    func pill(
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
        return patch(rect, on: canvas) { surface in
            let (width, height) = (Double(rect.width), Double(rect.height))
            surface.roundedBox(0, 0, width, height, radius: height * 0.26, .box)
            draw(surface, width, height)
        }
    }

}
