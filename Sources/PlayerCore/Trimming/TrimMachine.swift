/// Trimming mode: from its beginning to its only end, which is a command or another item.
///
/// Nothing is kept before it ends, so discarding needs no undo (AVKit's beginTrimming has the same two ends).
public struct TrimMachine: Hashable, Sendable {
    /// The item that is trimmed; with another URI, a queue entry is another item.
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
        /// With the present points.
        case trimming(Item, TrimPoints)
    }

    /// One of the two points.
    public enum Point: Hashable, Sendable { case inPoint, outPoint }

    /// An event for the machine.
    public enum Event: Hashable, Sendable {
        /// With the points that already apply.
        case began(Item, TrimPoints)
        /// Nil removes the point.
        case set(Point, MediaTime?)
        case finished(keep: Bool)
        /// The item that plays now; nil: none.
        case playing(Item?)
    }

    /// An action for the owner.
    public enum Action: Hashable, Sendable {
        /// Play what lies between the present points.
        case preview
        /// The new points of the item.
        case keep(TrimPoints)
        /// Trimming is over.
        case announceEnd(kept: Bool)
    }

    public private(set) var state: State = .off

    public init() {}

    /// Shorter selections are accidental, and would be repeated too fast to be heard.
    static let leastSelection = MediaTime(nanoseconds: 50_000_000)

    /// Takes an event.
    ///
    /// - Parameter duration: of the item; nil if unknown.
    /// - Throws: `CommandRefusal` if the event is not possible; nothing changed then.
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
                "The \(name) at \(time.clock) is outside the item, which is \(duration.clock) long; move it.")
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
                "The in point (\(start.clock)) must be before the out point (\(end.clock)); move the other "
                    + "one first.")
        }
        if end - start < leastSelection {
            return .invalid("Less than 0.05 s is left; move the points further apart.")
        }
        return nil
    }
}
