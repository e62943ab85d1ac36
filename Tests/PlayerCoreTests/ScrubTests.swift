import Testing

@testable import PlayerCore

/// Dragging along the line of the transport bar.
@Suite struct ScrubTests {
    @Test func theLineIsScrubbed() throws {
        let hands = Hands()
        hands.move(600, 300)
        let (x, y) = try hands.middle(of: .line)
        hands.move(x, y)
        guard case .hint(let hint)? = hands.cards.last else {
            Issue.record("no hint")
            return
        }
        #expect((hint.time, hint.chapter) == ("0:50", "Two"))
        #expect(hands.engine.position < 1, "pointing is not seeking")
        hands.point(.pressed(button: 1, x: x, y: y))
        #expect(abs(hands.engine.position - 50) < 0.2)
        for step in 1...20 { hands.point(.dragged(fromX: x, fromY: y, x: x + 10 * step, y: y - 90)) }
        hands.engine.advance(3)
        #expect(hands.bar != nil, "it stays while it is held")
        let line = try hands.rect(of: .line)
        let share = Double(x + 200 - line.x) / Double(line.width - 1)
        #expect(abs(hands.engine.position - 3 - 100 * share) < 0.1)
        hands.point(.released(button: 1, x: x + 200, y: y - 90, wasDrag: true))
        #expect(abs(hands.engine.position - 100 * share) < 0.1, "it ends where the pointer is, although it was held")
        hands.engine.advance(2.1)
        #expect(hands.bar == nil)
    }

    @Test func aScrubFollowsWithKeyFramesAndEndsExactly() throws {
        let hands = Hands()
        hands.move(600, 300)
        let (x, y) = try hands.middle(of: .line)
        hands.engine.holdsSeeks = true
        hands.engine.forget()
        hands.point(.pressed(button: 1, x: x, y: y))
        hands.point(.dragged(fromX: x, fromY: y, x: x + 50, y: y))
        hands.point(.dragged(fromX: x, fromY: y, x: x + 90, y: y))
        hands.point(.released(button: 1, x: x + 90, y: y, wasDrag: true))
        for _ in 0..<3 { hands.engine.landSeek() }
        let seeks = hands.engine.effects.compactMap { effect -> SeekAccuracy? in
            if case .seek(_, _, _, let accuracy, cuts: _) = effect { accuracy } else { nil }
        }
        #expect(seeks == [.accurate, .keyUnit, .accurate])
    }

    /// Presses the middle of the line; returns the columns of its ends and its row.
    private static func grab(_ hands: Hands) throws -> (left: Int, right: Int, y: Int) {
        hands.move(600, 300)
        let (x, y) = try hands.middle(of: .line)
        hands.point(.pressed(button: 1, x: x, y: y))
        let line = try hands.rect(of: .line)
        return (line.x, line.right - 1, y)
    }

    @Test func anItemDoesNotEndUnderThePointer() throws {
        let hands = Hands()
        let (_, right, y) = try Self.grab(hands)
        hands.point(.dragged(fromX: 640, fromY: y, x: right, y: y))
        #expect(hands.bar?.share == 1, "the line follows the pointer")
        hands.engine.advance(5)
        #expect(hands.engine.status == .playing)
        #expect(abs(hands.engine.position - 95) < 0.2)
        hands.point(.dragged(fromX: 640, fromY: y, x: 640, y: y))
        #expect(abs(hands.engine.position - 50) < 0.2)
        hands.point(.released(button: 1, x: 640, y: y, wasDrag: true))
        #expect(abs(hands.engine.position - 50) < 0.2)
    }

    @Test func pausedItFollowsToTheVeryEnd() throws {
        let hands = Hands()
        hands.engine.send(.pause)
        let (_, right, y) = try Self.grab(hands)
        hands.point(.dragged(fromX: 640, fromY: y, x: right, y: y))
        #expect(hands.engine.position == 100)
        hands.point(.released(button: 1, x: right, y: y, wasDrag: true))
        #expect(hands.engine.status == .paused && hands.engine.position == 100)
    }

    @Test func theTimeIsThatOfTheKnob() throws {
        let hands = Hands()
        let (left, _, y) = try Self.grab(hands)
        hands.point(.dragged(fromX: 640, fromY: y, x: left, y: y))
        hands.engine.advance(3)
        #expect(hands.bar?.share == 0 && hands.bar?.position == 0, "although playback has gone on")
    }

    @Test func releasedAtTheEndItEnds() throws {
        let hands = Hands()
        let (_, right, y) = try Self.grab(hands)
        hands.point(.dragged(fromX: 640, fromY: y, x: right, y: y))
        hands.point(.released(button: 1, x: right, y: y, wasDrag: true))
        hands.engine.advance(0.5)
        #expect(hands.engine.status == .stopped)
    }

    @Test func aClickNearTheEndSeeksOnce() throws {
        let hands = Hands()
        hands.move(600, 300)
        let (_, y) = try hands.middle(of: .line)
        let line = try hands.rect(of: .line)
        let x = line.x + line.width * 97 / 100
        hands.move(x, y)
        hands.engine.forget()
        hands.point(.pressed(button: 1, x: x, y: y))
        hands.point(.released(button: 1, x: x, y: y, wasDrag: false))
        let seeks = hands.engine.effects.filter { if case .seek = $0 { true } else { false } }
        #expect(seeks.count == 1)
        #expect(abs(hands.engine.position - 97) < 0.2)
    }

    @Test func escapeGoesBackToWhereTheDragBegan() throws {
        let hands = Hands()
        hands.engine.advance(3)
        let (left, _, y) = try Self.grab(hands)
        hands.point(.dragged(fromX: 640, fromY: y, x: left + 200, y: y))
        hands.press("Escape")
        #expect(abs(hands.engine.position - 3) < 0.2)
        hands.point(.dragged(fromX: 640, fromY: y, x: left + 400, y: y))
        hands.point(.released(button: 1, x: left + 400, y: y, wasDrag: true))
        #expect(abs(hands.engine.position - 3) < 0.2)
        #expect(hands.engine.status == .playing)
    }
}
