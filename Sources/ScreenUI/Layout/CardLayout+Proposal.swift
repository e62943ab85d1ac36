internal import PlayerCore

/// The parts of a proposal, in pixels of the displayed picture.
struct ProposalParts {
    var whole: WindowRect
    /// Nil: the card shows no picture.
    var picture: WindowRect?
    var text: WindowRect
    /// From the top of ``text``; none in a row.
    var lines: [CardLine] = []
    /// The ring that shows the countdown; nil: there is none.
    var ring: WindowRect?
    /// Nil: the whole card is one row, which accepts the proposal.
    var accept: WindowRect?
    var decline: WindowRect?
    var stop: WindowRect?

    var regions: [CardRegion] {
        guard let accept, let decline, let stop else { return [CardRegion(target: .accept, rect: whole)] }
        return [
            CardRegion(target: .accept, rect: accept), CardRegion(target: .decline, rect: decline),
            CardRegion(target: .stop, rect: stop),
        ]
    }
}

extension CardLayout {
    func placeProposal() -> ProposalParts? {
        guard let proposal else { return nil }
        let compact = card(proposal)
        let isRoomy =
            compact.whole.width >= textSize * 14 && compact.whole.height * 100 <= height * 65 && compact.whole.y >= 0
        return isRoomy ? compact : line(proposal)
    }

    private func card(_ proposal: ProposalCard) -> ProposalParts {
        let (em, pad) = (textSize, unit * 2)
        let hasPicture = hasRoomBeside && proposal.artworkURI != nil
        let diameter = em * 7 / 4
        let beside = 2 * pad + 2 * unit + (proposal.seconds == nil ? 0 : diameter + pad)
        var accept = labelWidth(Words.text(.play, language), around: 3.6)
        var decline = labelWidth(Words.text(.notNow, language), around: 1.8)
        var stop = labelWidth(Words.text(.stop, language), around: 1.8)
        // The picture may come later: it must not move the buttons away from the pointer.
        let width = min(self.width - 2 * margin, max(em * (hasRoomBeside ? 24 : 17), accept + decline + stop + beside))
        let picture = hasPicture ? (width: em * 8, height: em * 9 / 2) : nil
        let left = pad + (picture.map { $0.width + pad } ?? 0)
        let room = width - left - pad
        let (lines, textHeight) = column(proposal, within: Double(room))
        let block = max(Int(textHeight.rounded(.up)), picture?.height ?? 0)
        let height = pad * 3 + block + lineHeight
        let x = self.width - margin - width
        let y = bottomOfProposal - height
        let top = y + pad
        let buttons = y + height - pad - lineHeight
        // On a narrow picture, both are shortened.
        let space = width - beside
        let needed = accept + decline + stop
        if needed > space {
            (accept, decline, stop) = (accept * space / needed, decline * space / needed, stop * space / needed)
        }
        return ProposalParts(
            whole: WindowRect(x: x, y: y, width: width, height: height),
            picture: picture.map { WindowRect(x: x + pad, y: top, width: $0.width, height: $0.height) },
            text: WindowRect(x: x + left, y: top, width: room, height: block), lines: lines,
            ring: proposal.seconds.map { _ in
                WindowRect(
                    x: x + width - pad - diameter, y: buttons + (lineHeight - diameter) / 2, width: diameter,
                    height: diameter)
            },
            accept: WindowRect(x: x + pad, y: buttons, width: accept, height: lineHeight),
            decline: WindowRect(x: x + pad + accept + unit, y: buttons, width: decline, height: lineHeight),
            stop: WindowRect(
                x: x + pad + accept + decline + 2 * unit, y: buttons, width: stop, height: lineHeight))
    }

    /// The lines of a proposal below each other, and their height.
    private func column(_ proposal: ProposalCard, within width: Double) -> (lines: [CardLine], height: Double) {
        let size = Double(textSize)
        var lines: [CardLine] = []
        var y = 0.0
        func put(
            _ words: String?, _ step: TypeScale, _ weight: CardTypesetter.Weight = .regular, lines count: Int = 1,
            isFaint: Bool = false
        ) {
            guard let words,
                let text = typesetter.block(words, size: scale(step), weight, within: width, lines: count)
            else { return }
            lines.append(CardLine(text: text, y: y, isFaint: isFaint))
            y += text.height + size * 0.08
        }
        // That something follows, and of which series.
        let heading = [Words.text(.upNext, language), proposal.place].compactMap(\.self).joined(separator: " · ")
        put(heading, .caption, isFaint: true)
        put(proposal.title, .body, .bold, lines: 2)
        put(proposal.line, .caption, isFaint: true)
        // The description needs the room of a large picture.
        if hasRoomBeside { put(proposal.summary, .caption, lines: 3) }
        return (lines, y)
    }

    private func line(_ proposal: ProposalCard) -> ProposalParts {
        let whole = WindowRect(
            x: margin, y: bottomOfProposal - lineHeight, width: width - 2 * margin, height: lineHeight)
        return ProposalParts(whole: whole, text: whole)
    }

    /// Over the picture, a proposal is above the bar; beside the picture, the bar is inside the picture.
    private var bottomOfProposal: Int {
        guard !hasRoomBeside else { return height - margin }
        return floorAboveBar ?? height - margin
    }
}
