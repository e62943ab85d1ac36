internal import Gst
internal import PlayerCore

// Pipelines of items, new ones and the same once more.
extension PlaybackEngine {
    /// - Parameters:
    ///   - format: of the sound that plays, for what is to keep it.
    ///   - allowsSeeking: false at a server that refused a seek.
    func makeItem(
        _ generation: Generation, _ request: ItemRequest, attempt: Int = 0, format: SoundFormat? = nil,
        allowsSeeking: Bool = true
    ) -> ItemPipeline? {
        do throws(GstFailure) {
            // Here, not at the daemon's start: an idle daemon needs no plugin registry in memory.
            try Gst.initialize()
            let item = try ItemPipeline(
                generation, request, configuration: configuration, door: reader.door, log: log,
                owner: { [weak self] item, event in self?.handle(item, event) })
            item.attempt = attempt
            // Before it is opened: its demuxer may seek at once.
            if !allowsSeeking { item.allowsSeeking = false }
            item.style = style
            if request.keepsFormat { item.keptFormat = format }
            if attempt > 0 || !Self.isReadFirst(request.uri) { item.open(patience: patience(item)) }
            return item
        } catch {
            tell(
                .failed(
                    generation,
                    PlaybackFault(
                        .containerMissingPlugin,
                        "\(error.message): install gstreamer1.0-plugins-base and gstreamer1.0-plugins-bad.")))
            return nil
        }
    }

    /// The same item once more, not opened yet: it begins elsewhere, and plays and leaves out what this one does.
    func makeAgain(_ item: ItemPipeline, at start: MediaTime, attempt: Int) -> ItemPipeline? {
        makeAgain(
            item, ItemRequest(uri: item.request.uri, start: start, rate: item.rate, isHeld: item.request.isHeld),
            attempt: attempt)
    }

    /// The same with a request of its own.
    func makeAgain(_ item: ItemPipeline, _ request: ItemRequest, attempt: Int) -> ItemPipeline? {
        let made = try? ItemPipeline(
            item.generation, request, configuration: configuration, door: reader.door, log: log,
            owner: { [weak self] item, event in self?.handle(item, event) })
        guard let made else { return nil }
        made.attempt = attempt
        // What it has chosen is known once it has streams.
        made.choice = item.branches.isEmpty ? item.choice : item.currentChoice
        made.takeTracks(from: item)
        made.allowsSeeking = item.allowsSeeking
        made.blanks = item.blanks
        made.gain = item.gain
        made.givesNoRanges = item.givesNoRanges
        made.isChained = item.isLinked
        made.chainLength = item.chainLength
        made.runsUp = item.isLinked && request.start > .zero
        if item.readsAnywhere { made.readAnywhere() }
        return made
    }
}
