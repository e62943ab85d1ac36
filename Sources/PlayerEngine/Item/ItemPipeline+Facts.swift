internal import Gst
internal import PlayerCore

/// What is known of an item once its streams are.
extension ItemPipeline {
    var duration: MediaTime? {
        guard !isLive else { return nil }
        let nanoseconds =
            branches[.audio]?.entryPad.queryPeerDuration() ?? branches[.video]?.entryPad.queryPeerDuration()
        let asked = nanoseconds.flatMap { $0 > 0 ? MediaTime(nanoseconds: $0) : nil }
        // Read only onwards, a chain says how long its first link is.
        return isLinked && !(asked != nil && isSeekable) ? chainLength : asked
    }

    var isSeekable: Bool {
        !isLive && allowsSeeking && !givesNoRanges && (seekBranch?.entryPad.queryIsSeekable() ?? false)
    }

    var facts: PreparedItem {
        PreparedItem(
            duration: duration, isSeekable: isSeekable, isLive: isLive, hasVideo: branches[.video] != nil,
            aspect: branches[.video]?.entryPad.pictureSize.flatMap { AspectRatio(width: $0.width, height: $0.height) })
    }

    /// Whether it is a chain of streams, of which a seek reaches only the one that plays.
    var isLinked: Bool { !isLive && (isChained || hasChanged) }

    /// Whether its source took streams away and gave no others yet.
    var hasEndedStreams: Bool { branches.values.contains(where: \.hasEndedStreams) }

    /// Media time at which it began before anything was sought; nil where nobody knows any more.
    var beganAt: MediaTime? {
        guard request.start == .zero, !hasSought else { return nil }
        return branches.values.compactMap(\.entryPad.segmentStart).min().map { MediaTime(nanoseconds: $0) }
    }

    /// Running time at which the earliest stream begins.
    var firstRunningTime: Int64 {
        branches.values.compactMap { $0.tap.observation.firstRunningTime }.min() ?? 0
    }

    /// Running time at which its sound begins, or else the earliest of its streams.
    var firstRunningTimeOfSound: Int64 { branches[.audio]?.tap.observation.firstRunningTime ?? firstRunningTime }

    /// Whether it was ended where ``cut`` begins, before its own end.
    var isCut: Bool { branches.values.contains { $0.gate.isCut } }

    /// Running time at which the last stream ended, once all have.
    var endRunningTime: Int64? { branches.values.compactMap { $0.gate.endRunningTime }.max() }

    var isDrained: Bool { !branches.isEmpty && branches.values.allSatisfy { $0.gate.isDrained } }
}

/// What is left out of it, silenced and blanked.
extension ItemPipeline {
    func edit() { for branch in branches.values { edit(branch) } }

    /// What plays until the flush of a seek ends where it did, although ``cuts`` are those of the target.
    func keepEndUntilFlush() { for branch in branches.values { branch.gate.keepEndUntilFlush() } }

    /// The seek was not sent: ``cuts`` hold at once.
    func dropKeptEnd() { for branch in branches.values { branch.gate.dropKeptEnd() } }

    func updateLength() { length = duration?.nanoseconds }

    func edit(_ branch: StreamBranch) {
        let blanks = blanks[branch.kind] ?? []
        branch.gate.edit(
            StreamEdits(
                end: cut?.start.nanoseconds, blanks: blanks, length: length,
                gain: SampleGain(decibels: gain.decibels, isLimited: gain.isLimited)))
        let behind = cut.map { [$0.start.nanoseconds..<Int64.max / 2] } ?? []
        branch.tempoGuard?.silence(rate == 1 ? [] : blanks + behind)
    }
}
