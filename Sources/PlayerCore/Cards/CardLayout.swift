/// The layout of cards on a picture of a given size, in pixels of the displayed picture.
///
/// All sizes grow with the picture, and none falls below what is readable; cards that do not fit on a small picture
/// are left out. A card is as wide as its text, so a box is the largest area for its card, which is aligned to one
/// side of it.
public struct CardLayout: Hashable, Sendable {
    /// The side of the box to which a narrower card is aligned.
    public enum Alignment: Hashable, Sendable { case leading, centre, trailing }

    public struct Box: Hashable, Sendable {
        public var card: Card
        public var rect: WindowRect
        public var alignment: Alignment
    }

    public let width: Int
    public let height: Int
    private let cards: [Card]

    public init(width: Int, height: Int, cards: [Card]) {
        self.width = max(1, width)
        self.height = max(1, height)
        self.cards = cards
    }

    /// The em size of the text.
    public var textSize: Int {
        let side = min(height, width)
        return max(10, min(13, side / 9), side * 34 / 1_000)
    }

    /// The distance between cards and the edges of the picture.
    public var margin: Int { max(4, height * 45 / 1_000) }

    /// The height of a card with one line.
    public var lineHeight: Int { textSize * 2 }

    /// Whether a proposal is shown beside the picture instead of over it.
    public var framesPicture: Bool {
        guard width >= 640, height >= 360, width <= height * 4, height <= width * 2 else { return false }
        return cards.contains { if case .proposal = $0 { true } else { false } }
    }

    /// The frame of the picture.
    public var videoFrame: WindowRect {
        guard framesPicture else { return WindowRect(x: 0, y: 0, width: width, height: height) }
        // Even, because most pictures store colour at half the resolution.
        let (inner, tall) = (width / 2 & ~1, height / 2 & ~1)
        return WindowRect(x: (width - inner) / 2 & ~1, y: min(margin, height / 20) & ~1, width: inner, height: tall)
    }

    /// The boxes in the order of their cards, stacked from the bottom; cards that do not fit are left out.
    public var boxes: [Box] {
        var boxes: [Box] = []
        // The lowest free row on each side.
        var floor = height - margin
        for card in cards {
            switch card {
            case .proposal:
                let box = proposalBox
                boxes.append(Box(card: card, rect: box, alignment: framesPicture ? .centre : .leading))
                floor = framesPicture ? videoFrame.bottom - margin / 2 : box.y - margin / 2
            case .offer:
                boxes.append(row(card, bottom: floor, width: span.width * 2 / 3, .trailing))
                // On a small picture all cards share one column.
                if isNarrow { floor -= lineHeight + margin / 2 }
            case .skipped:
                // A separate row above an offer or a position, because there is no room beside them.
                let isShared = cards.contains {
                    switch $0 {
                    case .offer, .position: true
                    default: false
                    }
                }
                let bottom = isNarrow || !isShared ? floor : floor - lineHeight - margin / 2
                let width = isNarrow ? span.width : span.width * 2 / 3
                boxes.append(row(card, bottom: bottom, width: width, .trailing))
                if isNarrow { floor -= lineHeight + margin / 2 }
            case .chapter:
                boxes.append(row(card, bottom: floor, width: isNarrow ? span.width : span.width * 3 / 5, .leading))
                if isNarrow { floor -= lineHeight + margin / 2 }
            case .position: boxes.append(row(card, bottom: floor, width: min(span.width, textSize * 24), .centre))
            case .volume:
                let rect = WindowRect(
                    x: span.x, y: span.y, width: min(span.width, textSize * 12), height: lineHeight)
                boxes.append(
                    Box(
                        card: card,
                        rect: WindowRect(x: span.right - rect.width, y: rect.y, width: rect.width, height: rect.height),
                        alignment: .trailing))
            case .paused:
                let side = lineHeight * 3 / 2
                boxes.append(
                    Box(
                        card: card, rect: WindowRect(x: span.x, y: span.y, width: side, height: side),
                        alignment: .leading))
            case .controls:
                if let rect = controlsRect { boxes.append(Box(card: card, rect: rect, alignment: .centre)) }
            }
        }
        return boxes.filter { box in
            // Text needs width; the pause symbol does not.
            let isWideEnough = box.card == .paused ? box.rect.right <= width : box.rect.width > textSize * 3
            return box.rect.y >= 0 && box.rect.bottom <= height && isWideEnough
        }
    }

    /// Returns the button of the controls at a point, or nil if there is none or the controls are not shown.
    public func button(at x: Int, _ y: Int) -> CardButton? {
        guard cards.contains(where: { if case .controls = $0 { true } else { false } }) else { return nil }
        return CardButton.allCases.first { rect(of: $0)?.contains(x, y) ?? false }
    }

    /// Returns the frame of a button of the controls, or nil if the picture is too small for them.
    public func rect(of button: CardButton) -> WindowRect? {
        guard let box = controlsRect, let index = CardButton.allCases.firstIndex(of: button) else { return nil }
        return WindowRect(x: box.x + index * box.height, y: box.y, width: box.height, height: box.height)
    }

    // MARK: Parts

    private var isNarrow: Bool { span.width < textSize * 40 }

    /// The area that cards over the picture may use.
    private var span: WindowRect {
        let frame = videoFrame
        return WindowRect(
            x: frame.x + margin, y: frame.y + margin, width: frame.width - 2 * margin,
            height: frame.height - 2 * margin)
    }

    private func row(_ card: Card, bottom: Int, width: Int, _ alignment: Alignment) -> Box {
        let width = min(width, span.width)
        let x =
            switch alignment {
            case .leading: span.x
            case .centre: span.x + (span.width - width) / 2
            case .trailing: span.right - width
            }
        return Box(
            card: card, rect: WindowRect(x: x, y: bottom - lineHeight, width: width, height: lineHeight),
            alignment: alignment)
    }

    /// The strip below the picture, or else a row over the picture.
    private var proposalBox: WindowRect {
        guard framesPicture else {
            return WindowRect(
                x: margin, y: height - margin - lineHeight, width: width - 2 * margin, height: lineHeight)
        }
        let frame = videoFrame
        let top = frame.bottom + margin / 2
        let wide = width * 6 / 7
        return WindowRect(x: (width - wide) / 2, y: top, width: wide, height: height - margin / 2 - top)
    }

    private var controlsRect: WindowRect? {
        let side = min(max(28, height / 5), max(28, width / 8), 96)
        let count = CardButton.allCases.count
        guard width >= side * count + 8, height >= side + 8 else { return nil }
        return WindowRect(
            x: (width - side * count) / 2, y: (height - side) / 2, width: side * count, height: side)
    }
}

extension WindowRect {
    fileprivate func contains(_ column: Int, _ row: Int) -> Bool {
        (x..<right).contains(column) && (y..<bottom).contains(row)
    }
}
