/// What playback was doing: everything that is needed to go on where it stopped.
///
/// The items are the player's own, so that a session of 100,000 of them is made and compared without touching each.
public struct StoredSession: Hashable, Sendable {
    /// In the order people see.
    public var items: [QueueItem]
    /// Nil exactly when there are no items.
    public var currentIndex: Int?
    /// The order of playing; nil when it is the order of the items.
    public var shuffle: Shuffle?
    public var state: State

    public init(items: [QueueItem], currentIndex: Int?, shuffle: Shuffle? = nil, state: State) {
        self.items = items
        self.currentIndex = currentIndex
        self.shuffle = shuffle
        self.state = state
    }

    /// The part that changes while the queue does not.
    public struct State: Hashable, Sendable {
        /// In the current item; where it was stopped, if it was.
        public var position: MediaTime
        /// What the current item was, wherever it lies by now; nil where nobody looked.
        public var identity: ContentIdentity?
        /// Where the chapter that ``position`` is in begins.
        public var chapterStart: MediaTime
        /// Whether the current item is spoken word.
        public var isSpeech: Bool
        /// Of the current item, as far as they were known: shown until it says them again itself.
        public var metadata: ItemMetadata?
        public var duration: MediaTime?
        /// Whether it was playing, not paused or stopped.
        public var wasPlaying: Bool
        public var loop: LoopMode
        /// As the player has it: 1 is the item's own.
        public var volume: Double
        /// Media seconds a second.
        public var rate: Double
        /// Segments of the current item that are to be played although settings would skip them.
        public var disarmedSegments: [DisarmedSegment]
        /// What picture in picture looked like; nil: as it looks at first.
        public var pictureInPicture: PictureInPictureLayout?
        /// How subtitles were shown; nil: as usual.
        public var subtitles: SubtitleStyle?
        /// The sound device that was chosen, by its id; nil: none.
        public var audioDevice: String?
        /// Seconds since 1970.
        public var savedAt: Double

        public init(
            position: MediaTime, chapterStart: MediaTime = .zero, isSpeech: Bool = false,
            identity: ContentIdentity? = nil, metadata: ItemMetadata? = nil, duration: MediaTime? = nil,
            wasPlaying: Bool, loop: LoopMode = .none,
            volume: Double = 1, rate: Double = 1,
            disarmedSegments: [DisarmedSegment] = [], pictureInPicture: PictureInPictureLayout? = nil,
            subtitles: SubtitleStyle? = nil, audioDevice: String? = nil, savedAt: Double
        ) {
            self.position = position
            self.chapterStart = chapterStart
            self.isSpeech = isSpeech
            self.identity = identity
            self.metadata = metadata
            self.duration = duration
            self.wasPlaying = wasPlaying
            self.loop = loop
            self.volume = volume
            self.rate = rate
            self.disarmedSegments = disarmedSegments
            self.pictureInPicture = pictureInPicture
            self.subtitles = subtitles
            self.audioDevice = audioDevice
            self.savedAt = savedAt
        }
    }

    /// A round through a shuffled queue.
    public struct Shuffle: Hashable, Sendable {
        /// Every id of the queue once, in the order of playing.
        public var order: [ItemID]
        /// Index of the current item in ``order``.
        public var cursor: Int

        public init(order: [ItemID], cursor: Int) {
            self.order = order
            self.cursor = cursor
        }
    }
}
