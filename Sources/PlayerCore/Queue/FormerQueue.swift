/// A queue that was replaced by another and can be brought back.
public struct FormerQueue: Hashable, Sendable {
    public var items: [QueueItem]
    public var currentIndex: Int?
    /// The playing order; nil if it is that of the items.
    public var shuffle: StoredSession.Shuffle?
    /// Where the current item was left.
    public var point: ResumePoint
    public var wasPlaying: Bool
    /// The list that it was made from.
    public var playlist: String?

    /// Shorter queues are made again at once.
    public static let leastItems = 21
    /// How often the order of a queue can be taken back, and the items that are kept for it.
    public static let mostSteps = 20
    public static let mostItemsOfSteps = 1_000_000
    /// How long it can be brought back.
    public static let lifetime = MediaTime(nanoseconds: 3_600_000_000_000)

    public init(
        items: [QueueItem], currentIndex: Int?, shuffle: StoredSession.Shuffle?, point: ResumePoint, wasPlaying: Bool,
        playlist: String?
    ) {
        self.items = items
        self.currentIndex = currentIndex
        self.shuffle = shuffle
        self.point = point
        self.wasPlaying = wasPlaying
        self.playlist = playlist
    }
}
