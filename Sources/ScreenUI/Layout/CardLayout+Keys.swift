internal import PlayerCore

/// The parts of the card with the keys, in pixels of the displayed picture.
struct KeysParts: Hashable, Sendable {
    var whole: WindowRect
    /// Nil where the rows need its place.
    var title: WindowRect?
    /// One for each row of the card, in two columns.
    var rows: [WindowRect]
}

extension CardLayout {
    /// The card with the keys, in the middle of the picture; nil: there is none, or no room for it.
    var keysParts: KeysParts? {
        for case .keys(let card) in cards { return place(card) }
        return nil
    }

    private func place(_ card: KeysCard) -> KeysParts? {
        let columns = 2
        let count = (card.rows.count + columns - 1) / columns
        let room = (width: width - margin, height: height - margin)
        guard count > 0, room.width > textSize * 14 else { return nil }
        let caption = scale(.caption)
        let pad = unit
        let least = Int((caption * 1.2).rounded(.up))
        let head = textSize * 5 / 3
        var hasTitle = true
        var tall = min(Int(caption * 1.7), (room.height - 2 * pad - head) / count)
        if tall < least {
            hasTitle = false
            tall = (room.height - 2 * pad) / count
        }
        guard tall >= least else { return nil }
        let size = (
            width: min(room.width, textSize * 44), height: 2 * pad + (hasTitle ? head : 0) + count * tall
        )
        let whole = WindowRect(
            x: (width - size.width) / 2, y: (height - size.height) / 2, width: size.width, height: size.height)
        let top = whole.y + pad + (hasTitle ? head : 0)
        let inner = whole.width - 2 * pad
        let rows = card.rows.indices.map { index in
            WindowRect(
                x: whole.x + pad + index / count * (inner / columns), y: top + index % count * tall,
                width: inner / columns, height: tall)
        }
        let title = WindowRect(x: whole.x + 2 * pad, y: whole.y + pad, width: inner - 2 * pad, height: head)
        return KeysParts(whole: whole, title: hasTitle ? title : nil, rows: rows)
    }
}
