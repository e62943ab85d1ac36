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
            // Subtitles last: they need the video they are drawn on.
            for stream in streams where !isText(stream) { try adopt(stream, isLate: isLate) }
            for stream in streams where isText(stream) { try adopt(stream, isLate: isLate) }
        } catch {
            fail(PlaybackFault(.decoderFailed, "The streams of this item do not fit together.", debug: error.message))
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
        held += streams
        if !isOpeningSubtitles { letStreamsGo() }
        if hasChanged {
            updateLength()
            owner(self, .durationChanged)
        }
        owner(self, .tracksChanged)
    }

    /// Whether the subtitles to begin with are still being read: drawn from the first line on, they are there before the
    /// first picture.
    var isOpeningSubtitles: Bool {
        guard phase == .opening, !isLive else { return false }
        return tracks.external.contains { $0.id == tracks.tracks.selectedSubtitles && $0.state == .opening }
    }

    /// Lets what was held flow.
    func letStreamsGo() {
        subtitlesTimer = nil
        for stream in held { stream.release() }
        held = []
    }

    /// The streams that played ended, and others go on where they did: the next link of a chain, behind a discontinuity, in
    /// another period.
    private func followChange() {
        log(.debug, "item \(generation.rawValue): other streams")
        // What somebody chose holds for what follows, by its language.
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

    /// - Parameters:
    ///   - isLate: the item is ready; what it had no branch for then is read and thrown away.
    ///   - id: of the track that subtitles of another file are.
    ///   - isElsewhere: it is in another file, of which only the subtitles are wanted.
    func adopt(
        _ stream: DecodeSource.Stream, isLate: Bool = false, id: UInt32? = nil, isElsewhere: Bool = false
    ) throws(GstFailure) {
        let media = stream.pad.mediaType
        if isElsewhere, id == nil || !Self.isSubtitles(media) {
            try discard(stream)
        } else if media.hasPrefix("audio/x-raw"), !isLate || branches[.audio] != nil {
            try branch(.audio).add(stream)
        } else if media.hasPrefix("video/x-raw"), !isLate || branches[.video] != nil {
            try branch(.video).add(stream)
        } else if Self.isSubtitles(media), let subtitles = try subtitleBranch() {
            try subtitles.add(stream, id: id)
        } else {
            try discard(stream)
        }
    }

    /// Subtitles without a picture, data streams: read and thrown away, so that the demuxer keeps going.
    private func discard(_ stream: DecodeSource.Stream) throws(GstFailure) {
        let sink = try Element("fakesink")
        sink.set("async", false)
        sink.set("sync", false)
        pipeline.add(sink)
        sink.syncStateWithParent()
        if let pad = sink.pad("sink") { try stream.pad.link(to: pad) }
    }

    private static func isSubtitles(_ media: String) -> Bool {
        media.hasPrefix("text/") || media.hasPrefix("subpicture/") || media.hasPrefix("closedcaption/")
    }

    /// Where subtitles go; nil without video.
    func subtitleBranch() throws(GstFailure) -> SubtitleBranch? {
        if let subtitles { return subtitles }
        guard let video = branches[.video], let overlay = video.overlay else { return nil }
        let made = try SubtitleBranch(overlay: overlay, videoBin: video.bin, pipeline: pipeline)
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
            tapped: { event in MediaActor.post { box.item?.tapped(kind, event) } },
            gated: { event in MediaActor.post { box.item?.gated(kind, event) } })
        pipeline.add(branch.bin)
        branch.proxySource.setState(.playing)
        branch.bin.syncStateWithParent()
        edit(branch)
        if runsUp { branch.tap.skip(to: request.start.nanoseconds) }
        branches[kind] = branch
        return branch
    }
}
