internal import Gst
internal import PlayerCore

/// Proposals of what comes next, and the actions of clients.
extension CardPainter {
    func proposal(
        _ proposal: ProposalCard, _ layout: CardLayout, _ canvas: CardCanvas, _ pictures: [String: CardPicture]
    ) -> PicturePatch? {
        guard let parts = layout.proposalParts else { return nil }
        guard let accept = parts.accept, let decline = parts.decline, let stop = parts.stop else {
            return row(proposal, parts, layout, canvas)
        }
        return box(parts.whole, layout, canvas) { surface, place in
            if let frame = parts.picture.map(place) {
                let (x, y, width, height) = (
                    Double(frame.x), Double(frame.y), Double(frame.width), Double(frame.height)
                )
                surface.roundedBox(x, y, width, height, radius: Double(layout.unit), .panel)
                if let picture = proposal.artworkURI.flatMap({ pictures[$0] }) {
                    surface.picture(picture, x, y, width, height, radius: Double(layout.unit))
                }
            }
            let text = place(parts.text)
            for line in parts.lines {
                surface.text(line.text, Double(text.x), Double(text.y) + line.y, line.isFaint ? .faint : .text)
            }
            label(word(.play), .accept, place(accept), layout, surface, hasKey: true)
            label(word(.notNow), .decline, place(decline), layout, surface)
            label(word(.stop), .stop, place(stop), layout, surface)
            if let ring = parts.ring, let seconds = proposal.seconds {
                countdown(seconds, of: proposal.total ?? seconds, place(ring), layout, surface)
            }
        }
    }

    /// Draws a button with a label.
    func label(
        _ words: String, _ target: CardTarget, _ rect: WindowRect, _ layout: CardLayout, _ surface: CardSurface,
        hasKey: Bool = false
    ) {
        let size = Double(layout.textSize)
        let ink = button(target, rect, layout, surface)
        let key = hasKey ? size * 1.75 : 0
        guard let text = typesetter.text(words, size: size, within: Double(rect.width) - size * 1.2 - key) else {
            return
        }
        let start = Double(rect.x) + (Double(rect.width) - text.width - key) / 2
        let middle = Double(rect.y) + Double(rect.height) / 2
        surface.text(text, start, middle - text.height / 2, ink)
        if hasKey { enter(surface, start + text.width + size * 0.5, middle, size, ink) }
    }

    /// Draws a ring that empties, with the last seconds in it.
    private func countdown(
        _ seconds: Int64, of total: Int64, _ rect: WindowRect, _ layout: CardLayout, _ surface: CardSurface
    ) {
        let (x, y) = (Double(rect.x) + Double(rect.width) / 2, Double(rect.y) + Double(rect.height) / 2)
        let line = max(2, Double(layout.unit) * 0.4)
        let radius = Double(rect.width) / 2 - line / 2
        surface.arc(x, y, radius: radius, from: 0, to: 2 * .pi, width: line, .track)
        let share = total > 0 ? min(1, max(0, Double(seconds) / Double(total))) : 0
        if share > 0 {
            surface.arc(x, y, radius: radius, from: -.pi / 2, to: -.pi / 2 + 2 * .pi * share, width: line, .text)
        }
        // Three digits would touch the ring, which says enough until then.
        guard seconds < 100,
            let text = typesetter.text("\(seconds)", size: layout.scale(.caption), within: Double(rect.width))
        else { return }
        surface.text(text, x - text.width / 2, y - text.height / 2, .text)
    }

    /// Draws a single line, for small pictures.
    private func row(
        _ proposal: ProposalCard, _ parts: ProposalParts, _ layout: CardLayout, _ canvas: CardCanvas
    ) -> PicturePatch? {
        let size = Double(layout.textSize)
        let tail = typesetter.text(proposal.seconds.map { "\($0) s" } ?? "", size: size, within: size * 6)
        let room = Double(parts.whole.width) - size * 1.8 - (tail?.width ?? 0)
        let words = "\(word(.upNext)): \(proposal.title)"
        guard let title = typesetter.text(words, size: size, within: room) else { return nil }
        let box = CardLayout.Box(card: .proposal(proposal), rect: parts.whole, alignment: .leading)
        return pill(.accept, Double(parts.whole.width), box, canvas) { surface, width, height, ink in
            surface.text(title, size * 0.6, (height - title.height) / 2, ink)
            if let tail { surface.text(tail, width - size * 0.6 - tail.width, (height - tail.height) / 2, ink) }
        }
    }

    // MARK: Actions

    func actions(
        _ actions: [ActionButton], _ box: CardLayout.Box, _ layout: CardLayout, _ canvas: CardCanvas
    ) -> PicturePatch? {
        patch(box.rect, on: canvas) { surface in
            for region in layout.regions {
                guard case .action(let id) = region.target, let action = actions.first(where: { $0.id == id }) else {
                    continue
                }
                let place = WindowRect(
                    x: region.rect.x - box.rect.x, y: region.rect.y - box.rect.y, width: region.rect.width,
                    height: region.rect.height)
                surface.roundedBox(
                    Double(place.x), Double(place.y), Double(place.width), Double(place.height),
                    radius: Double(layout.unit), .box)
                label(action.title, region.target, place, layout, surface)
            }
        }
    }
}
