internal import PlayerCore

/// When the current item begins, and what follows the end of its data: the next item, another pipeline of the same item, or
/// the end of stream.
struct HandOver: Hashable, Sendable {
    /// The conditions that an item may wait for before it is heard: its first second may be one that is skipped, or it may
    /// start elsewhere.
    enum Awaited: Hashable, Sendable {
        case findings
        /// The caller that passed the number lets the item go.
        case answer(UInt64)
    }

    private var awaited: Set<Awaited> = []
    /// Whether the current item is held back, for a limited time.
    private(set) var isHeldBack = false
    /// Items whose contents and sidecars were not read yet.
    private var unread: Set<Generation> = []

    // MARK: Before the start

    /// The current item waits for a condition. Returns whether it did not wait for any before.
    mutating func wait(for what: Awaited) -> Bool {
        awaited.insert(what)
        defer { isHeldBack = true }
        return !isHeldBack
    }

    /// A condition is met. Returns whether it was the last one.
    mutating func met(_ what: Awaited) -> Bool { awaited.remove(what) != nil && awaited.isEmpty }

    /// The current item waits for nothing any more.
    mutating func letGo() {
        awaited = []
        isHeldBack = false
    }

    /// An item is being read.
    ///
    /// - Parameter others: the other items that may still be read.
    mutating func reads(_ generation: Generation, beside others: [Generation]) {
        unread = unread.intersection(others).union([generation])
    }

    /// An item was read.
    mutating func hasRead(_ generation: Generation) { unread.remove(generation) }

    /// Whether an item was not read yet.
    func isUnread(_ generation: Generation) -> Bool { unread.contains(generation) }

    // MARK: The end of an item

    /// A pipeline that may follow.
    enum Follower: Hashable, Sendable { case none, opening, ready }

    /// A recording whose data has ended where it was written to when it was opened.
    struct Growth: Hashable, Sendable {
        /// Where its data has ended.
        var end: MediaTime
        /// Where the item began, or was sought to.
        var start: MediaTime
        /// The length that is written by now.
        var length: MediaTime?
        /// Whether more is being written.
        var isGrowing: Bool
        /// Whether more was written since the item was opened.
        var isLonger: Bool
        /// Whether it is not known yet whether more will be written.
        var isUndecided: Bool
    }

    /// The output at the end of an item's data.
    struct Output: Hashable, Sendable {
        /// The running time at which the last data ends; nil if a sink has received none.
        var end: Int64?
        /// The present running time.
        var now: Int64
        var isPlaying: Bool
        var isSettled: Bool
    }

    /// The end of the current item's data.
    struct End: Hashable, Sendable {
        /// Whether the item ends at a cut behind which it continues.
        var isAtCut = false
        var continuation = Follower.none
        /// Where the next part of the item begins; nil if none follows.
        var nextPart: MediaTime?
        /// Only of a recording that may go on.
        var growth: Growth?
        var next = Follower.none
        /// Whether the source of the item holds back the output.
        var isRefilling = false
        var output: Output?

        /// Whether the end is about to be heard.
        var isNear: Bool {
            guard !isRefilling, let output, output.isPlaying, let last = output.end else { return false }
            return (MediaTime(nanoseconds: last) - HandOver.drainLead - WrittenEdge.reserve).nanoseconds < output.now
        }
    }

    /// What follows the end of an item's data.
    enum Step: Hashable, Sendable {
        /// What follows is not ready, or the end is looked at again when something changes.
        case wait
        case joinContinuation
        /// A recording goes on, or another part: another pipeline continues at a position.
        case openContinuation(at: MediaTime)
        case joinNext
        /// At a running time.
        case lookAgain(at: Int64)
        /// The sinks receive the end of stream.
        case drain
    }

    /// How long before the end the sinks receive the end of stream: longer than the data that any of them holds.
    private static let drainLead = MediaTime(nanoseconds: 500_000_000)
    /// What is late joins so far behind the present, in nanoseconds: enough to reach the device.
    private static let lateness: Int64 = 20_000_000

    /// What follows the end of the current item's data.
    static func step(at end: End) -> Step {
        if end.isAtCut {
            // Without a continuation, the core seeks to the end of the cut when everything before it has been played.
            return end.continuation == .ready ? .joinContinuation : .wait
        }
        if let part = end.nextPart {
            switch end.continuation {
            case .none: return .openContinuation(at: part)
            case .opening: return .wait
            case .ready: return .joinContinuation
            }
        }
        if let growth = end.growth, let step = step(of: growth, end) { return step }
        switch end.next {
        // When it is ready or has failed, the end is looked at again.
        case .opening: return .wait
        case .ready: return .joinNext
        case .none: return drain(end)
        }
    }

    /// What follows the end of a recording's data; nil if nothing more is written.
    private static func step(of growth: Growth, _ end: End) -> Step? {
        guard end.continuation != .ready else { return .joinContinuation }
        guard end.continuation == .none, !growth.isUndecided else { return .wait }
        let rest = (growth.length ?? growth.end) - growth.end
        // A file that is complete since it was opened was read whole, whatever its header says.
        guard growth.isGrowing || rest >= WrittenEdge.reserve && growth.isLonger else { return nil }
        // Before playback has to wait, less will do.
        let enough = end.isNear ? WrittenEdge.reserve : WrittenEdge.cushion
        guard rest >= enough || !growth.isGrowing else { return .wait }
        // Where the last opening found nothing, another one finds something only if more was written.
        let wasRead = growth.end > growth.start + WrittenEdge.least
        guard wasRead || growth.isLonger else { return growth.isGrowing ? .wait : nil }
        return .openContinuation(at: growth.end)
    }

    /// Delays the end of stream until the end is near, so that an item that is prepared only now can still join: a short
    /// item is sent completely as soon as it is opened.
    private static func drain(_ end: End) -> Step {
        // A sink without any data waits for the end of stream.
        guard let output = end.output, let last = output.end else { return .drain }
        // While the output is paused, the end is checked again when it continues. It cannot continue behind the end of a
        // recording, where the sinks hold the last data, without the end of stream.
        guard output.isPlaying else { return output.isSettled && !end.isRefilling ? .wait : .drain }
        // Saturating, because times of streams come from their files.
        let moment = (MediaTime(nanoseconds: last) - drainLead).nanoseconds
        return moment > output.now ? .lookAgain(at: moment) : .drain
    }

    /// The running time at which a successor joins.
    ///
    /// - Parameters:
    ///   - end: where the data before it ends.
    ///   - now: the present running time; nil while the output is paused.
    static func join(behind end: Int64?, now: Int64?) -> Int64 {
        let end = end ?? 0
        guard let now, end < now else { return end }
        // Late, in the silence.
        return now + lateness
    }
}

/// The end of what is written of a recording, where playback waits for more.
struct WrittenEdge: Hashable, Sendable {
    /// How far ahead the end must be before playback goes on: recorders write in pieces.
    static let cushion = MediaTime(nanoseconds: 3_000_000_000)
    /// With less data than this, playback waits before it runs dry.
    static let reserve = MediaTime(nanoseconds: 500_000_000)
    /// The same where the data has ended already, and cannot run dry unnoticed.
    static let shortReserve = MediaTime(nanoseconds: 100_000_000)
    /// Less data than this is none.
    static let least = MediaTime(nanoseconds: 20_000_000)

    var isGrowing: Bool
    /// Whether the reader waits for more.
    var isReaderWaiting: Bool
    /// Whether all data that is written has passed.
    var isDrained: Bool
    /// Where playback is.
    var position: MediaTime
    /// What is loaded, up to here; nil before the first data.
    var loaded: MediaTime?
    /// The length of what is written.
    var length: MediaTime?
    var rate: Double

    /// Whether playback is to wait here.
    var isDry: Bool {
        // The other pipeline needs no more time than that, if there is one.
        let reserve = isDrained ? Self.shortReserve : Self.reserve
        guard isGrowing, isReaderWaiting || isDrained, let loaded else { return false }
        return loaded - position < reserve * rate
    }

    /// Whether playback that waits here may go on.
    var isFar: Bool {
        guard isGrowing else { return true }
        return !isDrained && (length ?? position) - position >= Self.cushion * rate
    }
}
