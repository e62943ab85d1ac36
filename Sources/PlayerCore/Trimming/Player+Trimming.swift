// Trimming: where the current item begins and ends, tried out before it is kept.
extension Player {
    /// What the outside may read.
    var trimSnapshot: TrimSnapshot {
        var snapshot = TrimSnapshot()
        snapshot.whyNot = whyNotTrim
        snapshot.isTrimming = trim.isOn
        snapshot.points = segments.points
        snapshot.loops = trim.loops
        return snapshot
    }

    /// Where the current item ends for who plays it; nil where it is not known.
    var playableEnd: MediaTime? { segments.blocked.playableEnd ?? facts.duration }

    /// Where it begins for them.
    var playableStart: MediaTime { segments.blocked.blocksAll ? .zero : segments.blocked.landing(for: .zero) }

    /// Why trimming cannot begin now; nil where it can.
    private var whyNotTrim: String? {
        guard let item = queue.current else { return "The queue is empty; add an item first." }
        if trim.isOn { return "This item is being trimmed already; finish that first." }
        guard generation != nil else { return "Nothing plays; start the item, then trim it." }
        if Self.isManifest(item.description.uri) {
            return "This is a streaming playlist (HLS or DASH); trim a local copy of what it plays."
        }
        guard facts.isPrepared else { return "The item is still being opened; try again in a moment." }
        if facts.isLive { return "This is a live stream, which has no beginning and no end to be set." }
        guard facts.isSeekable else { return "This source cannot be sought in; trim a local copy of it." }
        guard facts.duration.map({ $0 > .zero }) ?? false else {
            return "Nobody knows how long this item is; trim a copy in another format."
        }
        if requiresLinearPlayback { return "This part has to be played as it comes; trim the item after it." }
        return nil
    }

    /// Whether a URI names a playlist of HLS or DASH, by its path.
    private static func isManifest(_ uri: String) -> Bool {
        let path = uri.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return path.hasSuffix(".m3u8") || path.hasSuffix(".mpd")
    }

    /// What holds for an item: what is tried out, else what is said of it.
    func points(of item: QueueItem?, findings: ItemFindings?) -> TrimPoints {
        trim.preview(of: item)
            ?? TrimPoints(description: item?.description.details?.fields, sidecar: findings?.sidecar)
    }

    /// What is never played of an item: its blocked segments, and what lies outside of its points.
    static func blocked(_ made: [Segment], _ points: TrimPoints, duration: MediaTime?) -> BlockedRanges {
        let ranges = made.filter { $0.action == .block }.map(\.range) + points.stretches(duration: duration)
        // An out point is an end whether or not anybody knows another one.
        return BlockedRanges(ranges, duration: duration ?? points.outPoint.map { _ in MediaTime(nanoseconds: .max) })
    }

    // MARK: Commands

    /// Sets the mode that ``setTrimPoint(_:_:now:)`` and ``finishTrimming(keep:now:)`` need.
    mutating func beginTrimming() -> Result<CommandReply, CommandRefusal> {
        if let whyNot = whyNotTrim { return .failure(.notPossible(whyNot)) }
        guard let item = trimmedItem else { return .failure(Self.nothingPlays) }
        do throws(CommandRefusal) {
            _ = try trim.machine.event(.began(item, segments.points))
            return .success(.done)
        } catch {
            return .failure(error)
        }
    }

    /// Sets or unsets a point of what is being trimmed.
    mutating func setTrimPoint(
        _ point: TrimMachine.Point, _ time: MediaTime?, now: MonotonicTime
    ) -> Result<CommandReply, CommandRefusal> {
        do throws(CommandRefusal) {
            var machine = trim.machine
            let actions = try machine.event(.set(point, time), duration: facts.duration)
            if case .trimming(_, let points) = machine.state,
                Self.blocked(segments.published.segments, points, duration: facts.duration).blocksAll
            {
                throw .invalid("All that is left between these points is blocked; move them apart.")
            }
            trim.machine = machine
            carryOut(actions, now: now)
            return .success(.done)
        } catch {
            return .failure(error)
        }
    }

    /// Ends trimming; what was set is written into the item's description, so that the queue gives it back, or is gone.
    mutating func finishTrimming(keep: Bool, now: MonotonicTime) -> Result<CommandReply, CommandRefusal> {
        do throws(CommandRefusal) {
            carryOut(try trim.machine.event(.finished(keep: keep)), now: now)
            return .success(.done)
        } catch {
            return .failure(error)
        }
    }

    /// Another item, or none, ends trimming.
    mutating func settleTrimming(now: MonotonicTime) {
        let actions = try? trim.machine.event(.playing(trimmedItem))
        carryOut(actions ?? [], now: now)
    }

    private var trimmedItem: TrimMachine.Item? {
        guard generation != nil else { return nil }
        return queue.current.map { TrimMachine.Item(id: $0.id, uri: $0.description.uri) }
    }

    private mutating func carryOut(_ actions: [TrimMachine.Action], now: MonotonicTime) {
        for action in actions {
            switch action {
            case .preview:
                // What joins the end was prepared for the end that was.
                dropPreload()
                deriveSegments()
                returnIntoSelection(now: now)
            case .keep(let points): keep(points)
            case .announceEnd(let kept): notify(.trimFinished(kept: kept))
            }
        }
    }

    /// What is unset counts more than what a sidecar says, so that it has to be said: from 0, and to the end.
    private mutating func keep(_ points: TrimPoints) {
        guard let item = queue.current else { return }
        var fields = item.description.details?.fields ?? MediaDetails.Fields()
        let sidecar = facts.findings?.sidecar
        fields.inPoint = points.inPoint ?? sidecar?.inPoint.map { _ in .zero }
        fields.outPoint = points.outPoint ?? (sidecar?.outPoint == nil ? nil : facts.duration)
        guard fields != item.description.details?.fields ?? MediaDetails.Fields() else { return }
        _ = setDescription(item.id, MediaDescription(uri: item.description.uri, details: MediaDetails(fields)))
    }

    // MARK: The preview

    /// Goes to the in point when the position lies outside; what plays goes on playing.
    private mutating func returnIntoSelection(now: MonotonicTime) {
        guard facts.canSeek else { return }
        let here = position(at: now)
        let isBehind = playableEnd.map { here >= $0 } ?? false
        if isBehind || here < playableStart { seek(to: playableStart, now: now) }
    }

    /// Where a seek leads: behind what is never played. A preview ends only by being played, so nobody leaves it by a seek.
    func landing(of wanted: MediaTime) -> MediaTime {
        if trim.isOn, let end = playableEnd, wanted >= end { return playableStart }
        guard let out = segments.points.outPoint, wanted >= out, let end = segments.blocked.playableEnd, end <= out
        else { return segments.blocked.landing(for: wanted) }
        return end
    }

    /// The preview was heard to its end: back to its beginning, to wait there or to be heard again.
    mutating func previewEnded(now: MonotonicTime) {
        let fellAsleep = sleep.timer.kind == .item
        if fellAsleep { sleep = SleepState(armed: sleep.armed) }
        // What ended before anything of it was heard would begin again for ever.
        let goesOn = trim.loops && !fellAsleep && startedAt != nil
        leaveCurrent(.ended)
        if !goesOn { intent = .paused }
        follow(.same)
        if !goesOn { notify(.seeked(start)) }
    }
}
