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
                generation, request, configuration: configuration, door: reader.door, log: log,
                owner: { [weak self] item, event in self?.handle(item, event) })
            item.attempt = attempt
            // Before the item is opened, because its demuxer may seek immediately.
            if !allowsSeeking { item.allowsSeeking = false }
            item.style = screen.style
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

    /// Makes another pipeline of an item, which is not opened yet. It starts elsewhere, and has the same tracks and
    /// edits.
    func makeAgain(_ item: ItemPipeline, at start: MediaTime, attempt: Int) -> ItemPipeline? {
        makeAgain(
            item,
            ItemRequest(
                uri: item.request.uri, of: item.request.list, start: start, rate: item.rate, isHeld: item.request.isHeld
            ),
            attempt: attempt)
    }

    /// Makes another pipeline of an item with a different request.
    ///
    /// - Parameter variant: the address to play; nil for that of the item.
    func makeAgain(
        _ item: ItemPipeline, _ request: ItemRequest, attempt: Int, variant: String? = nil
    ) -> ItemPipeline? {
        let made = try? ItemPipeline(
            item.generation, request, variant: variant ?? item.variant, configuration: configuration, door: reader.door,
            log: log,
            owner: { [weak self] item, event in self?.handle(item, event) })
        guard let made else { return nil }
        made.attempt = attempt
        made.triedVariants = item.triedVariants
        // Selected tracks are known only after the streams are.
        made.choice = item.branches.isEmpty ? item.choice : item.currentChoice
        made.takeTracks(from: item)
        made.allowsSeeking = item.allowsSeeking
        made.blanks = item.blanks
        made.quarters = item.quarters
        made.storedTurn = item.storedTurn
        made.gain = item.gain
        made.lengths = item.lengths
        made.decoders = item.decoders
        (made.growing, made.hasGrown) = (item.growth?.source, item.growth?.hasGrown == true)
        made.givesNoRanges = item.givesNoRanges
        made.isChained = item.isLinked
        made.chainLength = item.chainLength
        made.runsUp = item.isLinked && (request.start > .zero || request.rate != 1)
        // Recordings have no index yet: their demuxers search for a place.
        if item.readsAnywhere || item.isNetwork && item.growth != nil { made.readAnywhere() }
        return made
    }
}
