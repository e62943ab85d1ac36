internal import PlayerCore

/// What the current item waits for while its source does not deliver: a refill, its server, or the end of a part that the
/// server does not have.
struct SourceRecovery: Hashable, Sendable {
    /// How long a server may be lost.
    private static let patience = MediaTime(nanoseconds: 120_000_000_000)
    /// After this much playback, a loss counts as a new one.
    private static let calm = MediaTime(nanoseconds: 30_000_000_000)
    /// The maximum number of parts in a row that are left out.
    static let mostMissingParts = 5
    /// A seek lands this far behind a missing part, since the demuxer rounds times.
    static let margin = MediaTime(nanoseconds: 20_000_000)

    /// A server that was lost during playback.
    private struct LostServer: Hashable, Sendable {
        let generation: Generation
        /// Whether the item is a live stream or a radio station, where seeking is impossible meanwhile.
        let isEndless: Bool
        /// The time of the loss.
        let since: MonotonicTime
        /// The number of attempts since.
        var attempts = 0
        /// The time of the last attempt.
        var lastTry: MonotonicTime
        /// Whether an attempt waits for its time.
        var isScheduled = false
    }

    /// A part of an adaptive stream that the server does not have.
    private struct MissingPart: Hashable, Sendable {
        let generation: Generation
        let range: TimeRange
        /// How many are missing in a row, up to this one.
        var count = 1
        /// Whether playback has not reached it yet.
        var isAhead = true
    }

    /// The last sent buffering percentage of the current item.
    private(set) var buffering = 100
    private var server: LostServer?
    private var part: MissingPart?

    // MARK: Buffering

    /// What follows a change of the buffering percentage.
    enum Refill: Hashable, Sendable {
        /// Nothing more comes before a part that is missing.
        case ignored
        /// A source that is heard may refill in time: decoded data and the data of the device last longer, and at the joints
        /// of a stream sources refill in a few milliseconds.
        case waits
        case report
    }

    /// - Parameter isHeard: whether the item has started and is on the air.
    func refill(_ percent: Int, isHeard: Bool) -> Refill {
        guard percent >= 100 || part?.isAhead != true else { return .ignored }
        return percent < 100 && buffering >= 100 && isHeard ? .waits : .report
    }

    /// The percentage is to be reported. Returns whether it has changed.
    mutating func report(_ percent: Int) -> Bool {
        defer { buffering = percent }
        return buffering != percent
    }

    /// The item comes on the air. Returns whether it is to be reported that its server is back.
    mutating func begin(_ generation: Generation, _ percent: Int) -> Bool {
        defer { buffering = percent }
        return buffering < percent && isKnownLoss(generation)
    }

    /// Another item, or another pipeline of the item, has become the current one.
    mutating func handedOver() {
        buffering = 100
        part = nil
    }

    // MARK: Lost servers

    /// How an item is opened again whose server was lost.
    struct Reopening: Hashable, Sendable {
        /// Whether the loss is to be reported.
        var isFirst: Bool
        /// Whether the item begins where it is now, and not where it was left.
        var isEndless: Bool
        /// In microseconds from now; nil: when it is asked for.
        var delay: Int64?
    }

    /// Whether an item has lost its server before.
    func isKnownLoss(_ generation: Generation) -> Bool { server?.generation == generation }

    /// Whether the start of a lost item can be moved meanwhile.
    var movesStart: Bool { server?.isEndless == false }

    /// Whether the next attempt waits for its time.
    var isTryScheduled: Bool { server?.isScheduled == true }

    /// Whether an item waits until it is asked for.
    func waitsForCall(_ generation: Generation) -> Bool { isKnownLoss(generation) && !isTryScheduled }

    /// The server of an item was lost.
    ///
    /// - Parameter isCalled: whether the item is opened again when it is asked for, and not after a time.
    /// - Returns: how it is opened again; nil if it has been tried for long enough.
    mutating func lose(
        _ generation: Generation, isEndless: Bool, isCalled: Bool, at now: MonotonicTime
    ) -> Reopening? {
        var state = LostServer(generation: generation, isEndless: isEndless, since: now, lastTry: now)
        if let server, server.generation == generation, now - server.lastTry < Self.calm {
            guard now - server.since < Self.patience else {
                self.server = nil
                return nil
            }
            state = server
        }
        part = nil
        let attempts = state.attempts
        var reopening = Reopening(isFirst: attempts == 0, isEndless: state.isEndless)
        if !isCalled {
            // After a quarter of a second, then after 2, 4, 8 and 15 s.
            reopening.delay = attempts == 0 ? 250_000 : min(15, Int64(1) << Int64(min(attempts, 4))) * 1_000_000
            state.attempts += 1
            state.isScheduled = true
        }
        server = state
        return reopening
    }

    /// The item is opened again now. Returns whether its server was lost.
    mutating func tryAgain(at now: MonotonicTime) -> Bool {
        guard server != nil else { return false }
        server?.isScheduled = false
        server?.lastTry = now
        return true
    }

    // MARK: Missing parts

    /// What follows for a missing part.
    enum PartStep: Hashable, Sendable {
        /// It is looked at again when playback continues.
        case nothing
        /// After a number of microseconds.
        case look(after: Int64)
        case jump(over: TimeRange)
    }

    /// Whether a missing part of an item was not reached yet.
    func hasPartAhead(of generation: Generation) -> Bool { part?.generation == generation && hasPartAhead }

    /// Whether there is a missing part that was not reached yet.
    var hasPartAhead: Bool { part?.isAhead == true }

    /// The server does not have a part.
    ///
    /// - Returns: whether it is left out: not after too many in a row.
    mutating func miss(_ range: TimeRange, of generation: Generation) -> Bool {
        var missing = MissingPart(generation: generation, range: range)
        if let part, part.generation == generation, part.range.start <= range.end,
            range.start <= part.range.end + Self.margin
        {
            missing.count = part.count + 1
        }
        let isLeftOut = missing.count <= Self.mostMissingParts
        part = isLeftOut ? missing : nil
        return isLeftOut
    }

    /// - Parameters:
    ///   - isDry: whether nothing comes before the part: a seek has led to it. The same holds while the source refills.
    ///   - position: where playback is; nil while it does not advance.
    func step(of generation: Generation, isDry: Bool, position: MediaTime?, rate: Double) -> PartStep {
        guard let part, hasPartAhead(of: generation) else { return .nothing }
        if buffering < 100 || isDry { return .jump(over: part.range) }
        guard let position else { return .nothing }
        let rest = Int64((part.range.start - position).seconds / rate * 1_000_000)
        return rest > 0 ? .look(after: rest) : .jump(over: part.range)
    }

    /// Playback has reached the missing part, and goes on behind it.
    mutating func passPart() { part?.isAhead = false }

    /// The data before the missing part was dropped.
    mutating func forgetPart() { part = nil }
}
