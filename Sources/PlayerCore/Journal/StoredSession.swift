/// A saved session: everything that is needed to resume playback where it stopped.
///
/// The items are shared with the player, so that a session of 100,000 items is made and compared without touching
/// each.
public struct StoredSession: Hashable, Sendable {
    /// In display order.
    public var items: [QueueItem]
    /// Nil exactly when there are no items.
    public var currentIndex: Int?
    /// The playing order; nil if it is the order of the items.
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
        /// The position in the current item; for a stopped item, where it was stopped.
        public var position: MediaTime
        /// The identity of the current item's content, independent of its place; nil if it was not determined.
        public var identity: ContentIdentity?
        /// The start of the chapter that contains ``position``.
        public var chapterStart: MediaTime
        /// Whether the current item is spoken word.
        public var isSpeech: Bool
        /// The metadata of the current item as far as known; shown until the item provides its own.
        public var metadata: ItemMetadata?
        public var duration: MediaTime?
        /// Whether it was playing, not paused or stopped.
        public var wasPlaying: Bool
        public var loop: LoopMode
        /// The player's volume: 1 is the item's own.
        public var volume: Double
        /// Media seconds per second.
        public var rate: Double
        /// Segments of the current item that are played although the settings would skip them.
        public var disarmedSegments: [DisarmedSegment]
        /// The layout of picture in picture; nil: the default.
        public var pictureInPicture: PictureInPictureLayout?
        /// Whether picture in picture starts by itself; nil: as the settings say.
        public var startsAutomatically: Bool?
        /// How the picture meets the window; nil: as the settings say.
        public var scaling: PictureScaling?
        /// The style of subtitles; nil: the default.
        public var subtitles: SubtitleStyle?
        /// See ``AudioDelay``; nil: none.
        public var audioDelay: MediaTime?
        /// The id of the chosen sound device; nil: none.
        public var audioDevice: String?
        /// Seconds since 1970.
        public var savedAt: Double

        public init(
            position: MediaTime, chapterStart: MediaTime = .zero, isSpeech: Bool = false,
            identity: ContentIdentity? = nil, metadata: ItemMetadata? = nil, duration: MediaTime? = nil,
            wasPlaying: Bool, loop: LoopMode = .none,
            volume: Double = 1, rate: Double = 1,
            disarmedSegments: [DisarmedSegment] = [], pictureInPicture: PictureInPictureLayout? = nil,
            startsAutomatically: Bool? = nil, scaling: PictureScaling? = nil, subtitles: SubtitleStyle? = nil,
            audioDelay: MediaTime? = nil,
            audioDevice: String? = nil, savedAt: Double
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
            self.startsAutomatically = startsAutomatically
            self.scaling = scaling
            self.subtitles = subtitles
            self.audioDelay = audioDelay
            self.audioDevice = audioDevice
            self.savedAt = savedAt
        }
    }

    /// A round through a shuffled queue.
    public struct Shuffle: Hashable, Sendable {
        /// Every id of the queue once, in playing order.
        public var order: [ItemID]
        /// The index of the current item in ``order``.
        public var cursor: Int

        public init(order: [ItemID], cursor: Int) {
            self.order = order
            self.cursor = cursor
        }
    }
}
