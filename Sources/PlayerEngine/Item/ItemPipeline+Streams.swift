internal import GLibLoop
internal import Gst
internal import PlayerCore

/// What an item is as a stream.
struct ItemStreaming {
    let isNetwork: Bool
    /// Whether GStreamer takes the source for live.
    var isLive = false
    /// Whether the findings show that the item is a chain.
    var isChained = false
    /// Whether its streams ended midway and were replaced.
    var hasChanged = false
    /// Reads the item's playlists beside its demuxer, if there are any.
    var follower: PlaylistFollower?
    /// The timeline from the playlists so far.
    var timeline: StreamTimeline?
}

/// The picture of an item.
struct ItemPicture {
    /// The display aspect ratio of the last frames.
    var aspect: AspectRatio?
    /// By how many quarters it is turned clockwise by hand, beside what the file says.
    var quarters = 0
    /// How its frames are turned according to the container, where GStreamer does not read that.
    var stored: PictureTurn?
}

/// The item's streams, from the decoders to the branches that lead to the output.
extension ItemPipeline {
    func streamsFound() {
        guard phase != .failed else { return }
        let streams = source.takeStreams()
        guard !streams.isEmpty || branches.isEmpty else { return }
        if hasEndedStreams { followChange() }
        let isLate = phase != .opening
        do {
            for stream in streams { TimeShift.attach(to: stream.pad, by: edits.place?.start.nanoseconds ?? 0) }
            let isText = { @MediaActor (stream: DecodeSource.Stream) in Self.isSubtitles(stream.pad.mediaType) }
            // Subtitles last: they need the video that they are drawn on.
            for stream in streams where !isText(stream) { try adopt(stream, isLate: isLate) }
            for stream in streams where isText(stream) { try adopt(stream, isLate: isLate) }
        } catch {
            fail(PlaybackFault(.decoderFailed, "The streams of this item cannot be combined.", debug: error.message))
            return
        }
        guard !branches.isEmpty else {
            fail(Faults.noStreams(missing: attempts.missingPlugins))
            return
        }
        tracks.begin(with: branches, subtitles: subtitles.branch)
        if let choice = tracks.decision.choice {
            choose(choice)
        } else {
            tracks.decision.reconsider()
            choose(takePreference() ?? currentChoice)
        }
        for stream in streams { stream.release() }
        supply.growth?.read?.begin()
        if streaming.hasChanged {
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
        if tracks.decision.hasChosen || tracks.decision.choice != nil {
            let audio = now.audio.first { $0.id == now.selectedAudio }?.language
            let lines = now.subtitles.first { $0.id == now.selectedSubtitles }?.language
            tracks.decision.wishes.series = SeriesChoice(
                audioLanguage: audio == "und" ? nil : audio, subtitles: lines.map { .language($0) } ?? .off)
            // What was chosen for the item when it was open before is older.
            tracks.decision.wishes.item = nil
        }
        streaming.hasChanged = true
        tracks.decision.begin(keepingSubtitles: isExternal)
        for branch in branches.values { branch.dropEnded() }
        subtitles.branch?.dropEnded()
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
        if let branch = subtitles.branch { return branch }
        guard let video = branches[.video] else { return nil }
        let made = SubtitleBranch(video: video, pipeline: pipeline, before: subtitles.collected)
        made.apply(subtitles.style)
        subtitles.branch = made
        return made
    }

    private func branch(_ kind: StreamKind) throws(GstFailure) -> StreamBranch {
        if let branch = branches[kind] { return branch }
        let box = WeakItem()
        box.item = self
        let branch = try StreamBranch(
            kind: kind, generation: generation.rawValue, format: kind == .audio ? edits.keptFormat : nil,
            deinterlace: surroundings.configuration.deinterlace,
            tapped: { event in MediaActor.post { box.item?.tapped(kind, event) } },
            gated: { event in MediaActor.post { box.item?.gated(kind, event) } })
        pipeline.add(branch.bin)
        branch.proxySource.setState(.playing)
        branch.bin.syncStateWithParent()
        edit(branch)
        branch.filters?.turner?.turn(by: picture.quarters)
        if let stored = picture.stored { branch.filters?.turner?.take(stored: stored) }
        if seeking.runsUp {
            branch.tap.skip(to: request.start.nanoseconds)
            branch.tap.play(at: edits.rate)
        }
        branches[kind] = branch
        return branch
    }
}
