/// Where the cards lie that are on the screen, in pixels of the window.
///
/// It is told by those who draw them, since the core cannot measure text. It is of what is seen, so it may be older than
/// the cards that the player wants shown: every area says what a press on it is about.
public struct CardAreas: Hashable, Sendable {
    /// What can be pressed; what comes later lies on top.
    public var areas: [CardArea]
    /// The cards that cover the picture: a click there does not mean the picture.
    public var covers: [WindowRect]
    /// What is not shown because the picture is too small for it.
    public var withoutRoom: Set<CardTarget>
    /// What is not shown because a panel lies in its place.
    public var behindPanel: Set<CardTarget>

    /// Nothing is shown, or nothing was told.
    public init(
        areas: [CardArea] = [], covers: [WindowRect] = [], withoutRoom: Set<CardTarget> = [],
        behindPanel: Set<CardTarget> = []
    ) {
        self.areas = areas
        self.covers = covers
        self.withoutRoom = withoutRoom
        self.behindPanel = behindPanel
    }

    /// The area of a target; nil: it is not on the screen.
    func rect(of target: CardTarget) -> WindowRect? { areas.last { $0.subject.target == target }?.rect }

    /// Whether a target was left out. What has not been laid out yet was not.
    func leavesOut(_ target: CardTarget) -> Bool { withoutRoom.contains(target) || behindPanel.contains(target) }

    /// What a point of the window means.
    ///
    /// - Parameter cards: what is to be shown now. What is about something else by then is gone, although it is still seen.
    func touch(_ x: Int, _ y: Int, among cards: [Card]) -> Touch {
        if let subject = areas.last(where: { $0.rect.contains(x, y) })?.subject {
            return cards.subject(of: subject.target) == subject ? .target(subject) : .card
        }
        return covers.contains { $0.contains(x, y) } ? .card : .picture
    }
}

/// Something that can be pressed, and the area that it covers in the window.
public struct CardArea: Hashable, Sendable {
    public var subject: PressSubject
    public var rect: WindowRect

    public init(_ subject: PressSubject, _ rect: WindowRect) {
        self.subject = subject
        self.rect = rect
    }
}

/// What a press is about: a part of the cards, and what the part says. The third row of another list is another subject.
public struct PressSubject: Hashable, Sendable {
    public let target: CardTarget
    /// The list that it is in.
    let panel: Panel?
    /// What is read there, as far as the meaning of the press depends on it.
    let words: [String]
}

/// What a point of the window means.
enum Touch: Hashable, Sendable {
    case target(PressSubject)
    /// A card where there is nothing to press, or one that is about to go: a click there means nothing.
    case card
    case picture

    /// Nil: there is nothing to press.
    var target: CardTarget? { if case .target(let subject) = self { subject.target } else { nil } }
}

extension Card {
    /// What can be pressed on it, in the order in which the keyboard reaches it, whether there is room for it or not.
    public var targets: [CardTarget] {
        switch self {
        case .offer: [.offer]
        case .skipped(_, let canUndo): canUndo ? [.undo] : []
        case .proposal: [.accept, .decline, .stop]
        case .stillWatching: [.goOn]
        case .actions(let actions): actions.map { .action($0.id) }
        case .controls: CardButton.allCases.map(CardTarget.picture)
        case .bar(let bar): bar.targets
        case .list(let list): list.targets
        case .volume, .rate, .position, .chapter, .choice, .paused, .progress, .nowPlaying, .lyrics, .hint,
            .information,
            .keys, .interstitial, .refused, .failed:
            []
        }
    }

    /// What a press on a part of it is about; nil: it has no such part.
    public func subject(of target: CardTarget) -> PressSubject? {
        switch (self, target) {
        case (.offer, .offer), (.skipped(_, canUndo: true), .undo), (.stillWatching, .goOn):
            return PressSubject(target: target, panel: nil, words: [text])
        case (.proposal(let card), .accept), (.proposal(let card), .decline), (.proposal(let card), .stop):
            return PressSubject(target: target, panel: nil, words: [card.title, card.place ?? ""])
        case (.actions(let actions), .action(let id)):
            return actions.first { $0.id == id }.map { PressSubject(target: target, panel: nil, words: [$0.title]) }
        case (.controls, .picture): return PressSubject(target: target, panel: nil, words: [])
        case (.bar(let bar), _):
            guard bar.targets.contains(target) else { return nil }
            // The line of another item leads elsewhere; the buttons do the same for every item.
            return PressSubject(target: target, panel: nil, words: target == .line ? [bar.title] : [])
        case (.list(let list), _): return list.subject(of: target)
        default: return nil
        }
    }
}

extension [Card] {
    /// What a press on a target is about; nil: no card has it.
    func subject(of target: CardTarget) -> PressSubject? {
        for card in self { if let subject = card.subject(of: target) { return subject } }
        return nil
    }
}

extension BarCard {
    fileprivate var targets: [CardTarget] {
        (share == nil ? [] : [.line])
            + BarButton.allCases.filter(buttons.contains).flatMap { button -> [CardTarget] in
                // The line of the volume is beside its button.
                button == .mute ? [.bar(.mute), .volume] : [.bar(button)]
            }
    }
}

extension ListCard {
    fileprivate var targets: [CardTarget] {
        (tabs.count > 1 ? tabs.indices.map(CardTarget.tab) : []) + (first..<first + rows.count).map(CardTarget.row)
            + [.scroll]
    }

    fileprivate func subject(of target: CardTarget) -> PressSubject? {
        let open = tabs.indices.contains(tab) ? tabs[tab] : ""
        return switch target {
        case .row(let index):
            row(at: index).map { PressSubject(target: target, panel: panel, words: [open, $0.title, $0.detail]) }
        case .tab(let index) where tabs.indices.contains(index):
            PressSubject(target: target, panel: panel, words: [tabs[index]])
        case .scroll: PressSubject(target: target, panel: panel, words: [open])
        default: nil
        }
    }
}
