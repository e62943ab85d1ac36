/// A part of the cards that can be pressed.
public enum CardTarget: Hashable, Sendable {
    /// Skips the offered segment.
    case offer
    /// Undoes the last automatic skip.
    case undo
    /// Plays the proposed item.
    case accept
    /// Declines the proposal for now.
    case decline
    /// Ends playback instead of playing the proposed item.
    case stop
    /// Goes on after "Still watching?".
    case goOn
    /// Invokes the action of a client, by its id.
    case action(String)
    /// A button on a picture in picture.
    case picture(CardButton)
    case bar(BarButton)
    /// The line of the transport bar.
    case line
    /// The line of the volume.
    case volume
    /// A row of the open list, by its index.
    case row(Int)
    /// A tab of the open list, by its index.
    case tab(Int)
    /// The bar that shows which part of a long list is visible.
    case scroll

    /// Whether it is a part of the open list.
    var isInList: Bool {
        switch self {
        case .row, .tab, .scroll: true
        default: false
        }
    }

    /// Whether it answers what is shown without having been opened: a question, an offer, a proposal or an action.
    var isQuestion: Bool {
        switch self {
        case .offer, .undo, .accept, .decline, .stop, .goOn, .action: true
        case .picture, .bar, .line, .volume, .row, .tab, .scroll: false
        }
    }
}

/// The target that is emphasised.
public struct CardLight: Hashable, Sendable {
    public var target: CardTarget
    /// Whether the keyboard selected it; otherwise the pointer is over it.
    public var isFocus: Bool

    public init(_ target: CardTarget, isFocus: Bool) {
        self.target = target
        self.isFocus = isFocus
    }
}

/// Everything that is drawn over the picture.
public struct CardDrawing: Hashable, Sendable {
    /// In drawing order.
    public var cards: [Card]
    public var light: CardLight?
    public var language: Words.Language
    /// Whether the picture moves to a new place, instead of being there from the next frame on.
    public var isAnimated: Bool
    /// Whether the transport bar can appear.
    public var canShowBar: Bool

    public init(
        _ cards: [Card] = [], light: CardLight? = nil, language: Words.Language = .english, isAnimated: Bool = false,
        canShowBar: Bool = true
    ) {
        self.cards = cards
        self.light = light
        self.language = language
        self.isAnimated = isAnimated
        self.canShowBar = canShowBar
    }
}
