internal import Gst
internal import PlayerCore

/// The facts about an item after its streams are known.
extension ItemPipeline {
    var duration: MediaTime? {
        // Of a file that grew, the demuxer knows the length that it had when it was opened, or guesses.
        supply.growth.flatMap { $0.hasGrown ? $0.length : nil } ?? lengths.resolved(statedDuration)
    }

    /// What is opened: the item's file, or one of its parts.
    var uri: String { edits.place?.part.uri ?? request.uri }

    var isNetwork: Bool { streaming.isNetwork }

    var isLive: Bool { streaming.isLive }

    /// Whether the file is still being written.
    var isGrowing: Bool { supply.growth?.isGrowing == true }

    /// Whether a target lies in what was written after the demuxer had looked for the end of the file. From what it
    /// guesses beyond that, `tsdemux` (1.22 to 1.28) may seek to 30 MB in a file of 4.
    func isBeyondDemuxer(_ target: MediaTime) -> Bool {
        guard let growth = supply.growth, growth.isGrowing || target < growth.length ?? .zero else { return false }
        // Without an index, only a demuxer that reads anywhere finds a place.
        if isNetwork, !seeking.readsAnywhere { return true }
        return lengths.whenReady.map { target > $0 } ?? false
    }

    private var statedDuration: MediaTime? {
        guard !isLive, streaming.timeline?.isLive != true else { return nil }
        // The demuxer counts only what was left of the stream when it ended, but its time goes on.
        if let window = streaming.timeline?.window { return window.end }
        let nanoseconds =
            branches[.audio]?.entryPad.queryPeerDuration() ?? branches[.video]?.entryPad.queryPeerDuration()
        let asked = nanoseconds.flatMap { $0 > 0 ? MediaTime(nanoseconds: $0) : nil }
        // After another programme has begun in MPEG-TS, the demuxer knows only the length of a part of it.
        if streaming.hasChanged, let known = asked, let before = lengths.ofChain, isSeekable,
            (before - known).seconds > 1
        {
            return nil
        }
        // If a chain is read only forwards, the query returns the length of its first link.
        return isLinked && !(asked != nil && isSeekable) ? lengths.ofChain : asked
    }

    var isSeekable: Bool {
        !isLive && seeking.isAllowed && !seeking.givesNoRanges && !source.hasSeveralPeriods
            && !source.ignoresSeeks
            && (seekBranch?.entryPad.queryIsSeekable() ?? false || isNetwork && isGrowing)
    }

    var facts: PreparedItem {
        PreparedItem(
            duration: duration, isSeekable: isSeekable, isLive: isLive, isGrowing: isGrowing,
            isManifest: source.isAdaptive, hasVideo: branches[.video] != nil, aspect: picture.aspect,
            lines: branches[.video]?.entryPad.frameShape.map { min($0.width, $0.height) })
    }

    /// The position up to which the item is loaded: what was decoded, and what waits for the decoders; nil before the first
    /// data.
    var bufferedPosition: MediaTime? {
        let ends = branches.values.compactMap(\.tap.observation.endMediaTime)
        let stored = source.storedAhead(of: (edits.place?.part.duration ?? duration)?.nanoseconds)
        return ends.min().map { MediaTime(nanoseconds: $0) + MediaTime(nanoseconds: stored) }
    }

    /// Whether a call into the item did not return. It must be opened again.
    var isHung: Bool { watch.calls.hasGivenUp }

    /// Whether the item is a chain of streams, in which a seek reaches only the present one.
    ///
    /// The demuxer of a playlist or a manifest replaces its streams, too, for another bandwidth or after a discontinuity,
    /// but it seeks in all of them.
    var isLinked: Bool {
        !isLive && (streaming.isChained || streaming.hasChanged && streaming.follower == nil)
    }

    /// Whether the source has removed streams and not replaced them yet.
    var hasEndedStreams: Bool { branches.values.contains(where: \.hasEndedStreams) }

    /// The media time of the item's start before any seek; nil if it is no longer known.
    var beganAt: MediaTime? {
        guard request.start == .zero, !seeking.hasSought else { return nil }
        return branches.values.compactMap(\.entryPad.segmentStart).min().map { MediaTime(nanoseconds: $0) }
    }

    /// The running time at which the earliest stream begins.
    var firstRunningTime: Int64 {
        branches.values.compactMap { $0.tap.observation.firstRunningTime }.min() ?? 0
    }

    /// The running time at which the audio begins, or else the earliest stream.
    var firstRunningTimeOfSound: Int64 { branches[.audio]?.tap.observation.firstRunningTime ?? firstRunningTime }

    /// Whether the item was ended at the start of its next cut, before its own end.
    var isCut: Bool { branches.values.contains { $0.gate.isCut } }

    /// The running time at which the last stream ended, after all have ended.
    var endRunningTime: Int64? { branches.values.compactMap { $0.gate.endRunningTime }.max() }

    var isDrained: Bool { !branches.isEmpty && branches.values.allSatisfy { $0.gate.isDrained } }

    /// Why the item is stuck for good.
    var stuckFault: PlaybackFault {
        source.hasGivenUp
            ? Faults.fault(for: .damaged(uri))
            : PlaybackFault(.stalled, "\(uri) delivers neither audio nor video: try again later.")
    }
}

extension FrameShape {
    /// The display aspect ratio; nil for a picture too thin for a window.
    var aspect: AspectRatio? {
        AspectRatio(width: width * pixelWidth / pixelHeight, height: height)
    }
}
