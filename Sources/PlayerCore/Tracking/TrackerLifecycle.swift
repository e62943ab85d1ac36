/// Decides which updates each tracker receives: snapshots and notices in, calls out, in order.
///
/// A tracker is enabled while its item is current and has a pipeline, playing or paused, and tracking is enabled (or
/// the tracker is mandatory). It is disabled, with the position at that time, by another item, another URI, Stop, the
/// end of the queue, disabled tracking and the end of the daemon; a repeat or a move within the queue does not disable
/// it.
public struct TrackerLifecycle: Sendable {
    /// The state of one tracker.
    private struct Tracker: Sendable {
        var role: TrackerRole
        var isOn = false
        /// The totals it last received.
        var lastSent = PlaybackTotals()
        var heartbeat: MonotonicTime?
    }

    /// The state of the playback besides its position.
    private struct Shown: Hashable, Sendable {
        var status: PlayerSnapshot.Status
        var rate: Double
        var isStalled: Bool
        var landings: UInt64
    }

    private var trackers: [Tracker] = []
    private var snapshot = PlayerSnapshot()
    /// The current item, playing or not.
    private var item: TrackedItem?
    /// The item that is being played.
    private var played: TrackedItem?
    private var meter: PlaybackMeter?
    private var round = 1
    private var shown: Shown?
    /// Items whose trackers were made, until they leave the queue.
    private var followed: Set<ItemID> = []
    private var queueChanged = false
    private var isOver = false

    public init() {}

    /// Takes over the roles of the trackers; those that stay receive only what changes for them.
    public mutating func setTrackers(_ roles: [TrackerRole], now: MonotonicTime) -> [TrackerCall] {
        guard !isOver else { return [] }
        var calls: [TrackerCall] = []
        for index in trackers.indices where !roles.contains(where: { $0.name == trackers[index].role.name }) {
            disable(index, now, &calls)
        }
        let old = trackers
        trackers = roles.map { role in
            var tracker = old.first { $0.role.name == role.name } ?? Tracker(role: role)
            tracker.role = role
            return tracker
        }
        for index in trackers.indices {
            let role = trackers[index].role
            if !old.contains(where: { $0.role.name == role.name }), let item {
                calls.append(.update(tracker: role.name, item.id, .metadata(item)))
            }
            if role.isTracking { enable(index, now, &calls) } else { disable(index, now, &calls) }
            schedule(index, now)
        }
        return calls
    }

    /// Takes every snapshot that the core publishes, in order.
    public mutating func take(_ new: PlayerSnapshot, _ notices: [PlayerNotice]) -> [TrackerCall] {
        guard !isOver else { return [] }
        var calls: [TrackerCall] = []
        let item = new.current.map { TrackedItem($0, chapters: new.chapters.chapters) }
        // A segment that ends with its item is left while the item is still the one that plays.
        let endings = new.playback?.generation != snapshot.playback?.generation
        if endings { tellLeftSegments(notices, &calls) }
        if let playback = snapshot.playback, playback.generation != new.playback?.generation {
            endRound(playback, new, item, &calls)
        }
        forgetRemoved(new, notices, &calls)
        let old = snapshot
        snapshot = new
        if let item, item != self.item {
            followed.insert(item.id)
            for tracker in trackers { calls.append(.update(tracker: tracker.role.name, item.id, .metadata(item))) }
        }
        self.item = item
        if let playback = new.playback, let item { follow(playback, of: item, &calls) }
        for notice in notices {
            switch notice {
            case .timedMetadata(let notice): tell(timed(notice), &calls)
            case .segments(.left) where endings: break
            case .segments(let notice): tell(segment(notice, before: old.segments.segments), &calls)
            case .chapters(.changed(let index, _)): tell(chapter(index), &calls)
            default: break
            }
        }
        return calls
    }

    private mutating func tellLeftSegments(_ notices: [PlayerNotice], _ calls: inout [TrackerCall]) {
        for notice in notices {
            guard case .segments(let notice) = notice, case .left = notice else { continue }
            tell(segment(notice, before: snapshot.segments.segments), &calls)
        }
    }

    private mutating func tell(_ kind: TimedEvent.Kind?, _ calls: inout [TrackerCall]) {
        guard let kind else { return }
        let position = meter?.position(at: snapshot.moment) ?? .zero
        tell(.timed(TimedEvent(kind: kind, position: position, moment: snapshot.moment)), &calls)
    }

    /// Nil for an index that does not exist, and for what undoes a skip.
    ///
    /// - Parameter before: the segments before this snapshot, to which what is left belongs.
    private func segment(_ notice: PlayerNotice.Segments, before: [Segment]) -> TimedEvent.Kind? {
        func found(_ index: Int, _ kind: SegmentKind, in lists: [Segment]...) -> Segment? {
            lists.lazy.compactMap { $0.indices.contains(index) && $0[index].kind == kind ? $0[index] : nil }.first
        }
        let now = snapshot.segments.segments
        return switch notice {
        case .entered(let index, let kind): found(index, kind, in: now, before).map { .enteredSegment($0) }
        case .left(let index, let kind): found(index, kind, in: before, now).map { .leftSegment($0) }
        case .skipped(let index, let kind, let from, let to, _):
            found(index, kind, in: now, before).map { .skippedSegment($0, from: from, to: to) }
        case .unskipped: nil
        }
    }

    /// Nil before the first chapter.
    private func chapter(_ index: Int?) -> TimedEvent.Kind? {
        let chapters = snapshot.chapters.chapters
        return index.flatMap { chapters.indices.contains($0) ? .chapter(chapters[$0], number: $0 + 1) : nil }
    }

    /// Nil for an index that does not exist in the present ranges.
    private func timed(_ notice: PlayerNotice.TimedMetadata) -> TimedEvent.Kind? {
        let ranges = snapshot.timedMetadata.ranges
        return switch notice {
        case .entered(let index) where ranges.indices.contains(index): .entered(ranges[index])
        case .left(let index) where ranges.indices.contains(index): .left(ranges[index])
        case .tagged(_, let tags): .tagged(tags)
        case .entered, .left, .lyric: nil
        }
    }

    /// When ``beat(now:)`` must be called next; nil while nothing moves.
    public var nextHeartbeat: MonotonicTime? { trackers.compactMap(\.heartbeat).min() }

    /// Sends the properties to trackers whose heartbeat is due.
    public mutating func beat(now: MonotonicTime) -> [TrackerCall] {
        var calls: [TrackerCall] = []
        for index in trackers.indices {
            guard let due = trackers[index].heartbeat, due <= now else { continue }
            trackers[index].heartbeat = nil
            tellProperties(index, now, &calls)
            schedule(index, now)
        }
        return calls
    }

    /// The daemon ends: no further calls follow.
    public mutating func end(now: MonotonicTime) -> [TrackerCall] {
        var calls: [TrackerCall] = []
        for index in trackers.indices { disable(index, now, &calls) }
        trackers = []
        isOver = true
        return calls
    }

    // MARK: Rounds

    /// A pipeline is no longer current: the item repeats, or it is over for its trackers.
    private mutating func endRound(
        _ playback: ItemPlayback, _ new: PlayerSnapshot, _ item: TrackedItem?, _ calls: inout [TrackerCall]
    ) {
        let now = new.moment
        if let ending = new.lastEnding, ending.generation == playback.generation {
            for event in meter?.end(ending, at: now) ?? [] { tell(.metric(event), &calls) }
        }
        let repeats = new.playback != nil && item?.id == played?.id && item?.uri == played?.uri
        for index in trackers.indices {
            if repeats { tellProperties(index, now, &calls) } else { disable(index, now, &calls) }
            trackers[index].lastSent = PlaybackTotals()
        }
        meter = nil
        shown = nil
        round = repeats ? round + 1 : 1
        if !repeats { played = nil }
    }

    /// Sends what changed in the playback, and enables trackers that are not enabled yet.
    private mutating func follow(_ playback: ItemPlayback, of item: TrackedItem, _ calls: inout [TrackerCall]) {
        let now = snapshot.moment
        played = item
        var meter = meter ?? PlaybackMeter(snapshot)
        let events = meter.take(snapshot, playback)
        self.meter = meter
        let shown = Shown(
            status: snapshot.status, rate: snapshot.rate, isStalled: meter.isStalled, landings: playback.landings)
        let isNew = self.shown != shown
        self.shown = shown
        for index in trackers.indices {
            let wasOn = trackers[index].isOn
            // A tracker enabled here receives the history, which already contains these events.
            if trackers[index].role.isTracking { enable(index, now, &calls) }
            guard wasOn else { continue }
            for event in events { tell(.metric(event), index, &calls) }
            if isNew { tellProperties(index, now, &calls) }
        }
        for index in trackers.indices { schedule(index, now) }
    }

    // MARK: Trackers

    private mutating func enable(_ index: Int, _ now: MonotonicTime, _ calls: inout [TrackerCall]) {
        guard !trackers[index].isOn, let meter, played != nil else { return }
        trackers[index].isOn = true
        trackers[index].lastSent = PlaybackTotals()
        tell(.enabled(properties(index, now)), index, &calls)
        guard !meter.history.isEmpty else { return }
        tellProperties(index, now, &calls)
        for event in meter.history { tell(.metric(event), index, &calls) }
    }

    private mutating func disable(_ index: Int, _ now: MonotonicTime, _ calls: inout [TrackerCall]) {
        guard trackers[index].isOn else { return }
        tell(.disabled(properties(index, now)), index, &calls)
        trackers[index].isOn = false
        trackers[index].heartbeat = nil
    }

    private mutating func tellProperties(_ index: Int, _ now: MonotonicTime, _ calls: inout [TrackerCall]) {
        guard trackers[index].isOn else { return }
        tell(.properties(properties(index, now)), index, &calls)
    }

    private mutating func tell(_ update: TrackerUpdate, _ calls: inout [TrackerCall]) {
        for index in trackers.indices { tell(update, index, &calls) }
    }

    private func tell(_ update: TrackerUpdate, _ index: Int, _ calls: inout [TrackerCall]) {
        guard trackers[index].isOn, let played else { return }
        calls.append(.update(tracker: trackers[index].role.name, played.id, update))
    }

    private mutating func properties(_ index: Int, _ now: MonotonicTime) -> TrackedProperties {
        let total = meter?.totals(at: now) ?? PlaybackTotals()
        let increment = total.since(trackers[index].lastSent)
        trackers[index].lastSent = total
        return TrackedProperties(
            moment: now, round: round, status: snapshot.status, position: meter?.position(at: now) ?? .zero,
            rate: snapshot.rate, isStalled: meter?.isStalled ?? false, total: total, increment: increment)
    }

    /// Heartbeats are scheduled only while the position moves, so that an idle machine can sleep.
    private mutating func schedule(_ index: Int, _ now: MonotonicTime) {
        guard trackers[index].isOn, snapshot.position.rate != 0, let interval = trackers[index].role.heartbeat,
            interval > .zero
        else {
            trackers[index].heartbeat = nil
            return
        }
        // A reload may have shortened the interval.
        trackers[index].heartbeat = min(trackers[index].heartbeat ?? now + interval, now + interval)
    }

    // MARK: Items

    /// Checked only when another item becomes current: a queue may have 100,000 items.
    private mutating func forgetRemoved(
        _ new: PlayerSnapshot, _ notices: [PlayerNotice], _ calls: inout [TrackerCall]
    ) {
        queueChanged =
            queueChanged || notices.contains { if case .itemsChanged = $0 { true } else { false } }
        guard queueChanged, new.current?.id != item?.id else { return }
        queueChanged = false
        guard !followed.isEmpty else { return }
        var gone = followed
        for item in new.items where !gone.isEmpty { gone.remove(item.id) }
        followed.subtract(gone)
        for id in gone.sorted(by: { $0.rawValue < $1.rawValue }) { calls.append(.forget(id)) }
    }
}
