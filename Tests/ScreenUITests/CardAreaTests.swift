import Gst
import PlayerCore
import Testing

@testable import ScreenUI

/// What is told of a layout, and that it fits the text.
@Suite struct CardAreaTests {
    private static let bar: BarCard = {
        var bar = BarCard()
        (bar.title, bar.position, bar.length, bar.share) = ("A film", 3_723, 36_000, 0.3)
        bar.buttons = BarButton.allCases
        return bar
    }()

    private static func areas(
        _ cards: [Card], frame: (Int, Int) = (1_280, 720), window: (width: Int, height: Int)? = nil
    ) -> CardAreas {
        let canvas = CardCanvas(FrameShape(width: frame.0, height: frame.1), window: window)
        return CardLayout(width: canvas.width, height: canvas.height, cards: cards).areas(on: canvas)
    }

    // MARK: Where they are

    @Test func aPictureWithBarsIsHitWhereItIs() throws {
        let told = Self.areas([.bar(Self.bar)], frame: (640, 480), window: (1_280, 720))
        let line = try #require(told.areas.first { $0.subject.target == .line }?.rect)
        #expect(line.x > 160 && line.right < 1_120 && line.x - 160 == 1_120 - line.right)
        #expect(told.covers.allSatisfy { $0.x >= 160 && $0.right <= 1_120 })
    }

    /// A sink that does not scale gets frames of the window's size: cards lie over the bars, too.
    @Test func barsInTheFramesBelongToThem() throws {
        let told = Self.areas([.bar(Self.bar)], frame: (1_280, 720), window: (1_280, 720))
        let line = try #require(told.areas.first { $0.subject.target == .line }?.rect)
        #expect(line.width > 1_100)
    }

    @Test func smallFramesAreHitInTheWindow() {
        let small = Self.areas([.offer(.recap)], frame: (320, 180), window: (1_280, 720))
        #expect(small == Self.areas([.offer(.recap)], window: (1_280, 720)))
    }

    @Test func theKeyboardGoesInTheOrderOfThePlaces() {
        let rows = (1...30).map { ListCard.Row(title: "Chapter \($0)") }
        let sets: [[Card]] = [
            [.bar(Self.bar), .list(ListCard(.chapters, rows: rows, middle: 9, tabs: ["Chapters", "Songs"]))],
            [.offer(.recap), .actions([ActionButton(id: "a", title: "Like")]), .bar(Self.bar)],
            [.proposal(ProposalCard(title: "Two")), .bar(Self.bar)], [.controls(isPlaying: true)],
            [.skipped(.recap, canUndo: true)],
        ]
        for cards in sets {
            let told = Self.areas(cards)
            let shown = Set(told.areas.map(\.subject.target))
            #expect(told.areas.map(\.subject.target) == cards.flatMap(\.targets).filter(shown.contains))
            #expect(told.withoutRoom.isDisjoint(with: shown) && told.behindPanel.isDisjoint(with: shown))
            #expect(shown.union(told.withoutRoom).union(told.behindPanel) == Set(cards.flatMap(\.targets)))
        }
    }

    @Test func whatIsLeftOutIsToldWithItsReason() {
        let list = Card.list(ListCard(.chapters, rows: (1...40).map { ListCard.Row(title: "\($0)") }))
        let open = Self.areas([.offer(.recap), .bar(Self.bar), list])
        #expect(open.behindPanel == [.offer] && !open.withoutRoom.contains(.offer))
        let keys = Self.areas([.offer(.recap), .keys(KeysCard(.english))])
        #expect(!keys.withoutRoom.contains(.offer))
        let tiny = Self.areas([.offer(.recap), .proposal(ProposalCard(title: "Two"))], frame: (24, 16))
        #expect(tiny.areas.isEmpty && tiny.withoutRoom == [.offer, .accept, .decline, .stop])
        #expect(Self.areas([.bar(Self.bar)], frame: (320, 180)).withoutRoom.contains(.bar(.information)))
    }

    @Test func theClockOfTheBarMovesNothing() {
        var (bar, later) = (Self.bar, Self.bar)
        (bar.position, later.position) = (3_711, 3_744)
        (bar.share, later.share) = (0.3, 0.31)
        for frame in [(480, 270), (1_280, 720)] {
            #expect(Self.areas([.bar(bar)], frame: frame) == Self.areas([.bar(later)], frame: frame))
        }
    }

    // MARK: Text

    /// The last ones are as wide as many letters, and as no estimate by the letter would have it.
    @Test(arguments: [
        "Like", "Diesen Titel kaufen", "购买这首歌", "أعجبني هذا", "\u{FDFD}\u{FDFD}\u{FDFD}", "WWWWWWWW", "iiiiiiii",
    ])
    func aButtonIsAsWideAsItsWords(_ title: String) throws {
        let type = CardTypesetter()
        let told = Self.areas([.actions([ActionButton(id: "a", title: title)])])
        let rect = try #require(told.areas.first?.rect)
        let metrics = CardMetrics(width: 1_280, height: 720)
        let (words, size) = (type.width(of: title, size: metrics.scale(.body)), Double(metrics.textSize))
        #expect(Double(rect.width) >= words + size * 1.2, "it is not cut off")
        #expect(Double(rect.width) <= words + size * 2 + 1, "and has no empty end")
    }

    @Test(arguments: Words.Language.allCases) func noQuestionIsCutOff(_ language: Words.Language) throws {
        let type = CardTypesetter()
        for (width, height) in [(1_280, 720), (1_920, 1_080)] {
            let cards: [Card] = [.proposal(ProposalCard(title: "Two", seconds: 5, total: 10))]
            let layout = CardLayout(width: width, height: height, cards: cards, language: language)
            let size = Double(layout.textSize)
            for (target, word) in [(CardTarget.accept, Words.Word.play), (.decline, .notNow), (.stop, .stop)] {
                let rect = try #require(layout.regions.first { $0.target == target }?.rect)
                let around = size * (target == .accept ? 2.95 : 1.2)
                let words = type.width(of: Words.text(word, language), size: size)
                #expect(Double(rect.width) >= words + around, "\(word)")
            }
        }
    }

    @Test(arguments: [(640, 360), (1_280, 720)]) func aPanelIsAsTallAsItsText(_ width: Int, _ height: Int) throws {
        func parts(_ summary: String?) throws -> InformationParts {
            var card = InformationCard(title: "A film", facts: "Drama", technical: "Matroska")
            card.summary = summary
            let layout = CardLayout(width: width, height: height, cards: [.bar(Self.bar), .information(card)])
            return try #require(layout.informationParts)
        }
        let long = String(repeating: "Something happens. ", count: 200)
        let (short, tall) = (try parts(nil), try parts(long))
        #expect(short.lines.count == 3 && tall.lines.count == 4)
        #expect(short.whole.height < tall.whole.height && short.whole.bottom == tall.whole.bottom)
        for parts in [short, tall] {
            for (line, next) in zip(parts.lines, parts.lines.dropFirst()) {
                #expect(line.y + line.text.height <= next.y)
            }
            let last = try #require(parts.lines.last)
            #expect(last.y + last.text.height <= Double(parts.whole.height))
        }
    }
}
