/// What is drawn over the picture, as a television shows it; no pixels.
public enum Card: Hashable, Sendable {
    /// A segment may be skipped.
    case offer(SegmentKind)
    /// A segment was skipped automatically; `canUndo`: the key that takes it back works.
    case skipped(SegmentKind, canUndo: Bool)
    case proposal(ProposalCard)
    /// Linear: 1 is the sound as it is.
    case volume(Double)
    /// Whole seconds as people see them; no length where it is not known.
    case position(seconds: Int64, of: Int64?)
    /// The name of the chapter that begins.
    case chapter(String)
    /// Playback is paused.
    case paused
    /// Of picture in picture, under the pointer.
    case controls(isPlaying: Bool)
}

/// What comes next, as it is put in front of people.
public struct ProposalCard: Hashable, Sendable {
    public var title: String
    public var subtitle: String?
    /// A `file:` URI.
    public var artworkURI: String?
    /// Whole seconds to the automatic acceptance; nil: there will be none.
    public var seconds: Int64?
    /// Whether Enter accepts it: an offer to skip takes it first.
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
    /// The words on it, without those of a proposal; empty where it has none.
    public var text: String {
        switch self {
        case .offer(let kind): Self.text("Skip", kind)
        case .skipped(let kind, _): Self.text("Skipped", kind)
        case .proposal, .controls, .paused: ""
        case .volume(let volume): "\(Int((volume * 100).rounded())) %"
        case .position(let seconds, let length):
            length.map { "\(Self.clock(seconds)) / \(Self.clock($0))" } ?? Self.clock(seconds)
        case .chapter(let name): name
        }
    }

    /// The key in the window that takes an automatic skip back.
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

    /// `1:02:03`, `2:03`.
    static func clock(_ seconds: Int64) -> String {
        let value = max(0, seconds)
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (value / 3_600, value / 60 % 60)
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(value % 60))" : "\(minutes):\(two(value % 60))"
    }
}
