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
        let (size, pad) = (Double(layout.textSize), Double(layout.unit) * 2)
        let room = Double(box.rect.height)
        let hasArtwork = card.artworkURI != nil && Double(box.rect.width) > size * 18
        let side = hasArtwork ? min(size * 8, room - 2 * pad) : 0
        let x = hasArtwork ? side + 2 * pad : pad
        let width = Double(box.rect.width) - x - pad
        var lines: [(text: CardText, y: Double, colour: CardSurface.Colour)] = []
        var y = pad
        func put(
            _ words: String?, _ step: TypeScale, _ weight: CardTypesetter.Weight, lines count: Int,
            _ colour: CardSurface.Colour
        ) {
            guard let words, !words.isEmpty, count > 0,
                let text = typesetter.block(words, size: layout.scale(step), weight, within: width, lines: count),
                y + text.height <= room - pad / 2
            else { return }
            lines.append((text, y, colour))
            y += text.height + size * 0.15
        }
        put(card.title, .title, .bold, lines: 2, .text)
        put(card.subtitle, .body, .regular, lines: 1, .text)
        put(card.facts, .caption, .regular, lines: 1, .faint)
        // The last line is below the description.
        let left = room - y - pad - (card.technical.isEmpty ? 0 : size * 1.2)
        put(card.summary, .caption, .regular, lines: Int(left / (layout.scale(.caption) * 1.4)), .text)
        put(card.technical, .caption, .regular, lines: 1, .faint)
        // The layout reserves more than most texts need.
        let tall = min(box.rect.height, Int((max(y, pad + side) + pad).rounded(.up)))
        let whole = WindowRect(
            x: box.rect.x, y: box.rect.bottom - tall, width: box.rect.width, height: tall)
        return self.box(whole, layout, canvas) { surface, _ in
            if hasArtwork {
                surface.roundedBox(pad, pad, side, side, radius: Double(layout.unit), .panel)
                if let picture = card.artworkURI.flatMap({ pictures[$0] }) {
                    surface.picture(picture, pad, pad, side, side, radius: Double(layout.unit))
                }
            }
            for line in lines { surface.text(line.text, x, line.y, line.colour) }
        }
    }
}
