import PlayerCore
import Testing

@testable import ScreenUI

/// The parts of single cards.
@Suite struct CardPartsTests {
    @Test(arguments: [(480, 270), (1_280, 720), (1_920, 1_080)])
    func lyricsAreAboveWhatIsHeard(_ width: Int, _ height: Int) throws {
        let cards: [Card] = [.nowPlaying(NowPlayingCard(title: "Song")), .lyrics(LyricsCard(line: "One", next: "Two"))]
        let boxes = CardLayout(width: width, height: height, cards: cards).boxes
        #expect(boxes.count == 2)
        #expect(boxes[0].rect.intersection(boxes[1].rect) == nil && boxes[1].rect.bottom <= boxes[0].rect.y)
    }

    @Test(arguments: [(320, 180), (480, 270), (1_280, 720), (3_840, 2_160)])
    func allKeysFit(_ width: Int, _ height: Int) throws {
        let card = KeysCard(.english)
        let parts = try #require(CardLayout(width: width, height: height, cards: [.keys(card)]).keysParts)
        #expect(parts.rows.count == card.rows.count)
        let whole = WindowRect(x: 0, y: 0, width: width, height: height)
        #expect(whole.intersection(parts.whole) == parts.whole)
        for (index, row) in parts.rows.enumerated() {
            #expect(parts.whole.intersection(row) == row)
            for other in parts.rows[(index + 1)...] { #expect(row.intersection(other) == nil) }
        }
    }

    @Test func aLongListHasAScrollBar() throws {
        let rows = (1...40).map { ListCard.Row(title: "Chapter \($0)") }
        var tops: [Int] = []
        for middle in [0, 20, 39] {
            let layout = CardLayout(
                width: 1_280, height: 720, cards: [.list(ListCard(.chapters, rows: rows, middle: middle))])
            let parts = try #require(layout.listParts)
            let scroll = try #require(parts.scroll)
            #expect(scroll.track.intersection(scroll.thumb) == scroll.thumb)
            for row in parts.rows.values { #expect(row.intersection(scroll.track) == nil) }
            tops.append(scroll.thumb.y)
            if middle == 39 { #expect(scroll.thumb.bottom >= scroll.track.bottom - 1) }
        }
        #expect(tops == tops.sorted() && tops.first != tops.last)
        let short = CardLayout(
            width: 1_280, height: 720, cards: [.list(ListCard(.chapters, rows: Array(rows.prefix(3))))])
        #expect(short.listParts?.scroll == nil)
    }
}
