import PlayerCore
import Testing

@testable import ScreenUI

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
        [.stillWatching, .skipped(.openingCredits, canUndo: true), .volume(0.5), .paused],
        [
            .offer(.recap), .interstitial(InterstitialCard(seconds: 5)),
            .failed(String(repeating: "Very long ", count: 20), why: "It is broken."), .volume(0.5),
        ],
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
        #expect(large.videoFrame.width > 960 && large.videoFrame.width * 9 / 16 - large.videoFrame.height <= 2)
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

    // MARK: What can be pressed

    private static let bar: BarCard = {
        var bar = BarCard()
        (bar.title, bar.chapter, bar.position, bar.length, bar.share) = ("A film", "One", 3_723, 36_000, 0.3)
        bar.buttons = BarButton.allCases.filter { $0 != .live }
        return bar
    }()
    private static let rows = (1...40).map { ListCard.Row(title: "Chapter \($0)", detail: "1:00") }
    private static let pressable: [[Card]] = [
        [.offer(.openingCredits), .actions([ActionButton(id: "a", title: "Like"), .init(id: "b", title: "Buy")])],
        [.proposal(ProposalCard(title: "Two", seconds: 5, total: 10)), .bar(bar)],
        [.offer(.recap), .skipped(.openingCredits, canUndo: true), .bar(bar)],
        [.stillWatching, .actions([ActionButton(id: "a", title: "Like")]), .bar(bar)],
        [.bar(bar), .list(ListCard(.chapters, rows: rows, middle: 20))],
        [.bar(bar), .information(InformationCard(title: "A film", facts: "Drama"))],
    ]

    @Test(arguments: sizes, pressable)
    func whatCanBePressedIsInsideAndHitInItsMiddle(_ size: (Int, Int), _ cards: [Card]) {
        for language in Words.Language.allCases {
            let layout = CardLayout(width: size.0, height: size.1, cards: cards, language: language)
            let whole = WindowRect(x: 0, y: 0, width: size.0, height: size.1)
            let regions = layout.regions
            #expect(!regions.isEmpty)
            for region in regions {
                let rect = region.rect
                #expect(whole.intersection(rect) == rect, "\(region)")
                #expect(rect.height >= 12 && rect.width >= 12, "\(region)")
                guard size.0 >= 320 else { continue }
                #expect(layout.target(at: rect.x + rect.width / 2, rect.y + rect.height / 2) == region.target)
            }
            #expect(Set(regions.map(\.target)).count == regions.count)
        }
    }

    @Test func theBarKeepsPauseTimeAndFullscreenOnSmallPictures() throws {
        for (width, height) in Self.sizes {
            let layout = CardLayout(width: width, height: height, cards: [.bar(Self.bar)])
            let parts = try #require(layout.barParts)
            let targets = parts.buttons.map(\.target)
            #expect(targets.contains(.bar(.playPause)))
            if width >= 320 { #expect(targets.contains(.bar(.fullscreen))) }
            for button in parts.buttons where button.target != .bar(.playPause) {
                #expect(button.rect.x >= parts.time.right, "\(button.target) at \(width)")
            }
            #expect((parts.title != nil) == (height >= 270))
        }
    }

    @Test(arguments: [0, 1, 20, 38, 39]) func theListShowsTheRowThatMatters(_ row: Int) throws {
        let layout = CardLayout(
            width: 1_280, height: 720,
            cards: [.bar(Self.bar), .list(ListCard(.chapters, rows: Self.rows, middle: row))])
        let parts = try #require(layout.listParts)
        #expect(parts.rows[row] != nil)
        #expect(parts.rows.count > 4 && parts.rows.count < 40)
    }

    @Test func aHintStaysOverTheBar() throws {
        for share in [0.0, 0.5, 1] {
            let hint = HintCard(
                share: share, seconds: 5_000, chapter: "A long title of a chapter", pictureURI: "file:///a")
            let layout = CardLayout(width: 1_280, height: 720, cards: [.bar(Self.bar), .hint(hint)])
            let bar = try #require(layout.barParts)
            let box = try #require(layout.boxes.last)
            #expect(box.rect.x >= bar.whole.x && box.rect.right <= bar.whole.right)
            #expect(box.rect.bottom <= bar.whole.y, "it does not cover the title")
            #expect(box.rect.height > layout.textSize * 6, "there is room for a picture")
        }
    }

    @Test func whatPassesGivesWayToAPanel() {
        let list = Card.list(ListCard(.chapters, rows: Self.rows))
        for (width, height) in Self.sizes {
            let layout = CardLayout(
                width: width, height: height, cards: [.offer(.openingCredits), .bar(Self.bar), list])
            guard let parts = layout.listParts else { continue }
            for box in layout.boxes where box.card != list { #expect(box.rect.intersection(parts.whole) == nil) }
        }
        let layout = CardLayout(width: 1_280, height: 720, cards: [.offer(.openingCredits), .bar(Self.bar), list])
        #expect(!layout.regions.contains { $0.target == .offer })
    }

    @Test(arguments: Words.Language.allCases) func theCountdownIsBesideTheButtons(_ language: Words.Language) throws {
        for (width, height) in Self.sizes {
            let card = Card.proposal(ProposalCard(title: "Two", seconds: 5, total: 10))
            let parts = try #require(
                CardLayout(width: width, height: height, cards: [card], language: language).proposalParts)
            guard let accept = parts.accept, let decline = parts.decline else { continue }
            let ring = try #require(parts.ring)
            let stop = try #require(parts.stop)
            #expect(accept.right < decline.x && decline.right < stop.x && stop.right < ring.x, "\(width)×\(height)")
        }
    }

    /// It comes when somebody may be on the way to a button.
    @Test(arguments: Words.Language.allCases) func thePictureDoesNotMoveTheButtons(_ language: Words.Language) {
        for (width, height) in Self.sizes {
            var card = ProposalCard(title: "Two", seconds: 5, total: 10)
            let before = CardLayout(width: width, height: height, cards: [.proposal(card)], language: language)
            card.artworkURI = "file:///cover.png"
            let after = CardLayout(width: width, height: height, cards: [.proposal(card)], language: language)
            #expect(before.regions == after.regions, "\(width)×\(height)")
        }
    }

    @Test func aShortTitleMakesALowCard() throws {
        func height(_ title: String) throws -> Int {
            let card = ProposalCard(title: title, seconds: 5, total: 10)
            let layout = CardLayout(width: 1_280, height: 720, cards: [.proposal(card)])
            return try #require(layout.proposalParts).whole.height
        }
        let long = try height("A title that needs more than a single line of the card")
        #expect(try height("Two") < long)
        #expect(long < 720 / 3)
    }

    /// Subtitles are raised above what lies across the bottom, and not above what lies beside them.
    @Test func theBarCoversTheFoot() throws {
        let layout = CardLayout(width: 1_280, height: 720, cards: [.bar(Self.bar)])
        let bar = try #require(layout.barParts).whole
        #expect(layout.coveredFoot == 720 - bar.y)
        #expect(CardLayout(width: 1_280, height: 720, cards: [.offer(.recap)]).coveredFoot == 0)
        #expect(CardLayout(width: 1_280, height: 720, cards: []).coveredFoot == 0)
    }

    @Test(arguments: sizes)
    func whatCanBePressedDoesNotMoveWhenTheBarAppears(_ width: Int, _ height: Int) throws {
        func regions(_ cards: [Card]) -> [CardTarget: WindowRect] {
            let regions = CardLayout(width: width, height: height, cards: cards).regions
            return Dictionary(regions.map { ($0.target, $0.rect) }, uniquingKeysWith: { first, _ in first })
        }
        let actions = Card.actions([ActionButton(id: "a", title: "Like"), ActionButton(id: "b", title: "Buy")])
        let sets: [[Card]] = [
            [.offer(.openingCredits)], [actions], [.skipped(.recap, canUndo: true)], [.offer(.recap), actions],
            [.proposal(ProposalCard(title: "Two", seconds: 5))],
        ]
        for cards in sets {
            let before = regions(cards)
            #expect(!before.isEmpty)
            let after = regions(cards + [.bar(Self.bar)])
            for (target, rect) in before { #expect(after[target] == rect, "\(target)") }
        }
    }

    @Test(arguments: sizes)
    func aChapterIsBelowTheActions(_ width: Int, _ height: Int) {
        let title = String(repeating: "A long title ", count: 9)
        let actions = Card.actions((0..<3).map { ActionButton(id: "\($0)", title: "Action \($0)") })
        let layout = CardLayout(width: width, height: height, cards: [actions, .chapter(title)])
        let boxes = layout.boxes
        #expect(boxes.count == 2 && boxes[0].rect.intersection(boxes[1].rect) == nil)
        #expect(layout.coveredFoot > 0, "subtitles rise above them")
        let short = CardLayout(width: width, height: height, cards: [.chapter("I")])
        #expect(width < 640 || short.coveredFoot == 0)
    }

    @Test(arguments: sizes) func theProgressDoesNotCrossTheOffer(_ width: Int, _ height: Int) throws {
        for card in [Card.offer(.recap), .proposal(ProposalCard(title: "Two", seconds: 5))] {
            let layout = CardLayout(
                width: width, height: height, cards: [card, .controls(isPlaying: true), .progress(0.4)],
                canShowBar: false)
            let progress = try #require(layout.boxes.last)
            #expect(progress.card == .progress(0.4) && progress.rect.bottom <= height)
            for box in layout.boxes.dropLast() { #expect(box.rect.intersection(progress.rect) == nil, "\(box)") }
        }
    }

    @Test func inPictureInPictureWhatCanBePressedIsAtTheBottom() {
        let low = CardLayout(width: 480, height: 270, cards: [.offer(.recap)], canShowBar: false)
        let high = CardLayout(width: 480, height: 270, cards: [.offer(.recap)])
        #expect(low.boxes.first?.rect.bottom == 270 - low.margin)
        #expect((high.boxes.first?.rect.bottom ?? 270) < 270 - 50)
    }
}
