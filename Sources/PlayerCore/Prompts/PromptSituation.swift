/// The state that prompts depend on, taken from a snapshot.
public struct PromptSituation: Hashable, Sendable {
    /// A segment that can be skipped.
    public struct Offer: Hashable, Sendable {
        public var item: ItemID
        public var kind: SegmentKind
        /// The end in the item's time and in displayed time.
        public var end: MediaTime
        public var shownEnd: MediaTime
        /// Whether the offer began a short time ago.
        public var isProminent: Bool

        public init(item: ItemID, kind: SegmentKind, end: MediaTime, shownEnd: MediaTime, isProminent: Bool) {
            self.item = item
            self.kind = kind
            self.end = end
            self.shownEnd = shownEnd
            self.isProminent = isProminent
        }
    }

    /// An item that may be played next.
    public struct Proposal: Hashable, Sendable {
        /// The item during which it is proposed.
        public var item: ItemID?
        public var uri: String
        public var title: String
        public var lines: [String] = []
        public var picture: String?
        /// The time left to its automatic acceptance; nil: there is none.
        public var acceptsIn: MediaTime?
        /// The rate at which that time decreases; 0: the countdown is stopped.
        public var countingRate = 0.0
        /// Whether the item is over and playback waits for an answer.
        public var isAtEnd = false

        public init(item: ItemID?, uri: String, title: String) {
            self.item = item
            self.uri = uri
            self.title = title
        }
    }

    /// The language of the prompts.
    public var language = Words.Language.english
    public var item: ItemID?
    /// The title of the item that plays.
    public var title = ""
    public var isPlaying = false
    public var offer: Offer?
    public var proposal: Proposal?
    public var isStillWatching = false
    /// The actions that can be invoked now.
    public var actions: [ClientAction] = []
    /// Whether nothing was played since the last failure.
    public var hasFailed = false
    public var canPlay = false
    public var canGoNext = false
    /// The subjects that a visible window already shows.
    public var drawn: Set<Prompt.Subject> = []

    public init() {}

    /// - Parameter now: for countdowns.
    public init(_ snapshot: PlayerSnapshot, language: Words.Language = .english, now: MonotonicTime) {
        self.language = language
        item = snapshot.current?.id
        title = snapshot.current?.metadata.title ?? ""
        isPlaying = snapshot.status == .playing
        isStillWatching = snapshot.proposal.isStillWatching
        actions = snapshot.actions.offered.isEmpty ? [] : snapshot.actions.visible
        hasFailed = snapshot.error != nil
        (canPlay, canGoNext) = (snapshot.canPlay, snapshot.canGoNext)
        offer = Self.offer(snapshot)
        proposal = Self.proposal(snapshot, language, now: now)
        drawn = Self.drawn(snapshot)
    }

    private static func offer(_ snapshot: PlayerSnapshot) -> Offer? {
        let segments = snapshot.segments
        guard let offer = segments.offer, segments.canTakeOffer, segments.segments.indices.contains(offer.index),
            let item = snapshot.current?.id, snapshot.status != .stopped
        else { return nil }
        return Offer(
            item: item, kind: segments.segments[offer.index].kind, end: offer.end,
            shownEnd: segments.display.display(offer.end), isProminent: offer.isProminent)
    }

    private static func proposal(
        _ snapshot: PlayerSnapshot, _ language: Words.Language, now: MonotonicTime
    ) -> Proposal? {
        let proposed = snapshot.proposal
        guard proposed.state == .presented, snapshot.status != .stopped || proposed.isAtEnd,
            let description = proposed.proposal?.description
        else { return nil }
        let metadata =
            proposed.item.map { snapshot.metadata(of: $0) } ?? ItemMetadata(description, isLive: false)
        var proposal = Proposal(item: snapshot.current?.id, uri: description.uri, title: metadata.title)
        if let subtitle = metadata.subtitle { proposal.lines.append(subtitle) }
        if let season = metadata.season, let episode = metadata.episode {
            proposal.lines.append(Words.episode(episode, ofSeason: season, language))
        } else if let artist = metadata.artists.first {
            proposal.lines.append(artist)
        }
        proposal.picture = proposed.artworkURI ?? metadata.artworkURI ?? proposed.momentURI
        proposal.acceptsIn = proposed.acceptsIn(at: now)
        proposal.countingRate = proposed.rate
        proposal.isAtEnd = proposed.isAtEnd
        return proposal
    }

    /// A card that does not fit on the picture is not drawn. One that gives way to an open panel was seen before, and is
    /// seen again.
    private static func drawn(_ snapshot: PlayerSnapshot) -> Set<Prompt.Subject> {
        guard snapshot.window.isInSight, snapshot.window.geometry != nil else { return [] }
        return Set(snapshot.cards.compactMap(\.prompted)).subtracting(snapshot.window.cardsWithoutRoom)
    }
}

extension Card {
    /// The prompt that it stands for; nil: none.
    fileprivate var prompted: Prompt.Subject? {
        switch self {
        case .offer: .offer
        case .proposal: .proposal
        case .stillWatching: .stillWatching
        case .actions: .actions
        default: nil
        }
    }
}
