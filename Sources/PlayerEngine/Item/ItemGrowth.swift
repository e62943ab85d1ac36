internal import GLibLoop
internal import Gst
internal import PlayerCore

/// Follows the file of an item while it is being written.
@MediaActor
final class ItemGrowth {
    enum Event {
        /// The file is longer.
        case grew
        /// More of the file is being written, or it is complete now.
        case changed
        /// Time has passed in which the demuxer may have come to the end of what is written, or have left it.
        case ticked
    }

    /// How often the demuxer's place is looked at, in microseconds.
    private static let pause: Int64 = 200_000
    /// A growth of the length by this much is reported.
    private static let noticeable = MediaTime(nanoseconds: 2_000_000_000)

    let source: any GrowingSource
    /// Lets the demuxer of a local file wait for more data. That of a server's file ends, and is opened again.
    let read: GrowingRead?
    /// The length of what is written; nil if only the demuxer can tell.
    var length: MediaTime? { seen.length }
    var isGrowing: Bool { seen.isBeingWritten }
    /// Whether more is written than when the item was opened; true if either length is unknown.
    var isLonger: Bool { length.map { $0 > lengthWhenOpened ?? .zero } ?? true }
    /// Whether more may come, although nothing was written for a while.
    var mayGrow: Bool { seen.mayGrow }
    /// Whether it was being written since it was opened.
    private(set) var hasGrown: Bool
    /// Whether it is still unknown if a server's file is being written: that shows when it was looked at twice.
    var isUndecided: Bool { timer != nil && looksUntilDecision > 0 }
    private let door: FileDoor
    private let report: @MediaActor (Event) -> Void
    private var seen: GrowthLook
    private var toldLength: MediaTime?
    private let lengthWhenOpened: MediaTime?
    private var looksUntilDecision: Int
    private var ticksLeft = 0
    private var isMeasuring = false
    private var timer: LoopSource?

    /// - Parameters:
    ///   - look: what was seen of it when it was opened.
    ///   - hasGrown: whether it was being written when the item was opened before.
    init(
        _ source: any GrowingSource, _ look: GrowthLook, hasGrown: Bool, door: FileDoor,
        report: @escaping @MediaActor (Event) -> Void
    ) {
        self.source = source
        self.door = door
        self.report = report
        seen = look
        toldLength = look.length
        lengthWhenOpened = look.length
        self.hasGrown = hasGrown || look.isBeingWritten
        looksUntilDecision = source is GrowingFile || look.isBeingWritten ? 0 : 2
        read = (source as? GrowingFile).map { file in GrowingRead { file.look() } }
    }

    /// Begins when the item is ready to play.
    func begin() { wait() }

    func end() { timer = nil }

    /// Takes the item for complete: what follows cannot be played.
    func giveUp() {
        timer = nil
        seen.isBeingWritten = false
        report(.changed)
    }

    /// Looks at the file as soon as possible: playback waits for what is written.
    func hurry() { ticksLeft = 0 }

    /// What plays is never longer than the length.
    ///
    /// - Parameters:
    ///   - position: which is heard soon.
    ///   - loaded: how far the data of the item has arrived.
    /// - Returns: whether the length has changed.
    func reach(_ position: MediaTime, loaded: MediaTime?) -> Bool {
        guard let told = toldLength, position > told, let length = seen.length else { return false }
        let known = max(length, min(position, loaded ?? .zero))
        guard known > told else { return false }
        (seen.length, toldLength) = (known, known)
        return true
    }

    private func rewind() { ticksLeft = Int(source.pause * 1e6) / Int(Self.pause) }

    private func wait() {
        let moment = MonotonicClock.microseconds + Self.pause
        timer = LoopSource.timer(on: MediaActor.loop, at: moment) { [weak self] in
            MediaActor.assumeIsolated { self?.tick() }
        }
    }

    private func tick() {
        ticksLeft -= 1
        if isGrowing { report(.ticked) }
        // The report may have ended it.
        guard timer != nil else { return }
        wait()
        // Its disk or its server may be slow.
        guard ticksLeft <= 0, !isMeasuring else { return }
        rewind()
        isMeasuring = true
        door.measure(source) { [weak self] look in
            guard let self else { return }
            isMeasuring = false
            if timer != nil, let look { take(look) }
        }
    }

    private func take(_ look: GrowthLook) {
        let wasGrowing = isGrowing
        let isDecision = looksUntilDecision == 1
        looksUntilDecision = max(looksUntilDecision - 1, 0)
        seen = look
        hasGrown = hasGrown || look.isBeingWritten
        seen.length = look.length.map { max($0, toldLength ?? $0) } ?? toldLength
        if !look.mayGrow { timer = nil }
        let isLonger = toldLength.map { (length ?? $0) - $0 >= Self.noticeable } ?? true
        if isGrowing != wasGrowing || isLonger { toldLength = length }
        if isGrowing != wasGrowing || isDecision {
            report(.changed)
        } else if isGrowing, isLonger {
            report(.grew)
        }
    }
}

/// How far the data of an item has arrived: from a server that refills, and from a file that is still being written.
struct ItemSupply {
    /// Below 100 while a network source refills, or nothing more is written.
    var percent = 100
    /// Follows the file if it was being written when it was opened.
    var growth: ItemGrowth?
    /// The file, if another pipeline of the item has found that it may grow.
    var file: (any GrowingSource)?
    /// Whether the file was being written when the item was opened before.
    var hasGrown = false
    /// Since when the file was found without samples, by this pipeline or others of the item.
    var emptySince: Int64?
    /// Whether this pipeline found it so.
    var isEmpty = false
}

extension ItemPipeline {
    /// Follows the file of the item, which is being written or may be.
    func follow(_ file: any GrowingSource, _ look: GrowthLook) {
        let growth = ItemGrowth(file, look, hasGrown: supply.hasGrown, door: surroundings.door) { [weak self] event in
            guard let self, phase != .failed else { return }
            if event != .ticked { updateLength() }
            switch event {
            case .ticked: owner(self, .edgeMoved)
            case .grew: owner(self, .durationChanged)
            case .changed: owner(self, .growthChanged)
            }
        }
        if let read = growth.read { source.wait(with: read) }
        supply.growth = growth
        if phase == .ready { growth.begin() }
    }
}
