/// The kind of a segment, in the contract's words.
public struct SegmentKind: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    /// The maximum length of a kind in UTF-8 bytes, including `custom:`.
    public static let longest = 64

    /// Nil for a word that is not in the contract: it has ten words, and `custom:` followed by any name. A kind is at
    /// most ``longest`` bytes long.
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

    /// All kinds but the custom ones, in the contract's order.
    public static let known: [SegmentKind] = [
        openingCredits, closingCredits, recap, preview, nextPreview, advertisement, intermission, interstitial, blocked,
        mute,
    ]

    private static let named: Set<String> = [
        "opening-credits", "closing-credits", "recap", "preview", "next-preview", "advertisement", "intermission",
        "interstitial", "blocked", "mute",
    ]

    /// The action without a configured or explicit one.
    public var defaultAction: SegmentAction {
        switch self {
        case .openingCredits, .closingCredits, .recap, .preview: .ask
        case .blocked: .block
        case .mute: .mute
        case .interstitial: .announce
        default: .ignore
        }
    }
}

/// What the player does with a segment.
public enum SegmentAction: String, Hashable, Sendable, CaseIterable {
    /// Lists it only.
    case ignore
    /// Announces entering and leaving it.
    case announce
    /// Announces it and offers to skip it.
    case ask
    /// Announces it, and skips it when playback reaches it.
    case auto
    /// Never plays it.
    case block
    /// Plays it without sound.
    case mute
}
