internal import GLibLoop
internal import Gst
internal import PlayerCore

/// The item's streams, from the decoders to the branches that lead to the output.
extension ItemPipeline {
    func streamsFound() {
        guard phase != .failed else { return }
        let streams = source.takeStreams()
        guard !streams.isEmpty || branches.isEmpty else { return }
        if hasEndedStreams { followChange() }
        let isLate = phase != .opening
        do {
            let isText = { @MediaActor (stream: DecodeSource.Stream) in Self.isSubtitles(stream.pad.mediaType) }
            // Subtitles last: they need the video that they are drawn on.
            for stream in streams where !isText(stream) { try adopt(stream, isLate: isLate) }
            for stream in streams where isText(stream) { try adopt(stream, isLate: isLate) }
        } catch {
            fail(PlaybackFault(.decoderFailed, "The streams of this item cannot be combined.", debug: error.message))
            return
        }
        guard !branches.isEmpty else {
            fail(Faults.noStreams(missing: missingPlugins))
            return
        }
        tracks.begin(with: branches, subtitles: subtitles)
        if let choice {
            choose(choice)
        } else {
            decidedWith = -1
            choose(takePreference() ?? currentChoice)
        }
        for stream in streams { stream.release() }
        growth?.read?.begin()
        if hasChanged {
            updateLength()
            owner(self, .durationChanged)
        }
        owner(self, .tracksChanged)
    }

    /// Handles streams that ended and were replaced by others: the next link of a chain, after a discontinuity, or in
    /// another period.
    private func followChange() {
        log(.debug, "item \(generation.rawValue): the streams have changed")
        // Chosen tracks remain chosen in the new streams, by language.
        let now = tracks.tracks
        let isExternal = now.selectedSubtitles.map { $0 >= ExternalSubtitles.firstID } ?? false
        if hasChosen || choice != nil {
            let audio = now.audio.first { $0.id == now.selectedAudio }?.language
            let lines = now.subtitles.first { $0.id == now.selectedSubtitles }?.language
            wishes.series = SeriesChoice(
                audioLanguage: audio == "und" ? nil : audio, subtitles: lines.map { .language($0) } ?? .off)
        }
        choice = nil
        hasChanged = true
        isAudioChosen = false
        isSubtitlesChosen = isExternal
        decidedWith = -1
        for branch in branches.values { branch.dropEnded() }
        subtitles?.dropEnded()
        tracks.forgetSelection()
    }

    /// - Parameter isLate: whether the item is ready; new kinds of streams without a branch are discarded then.
    private func adopt(_ stream: DecodeSource.Stream, isLate: Bool) throws(GstFailure) {
        let media = stream.pad.mediaType
        if media.hasPrefix("audio/x-raw"), !isLate || branches[.audio] != nil {
            try branch(.audio).add(stream)
        } else if media.hasPrefix("video/x-raw"), !isLate || branches[.video] != nil {
            try branch(.video).add(stream)
        } else if Self.isSubtitles(media), let subtitles = subtitleBranch() {
            try subtitles.add(stream)
        } else {
            try discard(stream)
        }
    }

    /// Discards streams without output, such as subtitles without video and data streams, so that the demuxer
    /// continues.
    private func discard(_ stream: DecodeSource.Stream) throws(GstFailure) {
        try stream.pad.link(to: try Element.readingNothing(in: pipeline))
    }

    private static func isSubtitles(_ media: String) -> Bool {
        LineTap.takes(media) || media.hasPrefix("subpicture/") || media.hasPrefix("closedcaption/")
    }

    /// The branch for subtitles; nil without video.
    func subtitleBranch() -> SubtitleBranch? {
        if let subtitles { return subtitles }
        guard let video = branches[.video] else { return nil }
        let made = SubtitleBranch(video: video, pipeline: pipeline, before: subtitlesCollected)
        made.apply(style)
        subtitles = made
        return made
    }

    private func branch(_ kind: StreamKind) throws(GstFailure) -> StreamBranch {
        if let branch = branches[kind] { return branch }
        let box = WeakItem()
        box.item = self
        let branch = try StreamBranch(
            kind: kind, generation: generation.rawValue, format: kind == .audio ? keptFormat : nil,
            deinterlace: deinterlace,
            tapped: { event in MediaActor.post { box.item?.tapped(kind, event) } },
            gated: { event in MediaActor.post { box.item?.gated(kind, event) } })
        pipeline.add(branch.bin)
        branch.proxySource.setState(.playing)
        branch.bin.syncStateWithParent()
        edit(branch)
        branch.filters?.turner?.turn(by: quarters)
        if let storedTurn { branch.filters?.turner?.take(stored: storedTurn) }
        if runsUp {
            branch.tap.skip(to: request.start.nanoseconds)
            branch.tap.play(at: rate)
        }
        branches[kind] = branch
        return branch
    }
}
