public import PlayerCore

/// The layout of cards on a picture of a given size, in pixels of the displayed picture.
///
/// The same layout is drawn and pointed at. Cards that do not fit on a small picture are left out. Most cards are as wide as
/// their text; a box is the largest area for its card, which is aligned to one side of it.
///
/// For one thread at a time, like its typesetter.
public final class CardLayout {
    /// The side of the box to which a narrower card is aligned.
    enum Alignment: Hashable, Sendable { case leading, centre, trailing }

    struct Box: Hashable, Sendable {
        var card: Card
        var rect: WindowRect
        var alignment: Alignment
    }

    let metrics: CardMetrics
    let cards: [Card]
    let language: Words.Language
    /// Whether the transport bar can appear: what can be pressed leaves its place free, so that nothing moves away from a
    /// pointer on its way there.
    let canShowBar: Bool
    let typesetter: CardTypesetter

    /// The bar at the bottom of the picture; nil: there is none.
    private(set) lazy var barParts: BarParts? = placeBar()
    /// The list at the right, above the bar; nil: there is none.
    private(set) lazy var listParts: ListParts? = placeList()
    /// The panel at the left, above the bar, as tall as its content; nil: there is none.
    private(set) lazy var informationParts: InformationParts? = placeInformation()
    /// The compact card at the lower right, or a row on a small picture; nil: there is no proposal.
    private(set) lazy var proposalParts: ProposalParts? = placeProposal()
    /// The box above the bar at the pointer; with room for a picture if there is one.
    private(set) lazy var hintRect: WindowRect? = placeHint()
    private lazy var placed: (boxes: [Box], givingWay: [Card]) = placeBoxes()

    /// - Parameters:
    ///   - width: of the displayed picture.
    ///   - height: of the same.
    ///   - typesetter: measures text, with the fonts that it is drawn in.
    public init(
        width: Int, height: Int, _ drawing: CardDrawing, typesetter: CardTypesetter = CardTypesetter()
    ) {
        metrics = CardMetrics(width: width, height: height)
        (cards, language, canShowBar) = (drawing.cards, drawing.language, drawing.canShowBar)
        self.typesetter = typesetter
    }

    var width: Int { metrics.width }
    var height: Int { metrics.height }
    var textSize: Int { metrics.textSize }
    var margin: Int { metrics.margin }
    var lineHeight: Int { metrics.lineHeight }
    var unit: Int { metrics.unit }
    var hasRoomBeside: Bool { metrics.hasRoomBeside }
    func scale(_ step: TypeScale) -> Double { metrics.scale(step) }

    /// Whether a proposal is shown beside the picture instead of over it.
    var framesPicture: Bool {
        proposal != nil && hasRoomBeside
    }

    /// The frame of the picture: above a proposal if there is room.
    var videoFrame: WindowRect {
        guard framesPicture, let proposal = proposalParts else {
            return WindowRect(x: 0, y: 0, width: width, height: height)
        }
        // Even, because most pictures store colour at half the resolution.
        let top = margin / 2 & ~1
        let tall = (proposal.whole.y - margin / 2 - top) & ~1
        let inner = min(width - 2 * margin, width * tall / height) & ~1
        return WindowRect(x: (width - inner) / 2 & ~1, y: top, width: inner, height: tall)
    }

    /// The boxes in the order of their cards, stacked from the bottom; cards that do not fit are left out.
    var boxes: [Box] { placed.boxes }

    /// The cards that give way to a panel, which lies in their place.
    var givingWay: [Card] { placed.givingWay }

    private func placeBoxes() -> (boxes: [Box], givingWay: [Card]) {
        var boxes: [Box] = []
        // The lowest free row, and the lowest one for what can be pressed.
        var floor = barParts.map { $0.whole.y - margin / 2 } ?? span.bottom
        var pressed = floorAboveBar ?? floor
        for card in cards {
            switch card {
            case .proposal:
                guard let parts = proposalParts else { continue }
                boxes.append(Box(card: card, rect: parts.whole, alignment: .trailing))
                guard !framesPicture else { continue }
                floor = min(floor, parts.whole.y - margin / 2)
                pressed = min(pressed, floor)
            case .offer(let kind):
                let width = labelWidth(Card.offer(kind).text(language), .bold, around: 3.6)
                boxes.append(row(card, bottom: pressed, width: min(width, span.width * 2 / 3), .trailing))
                // On a small picture all cards share one column.
                if isNarrow { pressed -= lineHeight + margin / 2 }
            case .stillWatching:
                let width =
                    labelWidth(card.text(language), .bold, around: 4)
                    + labelWidth(Words.text(.resume, language), around: 0)
                boxes.append(row(card, bottom: pressed, width: width, .trailing))
                if isNarrow { pressed -= lineHeight + margin / 2 }
            case .skipped(_, let canUndo):
                // A separate row above an offer or a position, because there is no room beside them.
                let bottom = isNarrow || !isRowTaken ? pressed : pressed - lineHeight - margin / 2
                let words = card.text(language)
                let width =
                    canUndo
                    ? labelWidth(words, .bold, around: 4) + labelWidth(Words.text(.undo, language), around: 0)
                    : labelWidth(words, around: 1.8)
                boxes.append(
                    row(card, bottom: bottom, width: min(width, isNarrow ? span.width : span.width * 2 / 3), .trailing))
                if isNarrow { pressed -= lineHeight + margin / 2 }
            case .interstitial:
                // Where it is does not depend on the bar: it stands for as long as the interstitial.
                let width = min(labelWidth(card.text(language), around: 1.8), span.width * 2 / 3)
                boxes.append(
                    Box(
                        card: card, rect: WindowRect(x: span.x, y: interstitialTop, width: width, height: lineHeight),
                        alignment: .leading))
            case .refused, .failed:
                let width = labelWidth(card.text(language), around: 1.8)
                // On a small picture, an offer may reach up there.
                let bottom = min(span.y + lineHeight * 5 / 2 + lineHeight, pressed)
                boxes.append(row(card, bottom: bottom, width: min(span.width, width), .centre))
            case .chapter:
                if !canShowBar { floor = min(floor, pressed) }
                boxes.append(row(card, bottom: floor, width: isNarrow ? span.width : span.width * 3 / 5, .leading))
                if isNarrow { floor -= lineHeight + margin / 2 }
            case .position:
                if !canShowBar, isNarrow { floor = min(floor, pressed) }
                boxes.append(row(card, bottom: floor, width: min(span.width, textSize * 24), .centre))
            case .volume, .rate, .choice:
                // The name of a track is longer than a number.
                let width =
                    if case .choice = card { min(span.width, textSize * 22) } else { min(span.width, textSize * 12) }
                let rect = WindowRect(x: span.right - width, y: span.y, width: width, height: lineHeight)
                boxes.append(Box(card: card, rect: rect, alignment: .trailing))
            case .paused:
                let side = lineHeight * 3 / 2
                let rect = WindowRect(x: span.x, y: span.y, width: side, height: side)
                boxes.append(Box(card: card, rect: rect, alignment: .leading))
            case .controls:
                if let rect = controlsRect { boxes.append(Box(card: card, rect: rect, alignment: .centre)) }
            case .progress:
                // The line with a box around it: white on white is not seen. It lies below the lowest row, so that it
                // does not cross an offer.
                let tall = min(3 * max(4, unit / 2), max(4, margin))
                let rect = WindowRect(
                    x: span.x, y: span.bottom + (margin - tall) / 2, width: span.width, height: tall)
                boxes.append(Box(card: card, rect: rect, alignment: .centre))
            case .nowPlaying:
                guard let rect = metrics.nowPlayingRect else { continue }
                boxes.append(Box(card: card, rect: rect, alignment: .centre))
                floor = min(floor, rect.y - margin / 2)
                pressed = min(pressed, floor)
            case .lyrics:
                // Above what can be pressed, which may come later.
                guard let rect = lyricsRect(above: min(floor, pressed)) else { continue }
                boxes.append(Box(card: card, rect: rect, alignment: .centre))
            case .actions:
                guard let rect = actionParts(bottom: pressed).whole else { continue }
                boxes.append(Box(card: card, rect: rect, alignment: .trailing))
                if isNarrow { pressed -= lineHeight + margin / 2 }
            case .bar:
                if let parts = barParts { boxes.append(Box(card: card, rect: parts.whole, alignment: .centre)) }
            case .hint: if let rect = hintRect { boxes.append(Box(card: card, rect: rect, alignment: .centre)) }
            case .list:
                if let parts = listParts { boxes.append(Box(card: card, rect: parts.whole, alignment: .trailing)) }
            case .information:
                if let rect = informationParts?.whole { boxes.append(Box(card: card, rect: rect, alignment: .leading)) }
            case .keys:
                if let parts = keysParts { boxes.append(Box(card: card, rect: parts.whole, alignment: .centre)) }
            }
        }
        let fitting = boxes.filter { box in
            // Text needs width; the pause symbol does not.
            let isWideEnough = box.card == .paused ? box.rect.right <= width : box.rect.width > textSize * 3
            return box.rect.y >= 0 && box.rect.bottom <= height && isWideEnough
        }
        let panels = [listParts?.whole, informationParts?.whole, hintRect, keysParts?.whole].compactMap(\.self)
        func givesWay(_ box: Box) -> Bool {
            // What is not lasting gives way to what a person has opened.
            switch box.card {
            case .offer, .stillWatching, .skipped, .chapter, .position, .actions, .lyrics, .failed:
                panels.contains { box.rect.intersection($0) != nil }
            default: false
            }
        }
        return (fitting.filter { !givesWay($0) }, fitting.filter(givesWay).map(\.card))
    }

    /// The height at the bottom that cards cover where subtitles are: the bar, the position, and what reaches from a side
    /// to the middle.
    var coveredFoot: Int {
        let middle = width * 3 / 10..<width * 7 / 10
        let tops = boxes.compactMap { box -> Int? in
            switch box.card {
            case .bar, .position: return box.rect.y
            case .chapter(let title):
                let right = box.rect.x + min(box.rect.width, labelWidth(title, around: 1.8))
                return right > middle.lowerBound ? box.rect.y : nil
            case .actions: return box.rect.x < middle.upperBound ? box.rect.y : nil
            default: return nil
            }
        }
        return tops.min().map { max(0, height - $0) } ?? 0
    }

    /// The areas that can be pressed, in the order of ``Card/targets``.
    public var regions: [CardRegion] {
        boxes.flatMap { box -> [CardRegion] in
            switch box.card {
            case .offer: [CardRegion(target: .offer, rect: box.rect)]
            case .stillWatching: [CardRegion(target: .goOn, rect: box.rect)]
            case .skipped(_, canUndo: true): [CardRegion(target: .undo, rect: box.rect)]
            case .proposal: proposalParts?.regions ?? []
            case .actions: actionParts(bottom: box.rect.bottom + rise).regions
            case .bar: barParts?.regions ?? []
            case .list: listParts?.regions ?? []
            case .controls:
                CardButton.allCases.compactMap { button in
                    rect(of: button).map { CardRegion(target: .picture(button), rect: $0) }
                }
            case .skipped, .chapter, .position, .volume, .rate, .choice, .paused, .progress, .nowPlaying, .lyrics,
                .hint, .information, .keys, .interstitial, .refused, .failed:
                []
            }
        }
    }

    /// The cards that cover the picture, where a click does not mean it.
    var covers: [WindowRect] {
        boxes.compactMap { box in
            switch box.card {
            case .bar, .list, .information, .proposal: box.rect
            default: nil
            }
        }
    }

    /// Returns the frame of a button of the controls, or nil if the picture is too small for them.
    func rect(of button: CardButton) -> WindowRect? {
        guard let box = controlsRect, let index = CardButton.allCases.firstIndex(of: button) else { return nil }
        return WindowRect(x: box.x + index * box.height, y: box.y, width: box.height, height: box.height)
    }

    // MARK: Parts

    var isNarrow: Bool { span.width < textSize * 40 }

    var proposal: ProposalCard? {
        for case .proposal(let card) in cards { return card }
        return nil
    }

    /// The area that cards over the picture may use.
    var span: WindowRect {
        let frame = videoFrame
        return WindowRect(
            x: frame.x + margin, y: frame.y + margin, width: frame.width - 2 * margin,
            height: frame.height - 2 * margin)
    }

    /// The row of an interstitial: at the top, below the sign of a pause.
    private var interstitialTop: Int {
        let isPaused = cards.contains { if case .paused = $0 { true } else { false } }
        return span.y + (isPaused ? lineHeight * 3 / 2 + margin / 2 : 0)
    }

    /// Whether an offer or a position is in the lowest row for what can be pressed.
    private var isRowTaken: Bool {
        cards.contains {
            switch $0 {
            case .offer, .stillWatching: true
            case .position: !canShowBar
            default: false
            }
        }
    }

    /// How much higher than the lowest row the actions are.
    private var rise: Int {
        guard !isNarrow else { return 0 }
        let hasSkipped = cards.contains { if case .skipped = $0 { true } else { false } }
        return ((isRowTaken ? 1 : 0) + (hasSkipped ? 1 : 0)) * (lineHeight + margin / 2)
    }

    /// The width of a label with something around it.
    ///
    /// - Parameter around: in widths of ``textSize``.
    func labelWidth(
        _ text: String, _ weight: CardTypesetter.Weight = .regular, _ step: TypeScale = .body, around: Double
    ) -> Int {
        let wide = typesetter.width(of: text, size: scale(step), weight)
        return Int((wide + around * Double(textSize)).rounded(.up))
    }

    /// The buttons of the actions that fit, right-aligned.
    ///
    /// - Parameter bottom: the lowest free row.
    func actionParts(bottom: Int) -> (whole: WindowRect?, regions: [CardRegion]) {
        var widths: [(String, Int)] = []
        var room = span.width
        for case .actions(let actions) in cards {
            for action in actions {
                let width = min(labelWidth(action.title, around: 1.8), max(textSize * 6, span.width / 2))
                guard width <= room else { break }
                widths.append((action.id, width))
                room -= width + unit
            }
        }
        guard !widths.isEmpty else { return (nil, []) }
        let total = widths.reduce(-unit) { $0 + $1.1 + unit }
        let whole = WindowRect(
            x: span.right - total, y: bottom - rise - lineHeight, width: total, height: lineHeight)
        var x = whole.x
        let regions = widths.map { id, width in
            defer { x += width + unit }
            return CardRegion(
                target: .action(id), rect: WindowRect(x: x, y: whole.y, width: width, height: lineHeight))
        }
        return (whole, regions)
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

    private var controlsRect: WindowRect? {
        let side = min(max(28, height / 5), max(28, width / 8), 96)
        let count = CardButton.allCases.count
        guard width >= side * count + 8, height >= side + 8 else { return nil }
        return WindowRect(
            x: (width - side * count) / 2, y: (height - side) / 2, width: side * count, height: side)
    }
}
