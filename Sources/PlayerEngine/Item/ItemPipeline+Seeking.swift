internal import Gst
internal import PlayerCore

/// Seeks of an item, and when their data has arrived.
extension ItemPipeline {
    var seekBranch: StreamBranch? { branches[.video] ?? branches[.audio] }

    /// Sends a flushing seek upstream from a single stream: a demuxer that receives it twice seeks twice.
    func seek(to target: MediaTime, accuracy: SeekAccuracy) -> Seek? {
        guard !source.hasSeveralPeriods else { return nil }
        var seek = Seek(to: target.nanoseconds, rate: rate, isAccurate: accuracy == .accurate)
        // An accurate seek follows at once: `SeekMachine` never leaves playback at a key frame.
        seek.isMute = accuracy == .keyUnit && branches[.video] != nil
        hasSought = true
        startOfNext = target
        flushesBefore = branches.mapValues { ($0.tap.observation.sequence, $0.gate.sequence) }
        guard let branch = seekBranch, attendant.sendSeek(seek, from: branch.entryPad, in: growth?.read) else {
            return nil
        }
        return seek
    }

    /// Lets the demuxer pass on the sound at the target of the next seek before the picture up to there is decoded, until
    /// ``restoreRoom()``.
    func makeRoomForSound() { if !isNetwork { decodeRoom.enlarge(source) } }

    func restoreRoom() { decodeRoom.restore() }

    /// Whether the data after the last seek has passed every open gate (or there is none left), and waits at the
    /// closed ones.
    var hasPassedSeek: Bool {
        branches.allSatisfy { kind, branch in
            guard branch.gate.isOpen else { return hasBegunAfterSeek(kind, branch) }
            return branch.gate.sequence != flushesBefore[kind]?.gate
                && (branch.gate.hasPassed || branch.gate.isDrained)
        }
    }

    /// Whether the data after the last seek has reached every gate.
    var hasBegunAfterSeek: Bool { branches.allSatisfy { hasBegunAfterSeek($0.key, $0.value) } }

    private func hasBegunAfterSeek(_ kind: StreamKind, _ branch: StreamBranch) -> Bool {
        let seen = branch.tap.observation
        return seen.sequence != flushesBefore[kind]?.tap && seen.hasBegun
    }

    /// Seeks to `position` behind closed gates, and becomes ready again when it is reached. A live item continues at
    /// its position.
    func reposition(to position: MediaTime) {
        guard phase == .ready else { return }
        phase = .positioning
        isPositioning = !isLive && seek(to: position, accuracy: .accurate) != nil
        guard !isPositioning, !isHung else { return }
        for branch in branches.values { branch.empty() }
        becomeReady()
    }
}
