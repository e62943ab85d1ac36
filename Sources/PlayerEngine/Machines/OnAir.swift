internal import PlayerCore

/// What is linked to the output, and how far it is heard.
///
/// An item is on the air alone, or joined to the end of the current one: then it follows at a running time of the output,
/// and becomes the current item when its first sample is due. Taking it off the air is ``leave()``. The position and
/// whether the start was reported are those of the current item, and outlast that: the item may come back.
///
/// `Item` is the pipeline of an item. It is only compared.
struct OnAir<Item: AnyObject> {
    /// Whose streams are linked to the output.
    private enum Feed {
        case nothing
        /// The current item. It is draining when all its data has been sent and the sinks have received the end of stream.
        case alone(Item, isDraining: Bool)
        /// The successor of the current item, whose last data is still heard. It is heard from this running time on.
        case joined(Item, at: Int64)
    }

    private var feed = Feed.nothing
    /// Whether the start of the current item was reported.
    private(set) var hasStarted = false
    /// The position of the current item in the output's running time.
    private(set) var timeline: Timeline?
    /// The position of playback while the data for it is on its way to the sinks.
    private(set) var standing: MediaTime?
    /// Tags that have left their item and are not heard yet, in their order.
    private var tags: [TagsAhead] = []
    private var frames = FrameAccount()

    // MARK: On and off the air

    /// The item whose streams are linked to the output: from a join until it is heard, the successor of the current item.
    var item: Item? {
        switch feed {
        case .nothing: nil
        case .alone(let item, _), .joined(let item, _): item
        }
    }

    /// The running time at which the successor of the current item is heard; nil if none has joined.
    var join: Int64? { if case .joined(_, let moment) = feed { moment } else { nil } }

    /// Whether the sinks have received the end of stream. Nothing can join behind it.
    var isDraining: Bool { if case .alone(_, let isDraining) = feed { isDraining } else { false } }

    /// Whether an item's streams are linked to the output.
    func carries(_ item: Item?) -> Bool { item != nil && self.item === item }

    /// The current item begins in the output, at running time 0. The time before that says nothing about it.
    ///
    /// - Parameter position: where it begins; nil while a seek leads elsewhere.
    mutating func begin(_ item: Item, at position: MediaTime?) {
        feed = .alone(item, isDraining: false)
        timeline = nil
        standing = position
    }

    /// The current item is linked again after its successor was taken off the air. It is silent until the next seek.
    mutating func comeBack(_ item: Item) { feed = .alone(item, isDraining: false) }

    /// The successor is linked behind the current item.
    mutating func join(_ item: Item, at running: Int64) { feed = .joined(item, at: running) }

    /// The successor is heard, and has become the current item.
    ///
    /// - Parameter isSameItem: whether it is another pipeline of the item before.
    mutating func handOver(isSameItem: Bool, _ timeline: Timeline) {
        guard case .joined(let item, _) = feed else { return }
        feed = .alone(item, isDraining: false)
        standing = nil
        self.timeline = timeline
        hasStarted = true
        if !isSameItem { frames = FrameAccount() }
    }

    /// Nothing is linked to the output any more, and what was on its way is dropped.
    mutating func leave() {
        feed = .nothing
        tags = []
    }

    /// The end of stream was sent behind the current item's data.
    mutating func drain() { if case .alone(let item, _) = feed { feed = .alone(item, isDraining: true) } }

    /// What is between the gates and the sinks is dropped by a flush, with the end of stream. The streams repeat their
    /// tags.
    mutating func dropData() {
        if case .alone(let item, _) = feed { feed = .alone(item, isDraining: false) }
        tags = []
    }

    // MARK: Position

    /// The position at a running time; nil while it is unknown.
    func position(at running: @autoclosure () -> Int64?) -> MediaTime? {
        if let standing { return standing }
        guard let timeline, let running = running() else { return nil }
        return max(.zero, timeline.mediaTime(at: running))
    }

    /// The position stands until the clock runs, or moves if it is nil.
    mutating func stand(at position: MediaTime?) { standing = position }

    /// The position is that of the data in the output.
    mutating func follow(_ timeline: Timeline) { self.timeline = timeline }

    /// The position is unknown until data arrives.
    mutating func losePosition() {
        timeline = nil
        standing = nil
    }

    /// The start of the current item is to be reported. Returns whether it was not before, and its position is known.
    mutating func start() -> Bool {
        guard !hasStarted, timeline != nil else { return false }
        hasStarted = true
        frames = FrameAccount()
        return true
    }

    // MARK: Tags and frames

    /// When the next tags are heard, as a running time; nil if there are none.
    var nextTags: Int64? { tags.first?.runningTime }

    /// Tags have left the gate of an item.
    mutating func add(_ ahead: TagsAhead) { tags.append(ahead) }

    /// Takes the tags that are heard at a running time.
    mutating func takeTags(until running: Int64) -> [TagsAhead] {
        // Timers have a precision of a microsecond.
        let due = tags.prefix { $0.runningTime <= running + 1_000 }
        tags.removeFirst(due.count)
        return Array(due)
    }

    /// A frame was dropped because it was late.
    mutating func dropFrame() { frames.drop() }

    /// The number of dropped frames of what is on the air, if it has increased since it was asked for.
    mutating func droppedFrames() -> UInt64? {
        if case .nothing = feed { return nil }
        return hasStarted ? frames.news() : nil
    }
}
