/// The parts of an open list, in pixels of the displayed picture.
public struct ListParts: Sendable {
    public var whole: WindowRect
    public var title: WindowRect
    /// The rows that are visible, by their index.
    public var rows: [Int: WindowRect]
    /// The tabs that fit, by their index; empty: there is only one list.
    public var tabs: [Int: WindowRect] = [:]
    /// Where the visible part of a list that is too long for the panel is shown, and that part; nil: all is visible.
    public var scroll: (track: WindowRect, thumb: WindowRect)?

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

extension CardLayout {
    /// The list at the right, above the bar; nil: there is none.
    public var listParts: ListParts? {
        for case .list(let list) in cards { return place(list) }
        return nil
    }

    private func place(_ list: ListCard) -> ListParts? {
        let room = panelRoom
        let hasPictures = list.hasPictures
        let (head, pad) = (textSize * 5 / 3, unit)
        let tall = hasPictures ? textSize * 3 : lineHeight
        let count = min(list.rows.count, (room.height - head - 2 * pad) / tall)
        let width = min(room.width, textSize * 20)
        guard count > 0, width > textSize * 6 else { return nil }
        let height = head + 2 * pad + count * tall
        let whole = WindowRect(x: room.right - width, y: room.bottom - height, width: width, height: height)
        let first = min(max(0, list.middle - count / 2), list.rows.count - count)
        // Wide enough for a pointer.
        let isLong = count < list.rows.count
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
            let length = max(side, track.height * count / list.rows.count)
            let place = (track.height - length) * first / max(1, list.rows.count - count)
            parts.scroll = (track, WindowRect(x: track.x, y: track.y + place, width: side, height: length))
        }
        return parts
    }

    /// The tabs beside each other, with the open one among those that fit.
    private func tabs(_ list: ListCard, in head: WindowRect) -> [Int: WindowRect] {
        guard list.tabs.count > 1 else { return [:] }
        let widths = list.tabs.map { title in
            min(head.width, Int((scale(.caption) * (TextEstimate.width(of: title) + 1.6)).rounded(.up)))
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

    /// The share of a long list at a row of the picture; nil: there is none.
    func scrollShare(at y: Int) -> Double? {
        guard let track = listParts?.scroll?.track, track.height > 1 else { return nil }
        return min(1, max(0, Double(y - track.y) / Double(track.height - 1)))
    }

    /// The panel at the left, above the bar, as tall as its content.
    var informationRect: WindowRect? {
        for case .information(let card) in cards {
            let room = panelRoom
            let width = min(room.width, textSize * 30)
            let inner = Double(width - 4 * unit - (card.artworkURI == nil ? 0 : textSize * 8 + 2 * unit))
            guard inner > 0 else { return nil }
            // In lines of the panel; the estimate may be short by a quarter of one.
            func lines(_ text: String, _ step: TypeScale) -> Double {
                (TextEstimate.width(of: text) * scale(step) / inner + 0.25).rounded(.up)
            }
            let title = min(2, lines(card.title, .title)) * scale(.title)
            let subtitle = card.subtitle == nil ? 0 : scale(.body)
            let summary = min(8, card.summary.map { lines($0, .caption) } ?? 0) * scale(.caption)
            let rows = (card.facts.isEmpty ? 0 : 1.0) + (card.technical.isEmpty ? 0 : 1)
            let text = (title + subtitle + summary + rows * scale(.caption)) * 1.25 + Double(textSize) * 0.9
            let least = card.artworkURI == nil ? 0 : textSize * 8 + 4 * unit
            let height = min(room.height, max(least, Int(text) + 4 * unit))
            return WindowRect(x: room.x, y: room.bottom - height, width: width, height: height)
        }
        return nil
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
