@testable import PlayerCore

/// Where the fake engine puts cards: every target has a place of its own, in a window of any size.
enum FakeCardLayout {
    static func areas(_ cards: [Card], width: Int, height: Int) -> CardAreas {
        var told = CardAreas()
        func put(_ card: Card, _ target: CardTarget, x: Int, y: Int, width: Int, height: Int = 30) {
            guard let subject = card.subject(of: target) else { return }
            told.areas.append(CardArea(subject, WindowRect(x: x, y: y, width: width, height: height)))
        }
        for card in cards {
            switch card {
            case .offer, .stillWatching, .skipped, .proposal, .actions:
                // A row above the bar, from the right.
                for (index, target) in card.targets.enumerated() {
                    put(card, target, x: width - 130 - 120 * index, y: height - 180, width: 110)
                }
                if case .proposal = card {
                    told.covers.append(WindowRect(x: width - 400, y: height - 250, width: 390, height: 110))
                }
            case .controls:
                for (index, target) in card.targets.enumerated() {
                    put(card, target, x: width / 2 - 90 + 60 * index, y: height / 2 - 30, width: 60, height: 60)
                }
            case .bar:
                told.covers.append(WindowRect(x: 10, y: height - 110, width: width - 20, height: 100))
                put(card, .line, x: 40, y: height - 80, width: width - 80)
                var x = 40
                for target in card.targets where target != .line {
                    let wide = target == .volume ? 80 : 40
                    put(card, target, x: x, y: height - 45, width: wide)
                    x += wide
                }
            case .list(let list):
                let left = width - 380
                told.covers.append(WindowRect(x: left, y: 40, width: 360, height: height - 240))
                for index in list.tabs.indices where list.tabs.count > 1 {
                    put(card, .tab(index), x: left + 80 * index, y: 40, width: 80)
                }
                let count = min(list.count, (height - 320) / 30)
                let first = min(max(0, list.middle - count / 2), list.count - count)
                for row in 0..<count { put(card, .row(first + row), x: left, y: 80 + 30 * row, width: 320) }
                if count < list.count { put(card, .scroll, x: left + 330, y: 80, width: 20, height: 30 * count) }
            case .information: told.covers.append(WindowRect(x: 20, y: 40, width: 400, height: height - 240))
            default: break
            }
        }
        // A list that is open lies over the questions.
        if cards.contains(where: { if case .list = $0 { true } else { false } }) {
            told.behindPanel = Set(told.areas.map(\.subject.target).filter(\.isQuestion))
            told.areas.removeAll { $0.subject.target.isQuestion }
        }
        told.withoutRoom = Set(cards.flatMap(\.targets)).subtracting(told.areas.map(\.subject.target))
            .subtracting(told.behindPanel)
        return told
    }
}
