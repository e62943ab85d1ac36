/// Measures one playback of an item with the snapshots published meanwhile.
///
/// Each snapshot is compared with the previous one, so that a stall without an end event is ended by the state.
struct PlaybackMeter: Hashable, Sendable {
    /// How many events are remembered; the oldest are dropped first.
    static let historyLimit = 256

    /// A running or waiting seek.
    private struct Seek: Hashable, Sendable {
        var from: MediaTime
        var since: MonotonicTime
        /// Whether its target was ever different from its origin.
        var moves = false
    }

    private(set) var totals = PlaybackTotals()
    /// The events of this round, for trackers that are enabled later.
    private(set) var history: [MetricEvent] = []

    private var anchor = PositionAnchor.standing(at: .zero)
    private var duration: MediaTime?
    private var rate: Double
    /// The time up to which ``totals`` are counted.
    private var moment: MonotonicTime
    private var wantedAt: MonotonicTime?
    private var startedAt: MonotonicTime?
    private var stalledAt: MonotonicTime?
    private var seek: Seek?
    private var landings: UInt64 = 0

    init(_ snapshot: PlayerSnapshot) {
        rate = snapshot.rate
        moment = snapshot.moment
    }

    var isStalled: Bool { stalledAt != nil }

    /// Returns the position according to the last snapshot.
    func position(at now: MonotonicTime) -> MediaTime { anchor.position(at: now, duration: duration) }

    /// Returns the totals at a time.
    func totals(at now: MonotonicTime) -> PlaybackTotals {
        var meter = self
        meter.count(until: now)
        return meter.totals
    }

    /// Takes the next snapshot of this playback.
    ///
    /// - Returns: what happened since the last one.
    mutating func take(_ snapshot: PlayerSnapshot, _ playback: ItemPlayback) -> [MetricEvent] {
        count(until: snapshot.moment)
        let before = position(at: snapshot.moment)
        anchor = snapshot.position
        duration = snapshot.current?.duration
        var events: [MetricEvent.Kind] = []
        startUp(snapshot, playback, &events)
        measureStall(snapshot, playback, &events)
        measureSeek(snapshot, playback, before, &events)
        if snapshot.rate != rate {
            if startedAt != nil { events.append(.rate(from: rate, to: snapshot.rate)) }
            rate = snapshot.rate
        }
        if playback.droppedFrames > totals.droppedFrames {
            let increment = playback.droppedFrames - totals.droppedFrames
            totals.droppedFrames = playback.droppedFrames
            events.append(.framesDropped(total: playback.droppedFrames, increment: increment))
        }
        let position = position(at: snapshot.moment)
        return events.map { record(MetricEvent(moment: snapshot.moment, position: position, kind: $0)) }
    }

    /// The playback is over.
    mutating func end(_ ending: PlaybackEnding, at now: MonotonicTime) -> [MetricEvent] {
        count(until: now)
        anchor = .standing(at: ending.position)
        duration = nil
        guard case .failed(let fault) = ending.cause else { return [] }
        return [record(MetricEvent(moment: now, position: ending.position, kind: .failure(fault)))]
    }

    private mutating func record(_ event: MetricEvent) -> MetricEvent {
        if history.count >= Self.historyLimit { history.removeFirst() }
        history.append(event)
        return event
    }

    private mutating func count(until now: MonotonicTime) {
        let elapsed = max(.zero, now - moment)
        moment = max(moment, now)
        if startedAt != nil, anchor.rate != 0 { totals.played = totals.played + elapsed }
        if stalledAt != nil { totals.stalled = totals.stalled + elapsed }
    }

    private mutating func startUp(
        _ snapshot: PlayerSnapshot, _ playback: ItemPlayback, _ events: inout [MetricEvent.Kind]
    ) {
        if snapshot.status == .playing, wantedAt == nil {
            wantedAt = snapshot.moment
        } else if snapshot.status != .playing, startedAt == nil {
            wantedAt = nil
        }
        guard startedAt == nil, let started = playback.startedAt else { return }
        startedAt = started
        let preparation = playback.preparedAt.map { max(.zero, $0 - playback.openedAt) }
        events.append(.startUp(waited: max(.zero, started - (wantedAt ?? started)), preparation: preparation))
    }

    private mutating func measureStall(
        _ snapshot: PlayerSnapshot, _ playback: ItemPlayback, _ events: inout [MetricEvent.Kind]
    ) {
        let isStalled =
            playback.startedAt != nil && snapshot.status == .playing && playback.seekTarget == nil
            && (snapshot.bufferingPercent != nil || snapshot.isOutputLost)
        if isStalled, stalledAt == nil {
            stalledAt = snapshot.moment
            totals.stalls += 1
            events.append(.stall)
        } else if !isStalled, let since = stalledAt {
            stalledAt = nil
            events.append(.resume(after: max(.zero, snapshot.moment - since)))
        }
    }

    /// A seek counts when it lands; one that moves nothing is a change of the rate.
    private mutating func measureSeek(
        _ snapshot: PlayerSnapshot, _ playback: ItemPlayback, _ before: MediaTime, _ events: inout [MetricEvent.Kind]
    ) {
        if let target = playback.seekTarget {
            // Before its first start an item is only positioned.
            guard playback.startedAt != nil else { return }
            var seek = seek ?? Seek(from: before, since: snapshot.moment)
            seek.moves = seek.moves || target != seek.from
            self.seek = seek
        } else {
            if let seek, seek.moves, playback.landings != landings {
                totals.seeks += 1
                events.append(
                    .seek(
                        from: seek.from, to: snapshot.position.position,
                        took: max(.zero, snapshot.moment - seek.since)))
            }
            seek = nil
            landings = playback.landings
        }
    }
}
