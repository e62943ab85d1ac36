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
        tracks.select(in: branches, subtitles: subtitles)
        if let choice { choose(choice) } else if let choice = takePreference() { choose(choice) }
        for stream in streams { stream.release() }
        if hasChanged {
            updateLength()
            owner(self, .durationChanged)
        }
        owner(self, .tracksChanged)
    }

    /// The streams that played ended, and others go on where they did: the next link of a chain, behind a discontinuity, in
    /// another period.
    private func followChange() {
        log(.debug, "item \(generation.rawValue): other streams")
        // What somebody chose holds for what follows, by its language.
        if hasChosen || choice != nil {
            let now = tracks.tracks
            let audio = now.audio.first { $0.id == now.selectedAudio }?.language
            let lines = now.subtitles.first { $0.id == now.selectedSubtitles }?.language
            preferred = SeriesChoice(
                audioLanguage: audio == "und" ? nil : audio, subtitles: lines.map { .language($0) } ?? .off)
        }
        choice = nil
        hasChanged = true
        for branch in branches.values { branch.dropEnded() }
        subtitles?.dropEnded()
    }

    /// - Parameter isLate: the item is ready; what it had no branch for then is read and thrown away.
    private func adopt(_ stream: DecodeSource.Stream, isLate: Bool = false) throws(GstFailure) {
        let media = stream.pad.mediaType
        if media.hasPrefix("audio/x-raw"), !isLate || branches[.audio] != nil {
            try branch(.audio).add(stream)
        } else if media.hasPrefix("video/x-raw"), !isLate || branches[.video] != nil {
            try branch(.video).add(stream)
        } else if Self.isSubtitles(media), let subtitles = try subtitleBranch() {
            try subtitles.add(stream)
        } else {
            // Subtitles without a picture, data streams: read and thrown away, so that the demuxer keeps going.
            let sink = try Element("fakesink")
            sink.set("async", false)
            sink.set("sync", false)
            pipeline.add(sink)
            sink.syncStateWithParent()
            if let pad = sink.pad("sink") { try stream.pad.link(to: pad) }
        }
    }

    private static func isSubtitles(_ media: String) -> Bool {
        media.hasPrefix("text/") || media.hasPrefix("subpicture/") || media.hasPrefix("closedcaption/")
    }

    /// Where subtitles go; nil without video.
    private func subtitleBranch() throws(GstFailure) -> SubtitleBranch? {
        if let subtitles { return subtitles }
        guard let video = branches[.video], let overlay = video.overlay else { return nil }
        let made = try SubtitleBranch(overlay: overlay, videoBin: video.bin, pipeline: pipeline)
        subtitles = made
        return made
    }

    /// Plays what was chosen elsewhere.
    private func choose(_ choice: TrackChoice) {
        for uri in addedSubtitles { openAdded(uri) }
        if let audio = choice.audio { selectAudio(audio) }
        selectSubtitles(choice.subtitles)
    }

    /// The tracks of preferred languages, as far as languages are known by now: they trickle in with the tags.
    ///
    /// - Returns: nil where what plays is what is preferred.
    func takePreference() -> TrackChoice? {
        guard let wish = preferred else { return nil }
        var choice = currentChoice
        let now = tracks.tracks
        if let language = wish.audioLanguage,
            let best = LanguageMatching.best(of: now.audio.map(\.language), for: [language])
        {
            preferred?.audioLanguage = nil
            // Of several tracks of the language the default one stays.
            if now.audio.first(where: { $0.id == now.selectedAudio })?.language != best {
                choice.audio = now.audio.first { $0.language == best }?.id
            }
        }
        switch wish.subtitles {
        case .off:
            preferred?.subtitles = nil
            choice.subtitles = nil
        case .language(let language):
            let best = LanguageMatching.best(of: now.subtitles.map(\.language), for: [language])
            guard let best, let track = now.subtitles.first(where: { $0.language == best }) else { break }
            preferred?.subtitles = nil
            choice.subtitles = track.id
        case nil: break
        }
        return choice == currentChoice ? nil : choice
    }

    /// What plays now, for a pipeline that goes on with it.
    var currentChoice: TrackChoice {
        TrackChoice(audio: tracks.tracks.selectedAudio, subtitles: tracks.tracks.selectedSubtitles)
    }

    /// Opens a subtitle file beside the item; its tracks are announced when they are known.
    func addSubtitles(_ uri: String) {
        addedSubtitles.append(uri)
        openAdded(uri)
    }

    /// One after the other, so that their tracks have the order in which they were added.
    private func openAdded(_ uri: String) {
        subtitlesToOpen.append(uri)
        if subtitlesToOpen.count == 1 { openNextSubtitles() }
    }

    private func openNextSubtitles() {
        guard let uri = subtitlesToOpen.first else { return }
        door.look(at: uri) { [weak self] fault in
            guard let self, self.phase != .failed else { return }
            if let fault {
                self.log(.warning, "subtitles cannot be read: \(fault.message)")
            } else {
                self.openLookedAt(uri)
            }
            self.subtitlesToOpen.removeFirst()
            self.openNextSubtitles()
        }
    }

    private func openLookedAt(_ uri: String) {
        do throws(GstFailure) {
            if let path = SubtitleFile.path(of: uri) {
                let file = try DecodeSource.subtitleFile(at: path)
                guard let subtitles = try subtitleBranch() else {
                    throw GstFailure(message: "there is no picture to show them on")
                }
                pipeline.add(file.element)
                subtitleElements.append(file.element)
                try subtitles.add(file.stream)
                start(file.element) { [weak self] in self?.showNewestSubtitles() }
            } else {
                try openSubtitles(uri)
            }
        } catch {
            log(.warning, "subtitles \(uri): \(error.message)")
        }
    }

    private func openSubtitles(_ uri: String) throws(GstFailure) {
        let box = WeakItem()
        box.item = self
        let number = extraSources.count
        let extra = try DecodeSource(
            uri: uri, options: networkOptions, isNetwork: false,
            streamsFound: { box.item?.extraStreamsFound(number) })
        pipeline.add(extra.element)
        extraSources.append(extra)
        subtitleElements.append(extra.element)
        start(extra.element) {}
    }

    /// Has an element that was added later open its file.
    private func start(_ element: Element, then: @escaping @Sendable @MediaActor () -> Void) {
        OffLoop.syncStateWithParent(element) { [weak self] in
            guard let self, self.phase != .failed else {
                // It may have come up behind the end of its pipeline.
                return OffLoop.tearDown(element) { _ in }
            }
            then()
        }
    }

    private func extraStreamsFound(_ number: Int) {
        guard phase != .failed, extraSources.indices.contains(number) else { return }
        for stream in extraSources[number].takeStreams() {
            do throws(GstFailure) {
                try adopt(stream)
            } catch {
                log(.warning, "subtitles: \(error.message)")
            }
            stream.release()
        }
        showNewestSubtitles()
    }

    /// What was added by hand is what somebody wants to see.
    private func showNewestSubtitles() {
        if let choice {
            selectSubtitles(choice.subtitles)
        } else if let subtitles, !subtitles.inputs.isEmpty {
            selectSubtitles(UInt32(subtitles.inputs.count - 1))
        }
        owner(self, .subtitlesAdded)
    }

    /// - Parameter flushing: see ``StreamBranch/select(_:flushing:)``.
    /// - Returns: whether there is such a track.
    @discardableResult
    func selectAudio(_ track: UInt32, flushing: Bool = false) -> Bool {
        guard let branch = branches[.audio], branch.inputs.indices.contains(Int(track)) else { return false }
        branch.select(Int(track), flushingBy: flushing ? attendant : nil)
        tracks.setSelectedAudio(track)
        return true
    }

    func selectSubtitles(_ track: UInt32?) {
        subtitles?.select(track.map(Int.init))
        tracks.setSelectedSubtitles(track)
        _ = tracks.refresh(from: branches, subtitles: subtitles)
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
