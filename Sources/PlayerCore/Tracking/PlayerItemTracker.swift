/// Follows the playback of one item of the queue, for statistics, scrobbling or a log.
///
/// A tracker is made when its item first becomes current, and serves every replay until the item leaves the queue:
/// with ``TrackerUpdate/disabled(_:)`` it gets ready for the next one. All updates of all trackers arrive one after
/// the other on one serial context, in the order of events; a tracker must not block it.
public protocol PlayerItemTracker: AnyObject, Sendable {
    /// Takes the next update.
    func receive(_ update: TrackerUpdate)
}

/// An update for a ``PlayerItemTracker``.
///
/// The order is metadata, enabled, then properties, metric and timed events as they come, and disabled. Metadata may
/// be repeated at any time, also while the tracker is disabled.
public enum TrackerUpdate: Hashable, Sendable {
    /// What is known of the item, at first and after each change.
    case metadata(TrackedItem)
    /// The playback of the item begins.
    case enabled(TrackedProperties)
    /// The position jumped, the state of the playback changed, or the tracker's heartbeat is due.
    case properties(TrackedProperties)
    case metric(MetricEvent)
    /// The position entered or left a range of timed metadata or a segment, or another chapter is current.
    case timed(TimedEvent)
    /// The playback of the item is over; the position is the last one.
    case disabled(TrackedProperties)
}

/// A range of timed metadata or a segment begins or ends, another chapter begins, or the tags of a stream changed.
public struct TimedEvent: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case entered(TimedRange)
        case left(TimedRange)
        case tagged(MediaTags)
        /// Not for segments that are only listed (``SegmentAction/ignore``).
        case enteredSegment(Segment)
        case leftSegment(Segment)
        /// The segment was not played to its end.
        case skippedSegment(Segment, from: MediaTime, to: MediaTime)
        /// The chapter that is current now, and its number from 1.
        case chapter(LocalizedChapter, number: Int)
    }

    public var kind: Kind
    public var position: MediaTime
    public var moment: MonotonicTime
}

/// An update for one of the trackers.
public enum TrackerCall: Hashable, Sendable {
    /// For the tracker with this name for this item, which is made with its first update.
    case update(tracker: String, ItemID, TrackerUpdate)
    /// The item left the queue: its trackers are no longer needed.
    case forget(ItemID)
}

/// The role of a tracker, as the owner of a ``TrackerLifecycle`` defines it.
public struct TrackerRole: Hashable, Sendable {
    /// Unique among the trackers.
    public var name: String
    /// Whether it tracks although tracking is disabled.
    public var isMandatory: Bool
    /// Whether tracking is enabled for it.
    public var isEnabled: Bool
    /// How often it receives the properties during playback without a change; nil: never.
    public var heartbeat: MediaTime?

    public init(name: String, isMandatory: Bool = false, isEnabled: Bool = true, heartbeat: MediaTime? = nil) {
        self.name = name
        self.isMandatory = isMandatory
        self.isEnabled = isEnabled
        self.heartbeat = heartbeat
    }

    /// Whether it follows playback.
    public var isTracking: Bool { isMandatory || isEnabled }
}

/// An item as trackers see it.
public struct TrackedItem: Hashable, Sendable {
    public var id: ItemID
    public var uri: String
    public var metadata: ItemMetadata
    public var duration: MediaTime?
    public var isLive: Bool
    /// The client's own identifier, or that of the sidecar or the list that the item came from.
    public var identifier: String?
    /// In the chosen language; empty until they are read, and without any.
    public var chapters: [LocalizedChapter]
    /// The description's free-form part, unchanged.
    public var custom: [String: DescriptionValue]?

    init(_ current: CurrentItem, chapters: [LocalizedChapter] = []) {
        id = current.id
        uri = current.description.uri
        metadata = current.metadata
        duration = current.duration
        isLive = current.isLive
        identifier = current.identifier
        self.chapters = chapters
        custom = current.custom
    }
}
