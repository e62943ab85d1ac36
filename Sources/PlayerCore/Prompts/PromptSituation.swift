/// What there is to prompt people with, taken from a snapshot.
public struct PromptSituation: Hashable, Sendable {
    /// What may be skipped.
    public struct Offer: Hashable, Sendable {
        public var item: ItemID
        public var kind: SegmentKind
        /// Where it ends, in the item's time and in that which people see.
        public var end: MediaTime
        public var shownEnd: MediaTime
        /// It began a moment ago.
        public var isProminent: Bool

        public init(item: ItemID, kind: SegmentKind, end: MediaTime, shownEnd: MediaTime, isProminent: Bool) {
            self.item = item
            self.kind = kind
            self.end = end
            self.shownEnd = shownEnd
            self.isProminent = isProminent
        }
    }

    /// What may be played next.
    public struct Proposal: Hashable, Sendable {
        /// During which item it is proposed.
        public var item: ItemID?
        public var uri: String
        public var title: String
        public var lines: [String] = []
        public var picture: String?
        /// Time left to its automatic acceptance; nil: there will be none.
        public var acceptsIn: MediaTime?
        /// How fast that goes down; 0: it stands.
        public var countingRate = 0.0
        /// The item is over, and playback waits for an answer.
        public var isAtEnd = false

        public init(item: ItemID?, uri: String, title: String) {
            self.item = item
            self.uri = uri
            self.title = title
        }
    }

    public var item: ItemID?
    /// What plays.
    public var title = ""
    public var isPlaying = false
    public var offer: Offer?
    public var proposal: Proposal?
    public var isStillWatching = false
    /// Those that can be pressed now.
    public var actions: [ClientAction] = []
    /// Nothing was played since the last failure.
    public var hasFailed = false
    public var canPlay = false
    public var canGoNext = false
    /// What a window that can be seen shows already.
    public var drawn: Set<Prompt.Subject> = []

    public init() {}

    /// - Parameter now: for what is counted down.
    public init(_ snapshot: PlayerSnapshot, now: MonotonicTime) {
        item = snapshot.current?.id
        title = snapshot.current?.metadata.title ?? ""
        isPlaying = snapshot.status == .playing
        isStillWatching = snapshot.proposal.isStillWatching
        actions = snapshot.actions.offered.isEmpty ? [] : snapshot.actions.visible
        hasFailed = snapshot.error != nil
        (canPlay, canGoNext) = (snapshot.canPlay, snapshot.canGoNext)
        offer = Self.offer(snapshot)
        proposal = Self.proposal(snapshot, now: now)
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

    private static func proposal(_ snapshot: PlayerSnapshot, now: MonotonicTime) -> Proposal? {
        let proposed = snapshot.proposal
        guard proposed.state == .presented, let description = proposed.proposal?.description else { return nil }
        let metadata =
            proposed.item.map { snapshot.metadata(of: $0) } ?? ItemMetadata(description, isLive: false)
        var proposal = Proposal(item: snapshot.current?.id, uri: description.uri, title: metadata.title)
        if let subtitle = metadata.subtitle { proposal.lines.append(subtitle) }
        if let season = metadata.season, let episode = metadata.episode {
            proposal.lines.append("Season \(season), episode \(episode)")
        } else if let artist = metadata.artists.first {
            proposal.lines.append(artist)
        }
        proposal.picture = proposed.artworkURI ?? metadata.artworkURI
        proposal.acceptsIn = proposed.acceptsIn(at: now)
        proposal.countingRate = proposed.rate
        proposal.isAtEnd = proposed.isAtEnd
        return proposal
    }

    /// A card that does not fit on the picture is not drawn.
    private static func drawn(_ snapshot: PlayerSnapshot) -> Set<Prompt.Subject> {
        guard snapshot.window.isInSight, !snapshot.cards.isEmpty, let window = snapshot.window.geometry else {
            return []
        }
        let layout = CardLayout(width: window.width, height: window.height, cards: snapshot.cards)
        return Set(
            layout.boxes.compactMap { box in
                switch box.card {
                case .offer: .offer
                case .proposal: .proposal
                default: nil
                }
            })
    }
}
