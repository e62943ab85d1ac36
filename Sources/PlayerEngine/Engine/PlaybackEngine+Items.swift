internal import Gst
internal import PlayerCore

// Pipelines for items, and further ones for the same item.
extension PlaybackEngine {
    /// - Parameters:
    ///   - format: the audio format of the present item, which the new item may have to keep.
    ///   - allowsSeeking: false if the server has refused a seek.
    func makeItem(
        _ generation: Generation, _ request: ItemRequest, attempt: Int = 0, format: SoundFormat? = nil,
        allowsSeeking: Bool = true
    ) -> ItemPipeline? {
        do throws(GstFailure) {
            try Gst.initialize()
            let item = try ItemPipeline(
                generation, request, after: ItemAttempts(number: attempt), surroundingsOfItems,
                owner: { [weak self] item, event in self?.handle(item, event) })
            // Before the item is opened, because its demuxer may seek immediately.
            if !allowsSeeking { item.forbidSeeking() }
            item.subtitles.style = screen.style
            if request.keepsFormat { item.edits.keptFormat = format }
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

    /// Makes another pipeline of an item, which is not opened yet. It starts elsewhere, and has the same tracks and
    /// edits.
    func makeAgain(_ item: ItemPipeline, at start: MediaTime, attempt: Int) -> ItemPipeline? {
        makeAgain(item, item.request(from: start), attempt: attempt)
    }

    /// Makes another pipeline of an item with a different request.
    ///
    /// - Parameter variant: the address to play; nil for that of the item.
    func makeAgain(
        _ item: ItemPipeline, _ request: ItemRequest, attempt: Int, variant: String? = nil
    ) -> ItemPipeline? {
        let made = try? ItemPipeline(
            item.generation, request, after: item.attempts.again(attempt, variant: variant), surroundingsOfItems,
            owner: { [weak self] item, event in self?.handle(item, event) })
        guard let made else { return nil }
        made.opening.isAgain = true
        made.takeTracks(from: item)
        // Selected tracks are known only after the streams are.
        made.tracks.decision.choice = item.branches.isEmpty ? item.tracks.decision.choice : item.currentChoice
        if !item.seeking.isAllowed { made.forbidSeeking() }
        made.edits.blanks = item.edits.blanks
        made.picture.quarters = item.picture.quarters
        made.picture.stored = item.picture.stored
        made.edits.gain = item.edits.gain
        made.lengths = item.lengths
        // Another part is another file.
        guard made.uri == item.uri else {
            made.lengths.ofChain = nil
            return made
        }
        (made.supply.file, made.supply.hasGrown) = (item.supply.growth?.source, item.supply.growth?.hasGrown == true)
        made.seeking.givesNoRanges = item.seeking.givesNoRanges
        made.streaming.isChained = item.isLinked
        made.seeking.runsUp = item.isLinked && (request.start > .zero || request.rate != 1)
        // Recordings have no index yet: their demuxers search for a place.
        if item.seeking.readsAnywhere || item.isNetwork && item.supply.growth != nil { made.readAnywhere() }
        return made
    }

    private var surroundingsOfItems: ItemSurroundings {
        ItemSurroundings(configuration: configuration, door: reader.door, log: log)
    }
}
