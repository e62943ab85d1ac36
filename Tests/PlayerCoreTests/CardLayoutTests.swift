import PlayerCore
import Testing

/// Where cards go.
@Suite struct CardLayoutTests {
    private static let sizes = [(160, 90), (320, 180), (480, 270), (640, 360), (1280, 720), (1920, 1080), (3840, 2160)]
    private static let sets: [[Card]] = [
        [.offer(.closingCredits), .chapter("One"), .volume(0.5)],
        [.offer(.recap), .position(seconds: 5, of: 10), .volume(1)],
        [.proposal(ProposalCard(title: "Two")), .offer(.closingCredits), .chapter("One")],
        [.proposal(ProposalCard(title: "Two")), .position(seconds: 5, of: 10)],
        [.skipped(.openingCredits, canUndo: true), .chapter("One"), .volume(0.5), .paused],
        [.offer(.recap), .skipped(.openingCredits, canUndo: true), .position(seconds: 5, of: 10), .paused],
    ]

    @Test(arguments: sizes, sets)
    func everyCardFitsAndNoneCoversAnother(_ size: (Int, Int), _ cards: [Card]) {
        let layout = CardLayout(width: size.0, height: size.1, cards: cards)
        let whole = WindowRect(x: 0, y: 0, width: size.0, height: size.1)
        let boxes = layout.boxes
        #expect(boxes.count == cards.count)
        for box in boxes { #expect(whole.intersection(box.rect) == box.rect) }
        #expect(layout.textSize >= 10)
        #expect(layout.textSize <= size.1 / 9)
        guard size.0 >= 320 else { return }
        for (index, box) in boxes.enumerated() {
            for other in boxes[(index + 1)...] where !Self.shareARow(box, other) {
                #expect(box.rect.intersection(other.rect) == nil, "\(box) \(other)")
            }
        }
    }

    /// Boxes say what a card may take: at opposite sides of a row they may overlap, the words rarely do.
    private static func shareARow(_ left: CardLayout.Box, _ right: CardLayout.Box) -> Bool {
        left.rect.y == right.rect.y && left.alignment != right.alignment
    }

    @Test func aProposalStandsBesideAPictureThatIsLargeEnough() {
        let cards: [Card] = [.proposal(ProposalCard(title: "Two"))]
        let large = CardLayout(width: 1920, height: 1080, cards: cards)
        #expect(large.videoFrame == WindowRect(x: 480, y: 48, width: 960, height: 540))
        #expect(large.boxes.allSatisfy { $0.rect.intersection(large.videoFrame) == nil })
        for (width, height) in [(480, 270), (1920, 300), (300, 1080)] {
            let layout = CardLayout(width: width, height: height, cards: cards)
            #expect(layout.videoFrame == WindowRect(x: 0, y: 0, width: width, height: height))
        }
        let other = CardLayout(width: 1920, height: 1080, cards: [.volume(1)])
        #expect(other.videoFrame == WindowRect(x: 0, y: 0, width: 1920, height: 1080))
    }

    @Test(arguments: sizes)
    func everyButtonIsHitInItsMiddleAndNothingBesideThem(_ width: Int, _ height: Int) {
        let layout = CardLayout(width: width, height: height, cards: [.controls(isPlaying: true)])
        for button in CardButton.allCases {
            guard let rect = layout.rect(of: button) else {
                Issue.record("\(button) at \(width)×\(height)")
                continue
            }
            #expect(layout.button(at: rect.x + rect.width / 2, rect.y + rect.height / 2) == button)
            #expect(rect.width >= 28)
        }
        #expect(layout.button(at: 0, 0) == nil)
        #expect(CardLayout(width: width, height: height, cards: []).button(at: width / 2, height / 2) == nil)
    }

    @Test func nothingIsDrawnWhereNothingFits() {
        let layout = CardLayout(width: 20, height: 12, cards: [.offer(.recap), .controls(isPlaying: true)])
        #expect(layout.boxes.isEmpty)
        #expect(layout.button(at: 10, 6) == nil)
    }
}
