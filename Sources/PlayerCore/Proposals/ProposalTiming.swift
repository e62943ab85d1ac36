/// When a proposal is presented, and when it is accepted automatically.
///
/// The sign rules are AVKit's (AVContentProposal: negative before the end, positive after it, NaN never). Closing
/// credits and what follows them take precedence over guesses, and nothing that still plays is cut (users of UpNext,
/// Jellyfin and Plex).
public struct ProposalTiming: Hashable, Sendable {
    /// A point of the current item.
    public enum Point: Hashable, Sendable {
        case at(MediaTime)
        /// When the item was heard to its end.
        case end
        case never
    }

    public var point: Point
    /// Whether the point is a guess: it was not given, and no closing credits are known.
    public var isGuess: Bool
    /// The position of the automatic acceptance; nil: not before the end.
    public var acceptsAt: MediaTime?
    /// The time from the end to the automatic acceptance; nil: not after the end.
    public var acceptsAfterEnd: MediaTime?

    /// In shorter items, no point before the end is guessed (Jellyfin).
    static let leastDuration = MediaTime(nanoseconds: 600_000_000_000)
    /// A guess closer to the end than this is not worth presenting (Jellyfin).
    static let leastRest = MediaTime(nanoseconds: 20_000_000_000)

    /// A remainder after the credits that is shorter than this is not a scene: ends are rarely known to the second.
    static let leastScene = MediaTime(nanoseconds: 3_000_000_000)

    /// - Parameters:
    ///   - start: where playback of the current item begins.
    ///   - duration: where it ends; nil if unknown.
    ///   - credits: its closing credits, sorted, within the duration.
    public init(_ proposal: Proposal, start: MediaTime = .zero, duration: MediaTime?, credits: [TimeRange]) {
        let named = proposal.presentAt.flatMap { $0 == .zero ? nil : $0 }
        isGuess = (named == nil || duration == nil) && credits.isEmpty && !proposal.source.isExplicit
        point = Self.point(named, proposal.source, start, duration, credits)
        let interval = proposal.automaticAcceptanceInterval
        if interval < 0, let duration {
            acceptsAt = MediaTime(seconds: max(interval, -duration.seconds)).map { duration + $0 }
        } else if !interval.isNaN {
            // A time too long to represent means never, like NaN.
            acceptsAfterEnd = MediaTime(seconds: max(0, interval))
        }
    }

    private static func point(
        _ named: MediaTime?, _ source: Proposal.Source, _ start: MediaTime, _ duration: MediaTime?,
        _ credits: [TimeRange]
    ) -> Point {
        guard let duration, duration > .zero else { return .end }
        if let named {
            let place = named < .zero ? max(.zero, duration + named) : named
            return place >= duration ? .end : .at(place)
        }
        if let last = credits.last {
            // A scene after the credits is played first.
            return duration - last.end < leastScene ? .at(last.start) : .end
        }
        if source.isExplicit { return .end }
        // A short episode is seen to its end, and is followed by the next one all the same.
        if duration - start < leastDuration { return source == .folder ? .end : .never }
        return .at(duration - lead(duration - start))
    }

    /// How long before the end it is presented if the credits are unknown (UpNext).
    private static func lead(_ duration: MediaTime) -> MediaTime {
        let minutes = duration.seconds / 60
        let seconds: Int64 = minutes > 60 ? 60 : minutes > 40 ? 50 : minutes > 20 ? 40 : minutes > 10 ? 30 : 15
        return MediaTime(nanoseconds: seconds * 1_000_000_000)
    }
}
