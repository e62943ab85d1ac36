/// Follows the playing of one item of the queue: statistics, scrobbling, a log.
///
/// A tracker is made when its item first becomes current, and the same one serves every replay until the item leaves the
/// queue: ``TrackerUpdate/disabled(_:)`` is where it gets ready for the next time. All updates of all trackers arrive one
/// after the other on one serial context, in the order in which things happened; a tracker must not block it.
public protocol PlayerItemTracker: AnyObject, Sendable {
    /// Takes the next update.
    func receive(_ update: TrackerUpdate)
}

/// What a ``PlayerItemTracker`` is told.
///
/// The order is metadata, enabled, then properties, metric and timed events as they come, disabled; metadata may also come again
/// at any time, and comes while the tracker is disabled too.
public enum TrackerUpdate: Hashable, Sendable {
    /// What is known of the item, at first and after each change.
    case metadata(TrackedItem)
    /// The item is being played from now on.
    case enabled(TrackedProperties)
    /// The position jumped, what is shown of the playing changed, or the tracker's heartbeat is due.
    case properties(TrackedProperties)
    case metric(MetricEvent)
    /// The position came into a range of timed metadata, or left it.
    case timed(TimedEvent)
    /// It is not being played any more; the position is the last one.
    case disabled(TrackedProperties)
}

/// A range of timed metadata begins or ends, or a stream says something about itself.
public struct TimedEvent: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case entered(TimedRange)
        case left(TimedRange)
        case tagged(MediaTags)
    }

    public var kind: Kind
    public var position: MediaTime
    public var moment: MonotonicTime
}

/// An update on its way to one of the trackers.
public enum TrackerCall: Hashable, Sendable {
    /// For the tracker of this name that belongs to this item, made with the first of them.
    case update(tracker: String, ItemID, TrackerUpdate)
    /// The item left the queue: its trackers are needed no more.
    case forget(ItemID)
}

/// What the owner of a ``TrackerLifecycle`` says of one tracker.
public struct TrackerRole: Hashable, Sendable {
    /// Unique among the trackers.
    public var name: String
    /// Whether it tracks though tracking is switched off.
    public var isMandatory: Bool
    /// Whether tracking is switched on for it.
    public var isEnabled: Bool
    /// How often it is told the properties while something plays, though nothing changed; nil for never.
    public var heartbeat: MediaTime?

    public init(name: String, isMandatory: Bool = false, isEnabled: Bool = true, heartbeat: MediaTime? = nil) {
        self.name = name
        self.isMandatory = isMandatory
        self.isEnabled = isEnabled
        self.heartbeat = heartbeat
    }

    /// Whether it follows what is played.
    public var isTracking: Bool { isMandatory || isEnabled }
}

/// An item as trackers know it.
public struct TrackedItem: Hashable, Sendable {
    public var id: ItemID
    public var uri: String
    public var metadata: ItemMetadata
    public var duration: MediaTime?
    public var isLive: Bool
    /// The description's free-form part, as it was given.
    public var custom: [String: DescriptionValue]?

    init(_ current: CurrentItem) {
        id = current.id
        uri = current.description.uri
        metadata = current.metadata
        duration = current.duration
        isLive = current.isLive
        custom = current.custom
    }
}
