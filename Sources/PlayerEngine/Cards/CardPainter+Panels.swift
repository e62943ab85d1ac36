internal import Gst
internal import PlayerCore

/// The panels that the transport bar opens.
extension CardPainter {
    func list(
        _ list: ListCard, _ layout: CardLayout, _ canvas: CardCanvas, _ pictures: [String: CardPicture]
    ) -> PicturePatch? {
        guard let parts = layout.listParts else { return nil }
        return box(parts.whole, layout, canvas) { surface, place in
            let head = place(parts.title)
            if let title = typesetter.text(
                heading(list.panel), size: layout.scale(.caption), .bold, within: Double(head.width))
            {
                surface.text(title, Double(head.x), Double(head.y) + Double(layout.unit) * 0.5, .faint)
            }
            let hasPictures = list.rows.contains { $0.pictureURI != nil }
            for (index, rect) in parts.rows where list.rows.indices.contains(index) {
                row(list.rows[index], .row(index), place(rect), hasPictures, layout, surface, pictures)
            }
        }
    }

    private func heading(_ panel: Panel) -> String {
        switch panel {
        case .chapters: word(.chapters)
        case .audio: word(.audio)
        case .subtitles: word(.subtitles)
        case .information: word(.information)
        }
    }

    private func row(
        _ row: ListCard.Row, _ target: CardTarget, _ rect: WindowRect, _ hasPictures: Bool, _ layout: CardLayout,
        _ surface: CardSurface, _ pictures: [String: CardPicture]
    ) {
        let (size, pad) = (Double(layout.textSize), Double(layout.unit))
        let ink = button(target, rect, layout, surface, isBare: true)
        let (middle, height) = (Double(rect.y) + Double(rect.height) / 2, Double(rect.height))
        var x = Double(rect.x) + pad
        // The mark of the current row.
        if row.isCurrent {
            let dot = size * 0.4
            surface.roundedBox(x, middle - dot / 2, dot, dot, radius: dot, ink)
        }
        x += size * 0.8
        if hasPictures {
            let tall = height - pad
            if let picture = row.pictureURI.flatMap({ pictures[$0] }) {
                surface.picture(picture, x, middle - tall / 2, tall * 16 / 9, tall, radius: pad / 2)
            }
            x += tall * 16 / 9 + pad
        }
        var end = Double(rect.right) - pad
        if let detail = typesetter.text(row.detail, size: layout.scale(.caption), within: size * 7), !row.detail.isEmpty
        {
            end -= detail.width
            surface.text(detail, end, middle - detail.height / 2, ink == .text ? .faint : ink)
            end -= pad
        }
        guard
            let title = typesetter.text(row.title, size: size, row.isCurrent ? .bold : .regular, within: end - x)
        else { return }
        surface.text(title, x, middle - title.height / 2, ink)
    }

    func information(
        _ card: InformationCard, _ box: CardLayout.Box, _ layout: CardLayout, _ canvas: CardCanvas,
        _ pictures: [String: CardPicture]
    ) -> PicturePatch? {
        self.box(box.rect, layout, canvas) { surface, _ in
            let (size, pad) = (Double(layout.textSize), Double(layout.unit) * 2)
            var x = pad
            if card.artworkURI != nil, Double(box.rect.width) > size * 18 {
                let side = min(size * 8, Double(box.rect.height) - 2 * pad)
                surface.roundedBox(pad, pad, side, side, radius: Double(layout.unit), .panel)
                if let picture = card.artworkURI.flatMap({ pictures[$0] }) {
                    surface.picture(picture, pad, pad, side, side, radius: Double(layout.unit))
                }
                x += side + pad
            }
            let width = Double(box.rect.width) - x - pad
            var y = pad
            func put(
                _ words: String?, _ step: TypeScale, _ weight: CardTypesetter.Weight, lines: Int,
                _ colour: CardSurface.Colour
            ) {
                guard let words, !words.isEmpty, lines > 0,
                    let text = typesetter.block(words, size: layout.scale(step), weight, within: width, lines: lines),
                    y + text.height <= Double(box.rect.height) - pad / 2
                else { return }
                surface.text(text, x, y, colour)
                y += text.height + size * 0.15
            }
            put(card.title, .title, .bold, lines: 2, .text)
            put(card.subtitle, .body, .regular, lines: 1, .text)
            put(card.facts, .caption, .regular, lines: 1, .faint)
            // The last line is below the description.
            let room = Double(box.rect.height) - y - pad - (card.technical.isEmpty ? 0 : size * 1.2)
            put(card.summary, .caption, .regular, lines: Int(room / (layout.scale(.caption) * 1.4)), .text)
            put(card.technical, .caption, .regular, lines: 1, .faint)
        }
    }
}
