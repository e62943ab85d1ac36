internal import PlayerCore

/// The parts of an open list, in pixels of the displayed picture.
struct ListParts: Sendable {
    var whole: WindowRect
    var title: WindowRect
    /// The rows that are visible, by their index.
    var rows: [Int: WindowRect]
    /// The tabs that fit, by their index; empty: there is only one list.
    var tabs: [Int: WindowRect] = [:]
    /// Where the visible part of a list that is too long for the panel is shown, and that part; nil: all is visible.
    var scroll: (track: WindowRect, thumb: WindowRect)?

    var regions: [CardRegion] {
        let heads = tabs.keys.sorted().compactMap { index in
            tabs[index].map { CardRegion(target: .tab(index), rect: $0) }
        }
        let bar = scroll.map { [CardRegion(target: .scroll, rect: $0.track)] } ?? []
        return heads + rowRegions + bar
    }

    private var rowRegions: [CardRegion] {
        rows.keys.sorted().compactMap { index in rows[index].map { CardRegion(target: .row(index), rect: $0) } }
    }
}

/// The parts of the panel with information, in pixels of the displayed picture.
struct InformationParts {
    var whole: WindowRect
    /// How far the square of the artwork is from the left and from the top, and its side; nil: there is none.
    var artwork: (place: Double, side: Double)?
    /// From the top of the panel.
    var lines: [CardLine]
    /// How far the lines are from the left edge of the panel.
    var left: Double
}

extension CardLayout {
    func placeList() -> ListParts? {
        for case .list(let list) in cards { return place(list) }
        return nil
    }

    private func place(_ list: ListCard) -> ListParts? {
        let room = panelRoom
        let hasPictures = list.hasPictures
        let (head, pad) = (textSize * 5 / 3, unit)
        let tall = hasPictures ? textSize * 3 : lineHeight
        let count = min(list.count, (room.height - head - 2 * pad) / tall)
        let width = min(room.width, textSize * 26)
        guard count > 0, width > textSize * 6 else { return nil }
        let height = head + 2 * pad + count * tall
        let whole = WindowRect(x: room.right - width, y: room.bottom - height, width: width, height: height)
        let first = min(max(0, list.middle - count / 2), list.count - count)
        // Wide enough for a pointer.
        let isLong = count < list.count
        let side = isLong ? max(12, 2 * pad) : 0
        var rows: [Int: WindowRect] = [:]
        for index in first..<first + count {
            rows[index] = WindowRect(
                x: whole.x + pad, y: whole.y + pad + head + (index - first) * tall, width: width - 2 * pad - side,
                height: tall)
        }
        var parts = ListParts(
            whole: whole,
            title: WindowRect(x: whole.x + pad * 2, y: whole.y + pad, width: width - pad * 4, height: head),
            rows: rows)
        parts.tabs = tabs(list, in: parts.title)
        if isLong {
            let track = WindowRect(
                x: whole.right - pad - side, y: whole.y + pad + head, width: side, height: count * tall)
            let length = max(side, track.height * count / list.count)
            let place = (track.height - length) * first / max(1, list.count - count)
            parts.scroll = (track, WindowRect(x: track.x, y: track.y + place, width: side, height: length))
        }
        return parts
    }

    /// The tabs beside each other, with the open one among those that fit.
    private func tabs(_ list: ListCard, in head: WindowRect) -> [Int: WindowRect] {
        guard list.tabs.count > 1 else { return [:] }
        let widths = list.tabs.map { title in
            // The open one is bold, and takes no other place than before.
            min(head.width, labelWidth(title, .bold, .caption, around: 1.2))
        }
        var first = 0
        while first < list.tab, widths[first...min(list.tab, widths.count - 1)].reduce(0, +) > head.width { first += 1 }
        var tabs: [Int: WindowRect] = [:]
        var x = head.x
        for index in first..<widths.count where x + widths[index] <= head.right {
            tabs[index] = WindowRect(x: x, y: head.y, width: widths[index], height: head.height - unit / 2)
            x += widths[index]
        }
        return tabs
    }

    func placeInformation() -> InformationParts? {
        for case .information(let card) in cards { return place(card) }
        return nil
    }

    private func place(_ card: InformationCard) -> InformationParts? {
        let room = panelRoom
        let width = min(room.width, textSize * 30)
        let (size, pad) = (Double(textSize), Double(unit) * 2)
        let hasArtwork = card.artworkURI != nil && width > textSize * 18
        let side = hasArtwork ? min(size * 8, Double(room.height) - 2 * pad) : 0
        let x = hasArtwork ? side + 2 * pad : pad
        let inner = Double(width) - x - pad
        guard inner > 0, side >= 0 else { return nil }
        let most = Double(room.height) - pad / 2
        var lines: [CardLine] = []
        var y = pad
        func put(
            _ words: String?, _ step: TypeScale, _ weight: CardTypesetter.Weight = .regular, lines count: Int,
            isFaint: Bool = false
        ) {
            guard let words, !words.isEmpty, count > 0,
                let text = typesetter.block(words, size: scale(step), weight, within: inner, lines: count),
                y + text.height <= most
            else { return }
            lines.append(CardLine(text: text, y: y, isFaint: isFaint))
            y += text.height + size * 0.15
        }
        put(card.title, .title, .bold, lines: 2)
        put(card.subtitle, .body, lines: 1)
        put(card.facts, .caption, lines: 1, isFaint: true)
        // The last line is below the description.
        let left = most - y - pad / 2 - (card.technical.isEmpty ? 0 : size * 1.2)
        put(card.summary, .caption, lines: min(8, Int(left / (scale(.caption) * 1.4))))
        put(card.technical, .caption, lines: 1, isFaint: true)
        let tall = min(room.height, Int((max(y, pad + side) + pad).rounded(.up)))
        return InformationParts(
            whole: WindowRect(x: room.x, y: room.bottom - tall, width: width, height: tall),
            artwork: hasArtwork ? (place: pad, side: side) : nil, lines: lines, left: x)
    }

    /// The area for panels: above the bar.
    private var panelRoom: WindowRect {
        let frame = videoFrame
        let inset = margin / 2
        let bottom = barParts.map { $0.whole.y - unit } ?? frame.bottom - inset
        return WindowRect(
            x: frame.x + inset, y: frame.y + inset, width: frame.width - 2 * inset,
            height: max(0, bottom - frame.y - inset))
    }
}
