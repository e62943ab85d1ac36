internal import GLibLoop
internal import Gst
internal import PlayerCore

/// A part of an adaptive stream that the server does not have.
struct MissingPart {
    let generation: Generation
    let range: TimeRange
    /// How many are missing in a row, up to this one.
    var count = 1
    /// Whether playback has not reached it yet.
    var isAhead = true
    var timer: LoopSource?
}

// Playback leaves out parts that are missing, and tries other variants of a stream. GStreamer's demuxer does neither: it
// reports the failure of a part, or ends as if the stream were over (HTTP 5xx).
extension PlaybackEngine {
    /// The maximum number of parts in a row that are left out.
    static let mostMissingParts = 5
    /// A seek lands this far behind the part, since the demuxer rounds times.
    private static let margin = MediaTime(nanoseconds: 20_000_000)

    /// Handles a failure of the demuxer. Returns whether the item continues behind the missing part.
    func leavesOutPart(_ item: ItemPipeline) -> Bool {
        guard let uri = item.refusedRequest?.uri, !item.branches.isEmpty, item === current,
            let range = item.follower?.missingPart(uri, at: nil)
        else { return false }
        item.ignoreMissingPart()
        return leaveOut(range, of: item)
    }

    /// Handles the end of an item's data. Returns whether a part is missing there.
    func leavesOutPartAtEnd(_ item: ItemPipeline) -> Bool {
        if let missing = missingPart, missing.generation == item.generation, missing.isAhead { return true }
        let isHeard = item.branches.values.contains(where: \.gate.hasPassed)
        // At a cut, also one without an end such as an out point, the data ends because it is not wanted.
        guard !item.isCut, let follower = item.follower,
            let range = follower.missingPart(nil, at: isHeard ? nil : currentPosition)
        else { return false }
        return leaveOut(range, of: item)
    }

    private func leaveOut(_ range: TimeRange, of item: ItemPipeline) -> Bool {
        guard item.allowsSeeking, item.facts.isSeekable else { return false }
        var missing = MissingPart(generation: item.generation, range: range)
        if let before = missingPart, before.generation == item.generation,
            before.range.start <= range.end, range.start <= before.range.end + Self.margin
        {
            missing.count = before.count + 1
        }
        guard missing.count <= Self.mostMissingParts else {
            missingPart = nil
            return false
        }
        log(
            .warning,
            "\(item.request.uri): the server does not have the part at \(range.start.seconds) s; it is left out")
        missingPart = missing
        if seeks.isRunning {
            missingPart?.isAhead = false
            let target = range.end + Self.margin
            guard item.seek(to: target, accuracy: .accurate) != nil else { return false }
            seeks.redirect(to: target)
            return true
        }
        lookAtMissingPart()
        return true
    }

    /// Leaves out the missing part once everything before it was heard.
    func lookAtMissingPart() {
        guard let missing = missingPart, missing.isAhead, let current, current.generation == missing.generation,
            air.carries(current), !seeks.isRunning
        else { return }
        // Nothing comes before it: the source has run dry, or a seek has led to it.
        if toldBuffering < 100 || air.standing != nil { return jump(over: missing, in: current) }
        // Otherwise it is looked at again when playback continues.
        guard let output, output.isPlaying, let position = currentPosition else { return }
        let rest = Int64((missing.range.start - position).seconds / current.rate * 1_000_000)
        guard rest > 0 else { return jump(over: missing, in: current) }
        missingPart?.timer = LoopSource.timer(on: MediaActor.loop, at: MonotonicClock.microseconds + rest) {
            [weak self] in
            MediaActor.assumeIsolated { self?.lookAtMissingPart() }
        }
    }

    private func jump(over missing: MissingPart, in item: ItemPipeline) {
        missingPart?.isAhead = false
        missingPart?.timer = nil
        if item.follower?.isEnd(missing.range.end) != false {
            air.drain()
            output?.drain()
        } else {
            refill(at: missing.range.end + Self.margin)
        }
    }

    // MARK: Variants

    /// Handles a stream that cannot be opened: GStreamer's demuxer opens only its first variant. Returns whether another
    /// one is tried.
    func triesVariant(_ item: ItemPipeline, after fault: PlaybackFault) -> Bool {
        guard let uri = item.refusedRequest?.uri, item.branches.isEmpty, item === current || item === next,
            item.triedVariants.count < PlaylistFollower.mostVariants
        else { return false }
        let (address, most, configuration) = (item.request.uri, PlaylistFollower.mostVariants, configuration)
        reader.playlists.run(within: Double(configuration.networkTimeout) + 5) {
            PlaylistFollower.variants(of: address, most: most, configuration)
        } then: { variants in
            MediaActor.post { [weak self] in
                self?.open(item, inOneOf: variants ?? [], except: uri, fault)
            }
        }
        return true
    }

    private func open(_ item: ItemPipeline, inOneOf variants: [String], except dead: String, _ fault: PlaybackFault) {
        guard item === current || item === next else { return }
        let tried = item.triedVariants + [item.variant ?? dead]
        guard let variant = variants.first(where: { !tried.contains($0) && $0 != dead }),
            let made = makeAgain(item, item.request, attempt: 0, variant: variant)
        else {
            item.refusedRequest = nil
            return failed(item, fault)
        }
        log(.warning, "\(item.request.uri): a variant of the stream cannot be fetched; another one is played")
        made.triedVariants = tried
        if item === current { current = made } else { next = made }
        item.retire()
        made.open(patience: patience(made))
    }
}
