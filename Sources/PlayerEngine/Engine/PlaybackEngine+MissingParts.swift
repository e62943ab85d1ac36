internal import GLibLoop
internal import Gst
internal import PlayerCore

// Playback leaves out parts that are missing, and tries other variants of a stream. GStreamer's demuxer does neither: it
// reports the failure of a part, or ends as if the stream were over (HTTP 5xx).
extension PlaybackEngine {
    /// Handles a failure of the demuxer. Returns whether the item continues behind the missing part.
    func leavesOutPart(_ item: ItemPipeline) -> Bool {
        guard let uri = item.attempts.refusedRequest?.uri, !item.branches.isEmpty, item === current,
            let range = item.streaming.follower?.missingPart(uri, at: nil)
        else { return false }
        item.ignoreMissingPart()
        return leaveOut(range, of: item)
    }

    /// Handles the end of an item's data. Returns whether a part is missing there.
    func leavesOutPartAtEnd(_ item: ItemPipeline) -> Bool {
        if recovery.hasPartAhead(of: item.generation) { return true }
        let isHeard = item.branches.values.contains(where: \.gate.hasPassed)
        // At a cut, also one without an end such as an out point, the data ends because it is not wanted.
        guard !item.isCut, let follower = item.streaming.follower,
            let range = follower.missingPart(nil, at: isHeard ? nil : currentPosition)
        else { return false }
        return leaveOut(range, of: item)
    }

    private func leaveOut(_ range: TimeRange, of item: ItemPipeline) -> Bool {
        guard item.seeking.isAllowed, item.facts.isSeekable else { return false }
        guard recovery.miss(range, of: item.generation) else { return false }
        log(
            .warning,
            "\(item.uri): the server does not have the part at \(range.start.seconds) s; it is left out")
        if seeks.isRunning {
            recovery.passPart()
            let target = range.end + SourceRecovery.margin
            guard item.seek(to: target, accuracy: .accurate) != nil else { return false }
            seeks.redirect(to: target)
            return true
        }
        lookAtMissingPart()
        return true
    }

    /// Leaves out the missing part once everything before it was heard.
    func lookAtMissingPart() {
        guard let current, air.carries(current), !seeks.isRunning else { return }
        let position = output?.isPlaying == true ? currentPosition : nil
        let step = recovery.step(
            of: current.generation, isDry: air.standing != nil, position: position, rate: current.edits.rate)
        switch step {
        case .nothing: break
        case .look(let rest): set(.missingPart, after: rest)
        case .jump(let range): jump(over: range, in: current)
        }
    }

    private func jump(over range: TimeRange, in item: ItemPipeline) {
        recovery.passPart()
        if item.streaming.follower?.isEnd(range.end) != false {
            air.drain()
            output?.drain()
        } else {
            refill(at: range.end + SourceRecovery.margin)
        }
    }

    // MARK: Variants

    /// Handles a stream that cannot be opened: GStreamer's demuxer opens only its first variant. Returns whether another
    /// one is tried.
    func triesVariant(_ item: ItemPipeline, after fault: PlaybackFault) -> Bool {
        guard let uri = item.attempts.refusedRequest?.uri, item.branches.isEmpty, item === current || item === next,
            item.attempts.variants.count < PlaylistFollower.mostVariants
        else { return false }
        let (request, most, configuration) = (item.request, PlaylistFollower.mostVariants, configuration)
        reader.playlists.run(within: Double(configuration.networkTimeout) + 5) {
            PlaylistFollower.variants(of: request, most: most, configuration)
        } then: { variants in
            MediaActor.post { [weak self] in
                self?.open(item, inOneOf: variants ?? [], except: uri, fault)
            }
        }
        return true
    }

    private func open(_ item: ItemPipeline, inOneOf variants: [String], except dead: String, _ fault: PlaybackFault) {
        guard item === current || item === next else { return }
        let tried = item.attempts.variants + [item.attempts.variant ?? dead]
        guard let variant = variants.first(where: { !tried.contains($0) && $0 != dead }),
            let made = makeAgain(item, item.request, attempt: 0, variant: variant)
        else {
            item.attempts.refusedRequest = nil
            return failed(item, fault)
        }
        log(.warning, "\(item.uri): a variant of the stream cannot be fetched; another one is played")
        made.attempts.variants = tried
        if item === current { current = made } else { next = made }
        item.retire()
        made.open(patience: patience(made))
    }
}
