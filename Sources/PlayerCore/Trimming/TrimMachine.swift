/// Trimming mode: from its beginning to its one end, which somebody decides or another item brings about.
///
/// Nothing is kept before it ends, so that discarding needs no undoing (AVKit's beginTrimming has the same two ends).
public struct TrimMachine: Hashable, Sendable {
    /// What is trimmed; a queue entry that plays something else from now on is another item.
    public struct Item: Hashable, Sendable {
        public var id: ItemID
        public var uri: String

        public init(id: ItemID, uri: String) {
            self.id = id
            self.uri = uri
        }
    }

    /// Whether an item is being trimmed.
    public enum State: Hashable, Sendable {
        case off
        /// With the points as they are set now.
        case trimming(Item, TrimPoints)
    }

    /// One of the two points.
    public enum Point: Hashable, Sendable { case inPoint, outPoint }

    /// What the machine is told.
    public enum Event: Hashable, Sendable {
        /// With the points that hold already.
        case began(Item, TrimPoints)
        /// Nil: unset.
        case set(Point, MediaTime?)
        case finished(keep: Bool)
        /// This plays now; nil: nothing.
        case playing(Item?)
    }

    /// What its owner has to do.
    public enum Action: Hashable, Sendable {
        /// Play what lies between the points that hold now.
        case preview
        /// These are the item's points from now on.
        case keep(TrimPoints)
        /// Trimming is over.
        case announceEnd(kept: Bool)
    }

    public private(set) var state: State = .off

    public init() {}

    /// Shorter selections are slips of the hand, and would be repeated faster than anybody can hear.
    static let leastSelection = MediaTime(nanoseconds: 50_000_000)

    /// Takes an event.
    ///
    /// - Parameter duration: of the item; nil where it is not known.
    /// - Throws: `CommandRefusal` where it cannot be; then nothing changed.
    public mutating func event(_ event: Event, duration: MediaTime? = nil) throws(CommandRefusal) -> [Action] {
        switch (state, event) {
        case (.off, .began(let item, let points)):
            state = .trimming(item, points)
            return []
        case (.trimming, .began):
            throw .notPossible("This item is already being trimmed; finish that first.")

        case (.trimming(let item, var points), .set(let point, let time)):
            switch point {
            case .inPoint: points.inPoint = time
            case .outPoint: points.outPoint = time
            }
            if let time, let refusal = Self.refusal(of: point, at: time, duration: duration) { throw refusal }
            if let refusal = Self.refusal(of: points, duration: duration) { throw refusal }
            state = .trimming(item, points)
            return [.preview]

        case (.trimming(_, let points), .finished(let keep)):
            state = .off
            return (keep ? [.keep(points)] : [.preview]) + [.announceEnd(kept: keep)]
        case (.off, .set), (.off, .finished):
            throw .notPossible("Nothing is being trimmed; begin trimming first.")

        case (.trimming(let item, _), .playing(let other)) where other != item:
            state = .off
            return [.announceEnd(kept: false)]
        case (_, .playing):
            return []
        }
    }

    private static func refusal(of point: Point, at time: MediaTime, duration: MediaTime?) -> CommandRefusal? {
        let name = point == .inPoint ? "in point" : "out point"
        if time < .zero { return .invalid("The \(name) must be 0 or later; -1 removes it.") }
        if let duration, time > duration || (point == .inPoint && time == duration) {
            return .invalid(
                "\(time.seconds) s is outside the item, which is \(duration.seconds) s long; move the \(name).")
        }
        if point == .outPoint, time == .zero {
            return .invalid("An out point at 0 leaves nothing to play; set it later, or remove it with -1.")
        }
        return nil
    }

    private static func refusal(of points: TrimPoints, duration: MediaTime?) -> CommandRefusal? {
        guard let end = points.outPoint ?? duration else { return nil }
        let start = points.inPoint ?? .zero
        if start >= end {
            return .invalid(
                "The in point (\(start.seconds) s) must be before the out point (\(end.seconds) s); move the other "
                    + "one first.")
        }
        if end - start < leastSelection {
            return .invalid("Less than 0.05 s is left; move the points further apart.")
        }
        return nil
    }
}
