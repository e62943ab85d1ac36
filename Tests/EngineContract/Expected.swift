import PlayerCore

/// What an engine owes: the event, and where playback is by it.
///
/// Positions count to the ``tolerance``; the moments of anchors are not compared, only the positions that they make.
enum Expected: Hashable {
    case prepared(Generation, ContractMedium)
    case started(Generation, Position, rate: Double)
    case anchored(Generation, Position, rate: Double)
    case seekLanded(Generation, SeekID, Position, rate: Double)
    case seekFailed(Generation, SeekID)
    case cutPassed(Generation, Position, rate: Double)
    case ended(Generation)
    case failed(Generation, PlaybackFault.Code)

    enum Position: Hashable {
        /// Seconds of the item.
        case at(Double)
        case between(Double, Double)
        /// Where what was told before has it.
        case wherePlaybackIs
    }

    /// More than a frame, in seconds.
    static let tolerance = 0.05

    var generation: Generation {
        switch self {
        case .prepared(let generation, _), .started(let generation, _, _), .anchored(let generation, _, _),
            .seekLanded(let generation, _, _, _), .seekFailed(let generation, _), .cutPassed(let generation, _, _),
            .ended(let generation), .failed(let generation, _):
            generation
        }
    }

    /// How a landing may be told, too: playback stands at the target first, and goes on when the output does.
    var inTwoSteps: (first: Expected, second: Expected)? {
        guard case .seekLanded(let generation, let id, let position, let rate) = self, rate != 0 else { return nil }
        return (
            .seekLanded(generation, id, position, rate: 0), .anchored(generation, position, rate: rate)
        )
    }

    /// Whether this is what was told.
    ///
    /// - Parameters:
    ///   - known: where the item was by what was told of it before.
    ///   - asked: when what brought it was asked for.
    ///   - length: of the item, in seconds.
    func fits(_ told: Told, known: PositionAnchor?, asked: MonotonicTime, length: Double) -> Bool {
        guard told.event.generation == generation else { return false }
        let isThere = { (anchor: PositionAnchor, position: Position, rate: Double) in
            let place = Place(anchor: anchor, told: told.moment, known: known, asked: asked, length: length)
            return anchor.rate == rate && place.fits(position)
        }
        switch (self, told.event) {
        case (.prepared(_, let medium), .prepared(_, let item)):
            guard let facts = medium.facts, let duration = item.duration else { return false }
            return abs(duration.seconds - medium.length) <= Self.tolerance && item.isSeekable == facts.isSeekable
                && item.isLive == facts.isLive && item.hasVideo == facts.hasVideo
        case (.started(_, let position, let rate), .started(_, let anchor)),
            (.anchored(_, let position, let rate), .anchored(_, let anchor)),
            (.cutPassed(_, let position, let rate), .cutPassed(_, let anchor)):
            return isThere(anchor, position, rate)
        case (.seekLanded(_, let id, let position, let rate), .seekLanded(_, let toldID, let anchor)):
            return id == toldID && isThere(anchor, position, rate)
        case (.seekFailed(_, let id), .seekFailed(_, let toldID, _)): return id == toldID
        case (.ended, .ended): return true
        case (.failed(_, let code), .failed(_, let fault)): return fault.code == code
        default: return false
        }
    }
}

/// A position that was told, beside what was known of it.
private struct Place {
    var anchor: PositionAnchor
    var told: MonotonicTime
    var known: PositionAnchor?
    var asked: MonotonicTime
    var length: Double

    func fits(_ position: Expected.Position) -> Bool {
        switch position {
        case .at(let seconds): isClose(anchor.position.seconds, seconds...seconds)
        case .between(let first, let last): isClose(anchor.position.seconds, first...last)
        case .wherePlaybackIs: known.map(follows) ?? false
        }
    }

    /// What stands or goes on does so between the moment when that was asked for and the moment when it was told.
    private func follows(_ known: PositionAnchor) -> Bool {
        let here = anchor.position(at: told, duration: nil).seconds
        let first = known.position(at: asked, duration: nil).seconds
        let rate = max(known.rate, anchor.rate)
        return isClose(here, first...first + rate * (told - asked).seconds)
    }

    /// As everybody reads positions: within the item.
    private func isClose(_ seconds: Double, _ range: ClosedRange<Double>) -> Bool {
        let clamp = { (value: Double) in min(max(0, value), length) }
        return clamp(seconds) >= clamp(range.lowerBound) - Expected.tolerance
            && clamp(seconds) <= clamp(range.upperBound) + Expected.tolerance
    }
}

extension EngineEvent {
    /// What it is about; nil for what is about no item.
    var generation: Generation? {
        switch self {
        case .prepared(let generation, _), .started(let generation, _), .anchored(let generation, _),
            .seekLanded(let generation, _, _), .seekFailed(let generation, _, _), .cutPassed(let generation, _),
            .cutFailed(let generation), .buffering(let generation, _), .durationChanged(let generation, _),
            .seekableChanged(let generation, _), .tagsChanged(let generation, _), .timelineChanged(let generation, _),
            .tracksChanged(let generation, _),
            .findingsRead(let generation, _), .framesDropped(let generation, _), .ended(let generation),
            .failed(let generation, _), .buffered(let generation, _), .frameFound(let generation, _, _),
            .aspectChanged(let generation, _), .growingChanged(let generation, _):
            generation
        case .pictureFramed, .cardsPlaced, .outputLost, .outputRestored, .sinksChosen, .devicesChanged, .deviceLost,
            .corked:
            nil
        }
    }

    /// Where playback is by it.
    var anchor: PositionAnchor? {
        switch self {
        case .started(_, let anchor), .anchored(_, let anchor), .seekLanded(_, _, let anchor),
            .cutPassed(_, let anchor):
            anchor
        default: nil
        }
    }

    /// Whether it is left out of the comparison: an engine without files, sinks and a screen has nothing to tell of it.
    var isBesideTheContract: Bool {
        switch self {
        case .tagsChanged, .timelineChanged, .tracksChanged, .findingsRead, .durationChanged, .framesDropped,
            .sinksChosen, .buffering, .buffered, .pictureFramed, .cardsPlaced, .devicesChanged, .deviceLost, .corked,
            .frameFound, .aspectChanged, .growingChanged:
            true
        case .prepared, .started, .anchored, .seekLanded, .seekFailed, .cutPassed, .cutFailed, .seekableChanged, .ended,
            .failed, .outputLost, .outputRestored:
            false
        }
    }
}
