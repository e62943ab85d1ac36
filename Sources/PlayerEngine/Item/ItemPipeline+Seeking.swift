internal import GLibLoop
internal import Gst
internal import PlayerCore

/// How an item seeks, and the last of its seeks.
@MediaActor
struct ItemSeeking {
    /// Whether seeks are allowed: not after the server has refused one. See ``ItemPipeline/forbidSeeking()``.
    fileprivate(set) var isAllowed = true
    /// Whether the server was found not to support byte ranges, before a seek was refused.
    var givesNoRanges = false
    /// Whether the demuxer has random access to a network resource. See ``ItemPipeline/readAnywhere()``.
    fileprivate(set) var readsAnywhere = false
    /// Whether the item reaches its start by reading up to it: GStreamer's decodebin (1.22) loses its streams when it
    /// seeks from one link of a chain to another.
    var runsUp = false
    /// The position while the item is not heard: its start, or the target of the last seek.
    private(set) var start: MediaTime
    private(set) var hasSought = false
    /// The sequences of the flushes that each stream had received before the last seek. The flush of a seek is
    /// recognised by a different sequence, because tag readers (id3demux over HTTP) forward a seek with a new
    /// sequence number.
    private var flushesBefore: [StreamKind: (tap: UInt32, gate: UInt32)] = [:]
    fileprivate let room = DecodeRoom()

    init(start: MediaTime) { self.start = start }

    /// Notes a seek that is sent next.
    mutating func begin(to target: MediaTime, in branches: [StreamKind: StreamBranch]) {
        hasSought = true
        start = target
        flushesBefore = branches.mapValues { ($0.tap.observation.sequence, $0.gate.sequence) }
    }

    /// Whether the data after the last seek has reached the gate of a stream.
    func hasBegun(_ branch: StreamBranch) -> Bool {
        let seen = branch.tap.observation
        return seen.sequence != flushesBefore[branch.kind]?.tap && seen.hasBegun
    }

    /// Whether the data after the last seek has passed the gate of a stream, or waits there if it is closed.
    func hasPassed(_ branch: StreamBranch) -> Bool {
        guard branch.gate.isOpen else { return hasBegun(branch) }
        return branch.gate.sequence != flushesBefore[branch.kind]?.gate
            && (branch.gate.hasPassed || branch.gate.isDrained)
    }
}

/// Seeks of an item, and when their data has arrived.
extension ItemPipeline {
    /// A request for the same item from another position on, at the present rate.
    func request(from start: MediaTime) -> ItemRequest {
        ItemRequest(
            uri: request.uri, of: request.list, parts: request.parts, start: start, rate: edits.rate,
            isHeld: request.isHeld)
    }

    /// Whether a target lies in another part of the item.
    func isElsewhere(_ target: MediaTime) -> Bool { edits.place.map { !$0.contains(target) } ?? false }

    var seekBranch: StreamBranch? { branches[.video] ?? branches[.audio] }

    /// Gives the demuxer random access to a network resource. Must be called before the item is opened.
    func readAnywhere() {
        seeking.readsAnywhere = true
        source.readAnywhere(through: 4 << 20)
    }

    /// Seeks no more. An item whose demuxer may seek immediately is told before it is opened.
    func forbidSeeking() {
        seeking.isAllowed = false
        source.forbidSeeking()
    }

    /// Sends a flushing seek upstream from a single stream: a demuxer that receives it twice seeks twice.
    func seek(to target: MediaTime, accuracy: SeekAccuracy) -> Seek? {
        guard !source.hasSeveralPeriods else { return nil }
        var seek = Seek(to: target.nanoseconds, rate: edits.rate, isAccurate: accuracy == .accurate)
        // An accurate seek follows at once: `SeekMachine` never leaves playback at a key frame.
        seek.isMute = accuracy == .keyUnit && branches[.video] != nil
        seeking.begin(to: target, in: branches)
        guard let branch = seekBranch, watch.calls.sendSeek(seek, from: branch.entryPad, in: supply.growth?.read)
        else { return nil }
        return seek
    }

    /// Lets the demuxer pass on the sound at the target of the next seek before the picture up to there is decoded, until
    /// ``restoreRoom()``.
    func makeRoomForSound() { if !isNetwork { seeking.room.enlarge(source) } }

    func restoreRoom() { seeking.room.restore() }

    /// Whether the data after the last seek has passed every open gate (or there is none left), and waits at the
    /// closed ones.
    var hasPassedSeek: Bool { branches.values.allSatisfy { seeking.hasPassed($0) } }

    /// Whether the data after the last seek has reached every gate.
    var hasBegunAfterSeek: Bool { branches.values.allSatisfy { seeking.hasBegun($0) } }

    /// Seeks to `position` behind closed gates, and becomes ready again when it is reached. A live item continues at
    /// its position.
    func reposition(to position: MediaTime) {
        guard phase == .ready else { return }
        phase = .positioning
        opening.isPositioning = !isLive && seek(to: position, accuracy: .accurate) != nil
        guard !opening.isPositioning, !isHung else { return }
        for branch in branches.values { branch.empty() }
        becomeReady()
    }
}
