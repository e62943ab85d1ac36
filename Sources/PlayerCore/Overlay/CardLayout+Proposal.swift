/// The parts of a proposal, in pixels of the displayed picture.
public struct ProposalParts: Hashable, Sendable {
    public var whole: WindowRect
    /// Nil: the card shows no picture.
    public var picture: WindowRect?
    public var text: WindowRect
    /// The lines that the title may take.
    public var titleLines: Int
    /// The ring that shows the countdown; nil: there is none.
    public var ring: WindowRect?
    /// Nil: the whole card is one row, which accepts the proposal.
    public var accept: WindowRect?
    public var decline: WindowRect?
    public var stop: WindowRect?
    /// The lines that the description may take; 0: it is not shown.
    public var summaryLines = 0

    var regions: [CardRegion] {
        guard let accept, let decline, let stop else { return [CardRegion(target: .accept, rect: whole)] }
        return [
            CardRegion(target: .accept, rect: accept), CardRegion(target: .decline, rect: decline),
            CardRegion(target: .stop, rect: stop),
        ]
    }
}

extension CardLayout {
    /// The compact card at the lower right, or a row on a small picture; nil: there is no proposal.
    public var proposalParts: ProposalParts? {
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
        let isShort = TextEstimate.width(of: proposal.title) * Double(em) <= Double(room)
        let lines = isShort ? 1 : 2
        // The description needs the room of a large picture.
        let summary =
            hasRoomBeside ? proposal.summary.map { self.lines(of: $0, .caption, within: room, most: 3) } ?? 0 : 0
        let textHeight =
            em * 5 / 4 + lines * em * 4 / 3 + (proposal.line == nil ? 0 : em * 5 / 4)
            + Int((Double(summary) * scale(.caption) * 1.3).rounded(.up))
        let block = max(textHeight, picture?.height ?? 0)
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
            text: WindowRect(x: x + left, y: top, width: room, height: block), titleLines: lines,
            ring: proposal.seconds.map { _ in
                WindowRect(
                    x: x + width - pad - diameter, y: buttons + (lineHeight - diameter) / 2, width: diameter,
                    height: diameter)
            },
            accept: WindowRect(x: x + pad, y: buttons, width: accept, height: lineHeight),
            decline: WindowRect(x: x + pad + accept + unit, y: buttons, width: decline, height: lineHeight),
            stop: WindowRect(
                x: x + pad + accept + decline + 2 * unit, y: buttons, width: stop, height: lineHeight),
            summaryLines: summary)
    }

    /// The lines that a text takes, by the estimate of its width.
    private func lines(of text: String, _ step: TypeScale, within width: Int, most: Int) -> Int {
        let needed = TextEstimate.width(of: text) * scale(step) / Double(max(1, width))
        return min(most, max(1, Int(needed.rounded(.up))))
    }

    private func line(_ proposal: ProposalCard) -> ProposalParts {
        let whole = WindowRect(
            x: margin, y: bottomOfProposal - lineHeight, width: width - 2 * margin, height: lineHeight)
        return ProposalParts(whole: whole, text: whole, titleLines: 1)
    }

    /// Over the picture, a proposal is above the bar; beside the picture, the bar is inside the picture.
    private var bottomOfProposal: Int {
        guard !hasRoomBeside else { return height - margin }
        return floorAboveBar ?? height - margin
    }
}
