internal import Gst
internal import PlayerCore

/// The panels that the transport bar opens.
extension CardPainter {
    func list(
        _ list: ListCard, _ layout: CardLayout, _ canvas: CardCanvas, _ pictures: [String: CardPicture]
    ) -> PicturePatch? {
        guard let parts = layout.listParts else { return nil }
        return box(parts.whole, layout, canvas, ground: .sheet) { surface, place in
            let head = place(parts.title)
            for (index, rect) in parts.tabs where list.tabs.indices.contains(index) {
                tab(list.tabs[index], .tab(index), isOpen: index == list.tab, place(rect), layout, surface)
            }
            if let (track, thumb) = parts.scroll {
                scrollBar(place(track), place(thumb), layout, surface)
            }
            if parts.tabs.isEmpty,
                let title = typesetter.text(
                    list.note ?? heading(list.panel), size: layout.scale(.caption), list.note == nil ? .bold : .regular,
                    within: Double(head.width))
            {
                surface.text(
                    title, Double(head.x), Double(head.y) + Double(layout.unit) * 0.5, list.note == nil ? .faint : .text
                )
            }
            let hasPictures = list.hasPictures
            for (index, rect) in parts.rows {
                guard let content = list.row(at: index) else { continue }
                row(content, .row(index), place(rect), hasPictures, layout, surface, pictures)
            }
        }
    }

    func keys(_ card: KeysCard, _ layout: CardLayout, _ canvas: CardCanvas) -> PicturePatch? {
        guard let parts = layout.keysParts else { return nil }
        let size = layout.scale(.caption)
        let pad = Double(layout.unit)
        return box(parts.whole, layout, canvas, ground: .sheet) { surface, place in
            if let head = parts.title.map(place),
                let title = typesetter.text(word(.keys), size: size, .bold, within: Double(head.width))
            {
                surface.text(title, Double(head.x), Double(head.y) + pad * 0.5, .faint)
            }
            let signs = card.rows.map { typesetter.text($0.sign, size: size, .bold, within: size * 7) }
            // One column of signs for both columns of rows: the texts stand in line.
            let widest = signs.compactMap { $0?.width }.max() ?? 0
            for (index, rect) in parts.rows.map(place).enumerated() {
                let middle = Double(rect.y) + Double(rect.height) / 2
                let start = Double(rect.x) + pad
                if let sign = signs[index] { surface.text(sign, start, middle - sign.height / 2, .text) }
                let left = start + widest + pad * 1.5
                let room = Double(rect.right) - left
                guard let text = typesetter.text(card.rows[index].text, size: size, within: room) else { continue }
                surface.text(text, left, middle - text.height / 2, .text)
            }
        }
    }

    private func tab(
        _ words: String, _ target: CardTarget, isOpen: Bool, _ rect: WindowRect, _ layout: CardLayout,
        _ surface: CardSurface
    ) {
        let size = layout.scale(.caption)
        let ink = button(target, rect, layout, surface, isBare: true)
        guard
            let text = typesetter.text(
                words, size: size, isOpen ? .bold : .regular, within: Double(rect.width) - size * 0.6)
        else { return }
        let x = Double(rect.x) + (Double(rect.width) - text.width) / 2
        let y = Double(rect.y) + (Double(rect.height) - text.height) / 2
        surface.text(text, x, y, isOpen || ink != .text ? ink : .faint)
        guard isOpen else { return }
        let line = max(2, Double(layout.unit) * 0.3)
        surface.roundedBox(x, Double(rect.bottom) - line, text.width, line, radius: line, ink)
    }

    private func scrollBar(_ track: WindowRect, _ thumb: WindowRect, _ layout: CardLayout, _ surface: CardSurface) {
        let width = max(3, Double(layout.unit) * 0.5)
        let x = Double(track.x) + (Double(track.width) - width) / 2
        surface.roundedBox(x, Double(track.y), width, Double(track.height), radius: width, .track)
        surface.roundedBox(
            x, Double(thumb.y), width, Double(thumb.height), radius: width, isLit(.scroll) ? .lit : .faint)
    }

    private func heading(_ panel: Panel) -> String {
        switch panel {
        case .queue: word(.queue)
        case .chapters: word(.chapters)
        case .audio: word(.audio)
        case .subtitles: word(.subtitles)
        case .information: word(.information)
        case .keys: word(.keys)
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
            } else {
                surface.roundedBox(x, middle - tall / 2, tall * 16 / 9, tall, radius: pad / 2, .button)
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
        surface.text(title, x, middle - title.height / 2, row.isFailed && ink == .text ? .faint : ink)
    }

    func information(
        _ card: InformationCard, _ layout: CardLayout, _ canvas: CardCanvas, _ pictures: [String: CardPicture]
    ) -> PicturePatch? {
        guard let parts = layout.informationParts else { return nil }
        return box(parts.whole, layout, canvas, ground: .sheet) { surface, _ in
            if let (place, side) = parts.artwork {
                surface.roundedBox(place, place, side, side, radius: Double(layout.unit), .panel)
                if let picture = card.artworkURI.flatMap({ pictures[$0] }) {
                    surface.picture(picture, place, place, side, side, radius: Double(layout.unit))
                }
            }
            for line in parts.lines { surface.text(line.text, parts.left, line.y, line.isFaint ? .faint : .text) }
        }
    }
}
