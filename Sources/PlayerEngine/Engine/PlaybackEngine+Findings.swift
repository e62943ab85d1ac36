internal import Gst
internal import PlayerCore

/// What reading beside the pipeline finds in an item, and what the engine makes of it.
extension PlaybackEngine {
    /// Reads the contents of a new item while it is prepared.
    func readFindings(_ generation: Generation, _ request: ItemRequest) {
        let uri = request.uri
        let others = [current, next].compactMap { $0?.generation }
        let log = log
        handOver.reads(generation, beside: others)
        reader.probe.read(
            generation, request, keeping: others, configuration: configuration
        ) { [weak self] findings in
            for problem in findings?.problems ?? [] { log(.info, "\(uri): \(problem)") }
            self?.handOver.hasRead(generation)
            if let findings { self?.opened(generation)?.take(findings) }
            if let findings { self?.opened(generation)?.takeLength(findings) }
            if let findings { self?.takeOrientation(generation, findings) }
            self?.openRead(generation, findings)
            if let container = findings?.container, container.isChained { self?.isChained(generation) }
            if let findings, findings.container.container != nil, !findings.givesRanges {
                self?.givesNoRanges(generation)
            }
            if let findings { self?.followResource(generation, findings) }
            if let findings { self?.tell(.findingsRead(generation, findings)) }
            self?.stopWaiting(for: .findings, generation)
        }
    }

    /// Mirrored MP4 and turned Matroska are not read by every GStreamer (1.22 reads neither).
    private func takeOrientation(_ generation: Generation, _ findings: ItemFindings) {
        let video = findings.container.tracks.first { $0.kind == .video }
        guard let turn = video?.format.orientation.flatMap(PictureTurn.init(tag:)) else { return }
        turnPicture(generation, stored: turn)
    }

    /// Whether a URI is Ogg over HTTP, which is read before it is opened: only then it is known whether its end can
    /// be found.
    ///
    /// If GStreamer reads only forwards, it guesses the length from the first pages, and seeks land seconds away from
    /// their target, if they are possible. With random access, both are exact, but a stream without an end must not
    /// be read that way. And oggdemux seeks to the end on its own: a server that only claims to support byte ranges
    /// would be lost.
    static func isReadFirst(_ uri: String) -> Bool {
        let path = uri.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return path.hasPrefix("http") && [".ogg", ".oga", ".opus", ".ogv", ".spx"].contains { path.hasSuffix($0) }
    }

    /// The current or the next item.
    private func opened(_ generation: Generation) -> ItemPipeline? {
        [current, next].compactMap { $0 }.first { $0.generation == generation }
    }

    /// Follows a file on a server that was written a moment ago: it may be a recording.
    private func followResource(_ generation: Generation, _ findings: ItemFindings) {
        guard findings.isRecent, let item = opened(generation), item.isNetwork, item.streaming.follower == nil,
            item.supply.growth == nil, item.seeking.isAllowed
        else { return }
        let source = GrowingResource(item.request, configuration: configuration)
        item.follow(source, GrowthLook(length: nil, isBeingWritten: false, mayGrow: true))
    }

    private func openRead(_ generation: Generation, _ findings: ItemFindings?) {
        guard let item = opened(generation), item.opening.isClosed, Self.isReadFirst(item.request.uri) else { return }
        if let findings, findings.container.container == "ogg" {
            if findings.givesRanges {
                item.readAnywhere()
            } else if isPlayedFromStart(item) {
                item.forbidSeeking()
            }
        }
        item.open(patience: patience(item))
    }

    /// Handles a chain: its start may be after its first stream, where seeks do not reach, and a seek that sets a rate loses
    /// all streams after the first.
    private func isChained(_ generation: Generation) {
        guard let item = opened(generation) else { return }
        item.streaming.isChained = true
        let isAhead = item.request.start > .zero && (!air.hasStarted || item !== current)
        guard isAhead || item.edits.rate != 1, !item.seeking.runsUp else { return }
        openAgain(item, playing: item.currentChoice, at: item.request.start)
    }

    /// Handles a server without ranges: a seek would close the connection before the server refuses it, so only the
    /// start remains.
    private func givesNoRanges(_ generation: Generation) {
        guard let item = opened(generation), item.isNetwork, item.seeking.isAllowed, isPlayedFromStart(item) else {
            return
        }
        item.seeking.givesNoRanges = true
        if item.phase == .ready { tell(.seekableChanged(generation, false)) }
    }

    /// Whether an item does not begin with a seek. One that does is refused by a server without ranges, and starts again.
    private func isPlayedFromStart(_ item: ItemPipeline) -> Bool { item.request.start == .zero && item.edits.rate == 1 }
}
