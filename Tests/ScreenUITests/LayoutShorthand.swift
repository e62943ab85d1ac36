import PlayerCore

@testable import ScreenUI

extension CardLayout {
    convenience init(
        width: Int, height: Int, cards: [Card], language: Words.Language = .english, canShowBar: Bool = true
    ) {
        self.init(width: width, height: height, CardDrawing(cards, language: language, canShowBar: canShowBar))
    }

    /// The topmost target at a point; nil: there is none.
    func target(at x: Int, _ y: Int) -> CardTarget? { regions.last { $0.rect.contains(x, y) }?.target }

    /// The button of the controls at a point; nil: there is none.
    func button(at x: Int, _ y: Int) -> CardButton? {
        if case .picture(let button)? = target(at: x, y) { button } else { nil }
    }
}
