/// The content of a card, drawn over the picture as televisions do. It contains no pixels.
public enum Card: Hashable, Sendable {
    /// A segment can be skipped.
    case offer(SegmentKind)
    /// A segment was skipped automatically; `canUndo`: the key that undoes the skip works.
    case skipped(SegmentKind, canUndo: Bool)
    case proposal(ProposalCard)
    /// Linear: 1 is the unchanged volume.
    case volume(Double)
    /// Whole seconds in displayed time; no length where the length is unknown.
    case position(seconds: Int64, of: Int64?)
    /// The title of the chapter that begins.
    case chapter(String)
    /// Playback is paused.
    case paused
    /// The controls of picture in picture, shown under the pointer.
    case controls(isPlaying: Bool)
}

/// A proposal as it is displayed.
public struct ProposalCard: Hashable, Sendable {
    public var title: String
    public var subtitle: String?
    /// A `file:` URI.
    public var artworkURI: String?
    /// Whole seconds until the automatic acceptance; nil: there is none.
    public var seconds: Int64?
    /// Whether Enter accepts the proposal. An offer to skip takes the key first.
    public var takesEnter: Bool

    public init(
        title: String, subtitle: String? = nil, artworkURI: String? = nil, seconds: Int64? = nil,
        takesEnter: Bool = true
    ) {
        self.title = title
        self.subtitle = subtitle
        self.artworkURI = artworkURI
        self.seconds = seconds
        self.takesEnter = takesEnter
    }
}

extension Card {
    /// The text of the card, without that of a proposal; empty for a card without text.
    public var text: String {
        switch self {
        case .offer(let kind): Self.text("Skip", kind)
        case .skipped(let kind, _): Self.text("Skipped", kind)
        case .proposal, .controls, .paused: ""
        case .volume(let volume): "\(Int((volume * 100).rounded())) %"
        case .position(let seconds, let length):
            length.map { "\(ClockTime.text(seconds)) / \(ClockTime.text($0))" } ?? ClockTime.text(seconds)
        case .chapter(let name): name
        }
    }

    /// The key in the window that undoes an automatic skip.
    public static let undoKey = "u"

    private static func text(_ verb: String, _ kind: SegmentKind) -> String {
        switch kind {
        case .openingCredits: "\(verb) intro"
        case .closingCredits: "\(verb) credits"
        case .recap: "\(verb) recap"
        case .preview, .nextPreview: "\(verb) preview"
        case .advertisement: "\(verb) advertisement"
        case .intermission: "\(verb) intermission"
        default: verb
        }
    }
}
