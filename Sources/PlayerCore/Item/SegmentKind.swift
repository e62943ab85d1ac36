/// What a stretch of the timeline is, in the contract's words.
public struct SegmentKind: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    /// UTF-8 bytes of a kind, `custom:` included.
    public static let longest = 64

    /// Nil for a word that the contract does not have: it has ten, and `custom:` with any name behind it that is no
    /// longer than ``longest``.
    public init?(rawValue: String) {
        let isCustom = rawValue.hasPrefix("custom:") && (8...Self.longest).contains(rawValue.utf8.count)
        guard isCustom || Self.named.contains(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    private init(known rawValue: String) { self.rawValue = rawValue }

    public static let openingCredits = SegmentKind(known: "opening-credits")
    public static let closingCredits = SegmentKind(known: "closing-credits")
    public static let recap = SegmentKind(known: "recap")
    public static let preview = SegmentKind(known: "preview")
    public static let nextPreview = SegmentKind(known: "next-preview")
    public static let advertisement = SegmentKind(known: "advertisement")
    public static let intermission = SegmentKind(known: "intermission")
    public static let interstitial = SegmentKind(known: "interstitial")
    public static let blocked = SegmentKind(known: "blocked")
    public static let mute = SegmentKind(known: "mute")

    /// All but the custom ones, in the contract's order.
    public static let known: [SegmentKind] = [
        openingCredits, closingCredits, recap, preview, nextPreview, advertisement, intermission, interstitial, blocked,
        mute,
    ]

    private static let named: Set<String> = [
        "opening-credits", "closing-credits", "recap", "preview", "next-preview", "advertisement", "intermission",
        "interstitial", "blocked", "mute",
    ]

    /// What is done with it unless somebody says otherwise.
    public var defaultAction: SegmentAction {
        switch self {
        case .openingCredits, .closingCredits: .ask
        case .blocked: .block
        case .mute: .mute
        case .interstitial: .announce
        default: .ignore
        }
    }
}

/// What the player does with a segment.
public enum SegmentAction: String, Hashable, Sendable, CaseIterable {
    /// Listed, and nothing else.
    case ignore
    /// Entering and leaving it is told.
    case announce
    /// Told, and skipping it is offered.
    case ask
    /// Told, and skipped when playback runs into it.
    case auto
    /// Never played.
    case block
    /// Played without sound.
    case mute
}
