internal import GLibLoop
internal import Gst
internal import MediaProbe
internal import PlayerCore

/// Which of the item's tracks play, and subtitles from other files.
extension ItemPipeline {
    // MARK: Choosing

    /// Plays what was chosen.
    func choose(_ choice: TrackChoice) {
        if let audio = choice.audio { selectAudio(audio) }
        selectSubtitles(choice.subtitles)
    }

    /// What is to play by what is known of languages by now, which trickle in with the tags, unless somebody chose.
    ///
    /// - Returns: nil where that plays already.
    func takePreference() -> TrackChoice? {
        // What was decided stays until more is known.
        let known = tracks.knownLanguages
        guard known > decidedWith else { return nil }
        decidedWith = known
        let selection = TrackSelection(of: tracks.tracks, wishes)
        var choice = currentChoice
        if !isAudioChosen { choice.audio = selection.audio }
        if !isSubtitlesChosen { choice.subtitles = selection.subtitles }
        tracks.setReasons(
            audio: isAudioChosen ? .chosen : selection.audioReason,
            subtitles: isSubtitlesChosen ? .chosen : selection.subtitlesReason)
        return choice == currentChoice ? nil : choice
    }

    /// Somebody chose while it plays; what is nil was not chosen now.
    func noteChosen(audio: Bool = false, subtitles: Bool = false) {
        isAudioChosen = isAudioChosen || audio
        isSubtitlesChosen = isSubtitlesChosen || subtitles
        let now = tracks.tracks
        tracks.setReasons(
            audio: isAudioChosen ? .chosen : now.audioReason,
            subtitles: isSubtitlesChosen ? .chosen : now.subtitlesReason)
    }

    /// What plays now, for a pipeline that goes on with it.
    var currentChoice: TrackChoice {
        TrackChoice(audio: tracks.tracks.selectedAudio, subtitles: tracks.tracks.selectedSubtitles)
    }

    /// What decides about tracks in another pipeline of the same item.
    func takeTracks(from item: ItemPipeline) {
        wishes = item.wishes
        isAudioChosen = item.isAudioChosen
        isSubtitlesChosen = item.isSubtitlesChosen
        decidedWith = item.decidedWith
        style = item.style
        tracks.described = item.tracks.described
        tracks.external = item.tracks.external.map(\.closed)
        tracks.setReasons(audio: item.tracks.tracks.audioReason, subtitles: item.tracks.tracks.subtitlesReason)
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

    /// Shows subtitles; those of another file once it was read, and until then none.
    func selectSubtitles(_ track: UInt32?) {
        if isReady(track) { subtitlesBefore = track } else { subtitlesBefore = tracks.tracks.selectedSubtitles }
        tracks.setSelectedSubtitles(track)
        subtitles?.select(track)
        if let track, let index = tracks.external.firstIndex(where: { $0.id == track }) { open(index) }
        _ = tracks.refresh(from: branches, subtitles: subtitles)
    }

    /// Whether subtitles can be shown at once: those of another file were read.
    func isReady(_ track: UInt32?) -> Bool {
        tracks.external.allSatisfy { $0.id != track || $0.state == .open }
    }

    // MARK: What is known of it

    /// What was read of the item beside opening it.
    func take(_ findings: ItemFindings) {
        tracks.described = findings.container.tracks
        for sidecar in findings.subtitles where !tracks.external.contains(where: { $0.uri == sidecar.uri }) {
            list(sidecar.uri, sidecar)
        }
        decidedWith = branches.isEmpty ? decidedWith : -1
        if !branches.isEmpty, tracks.refresh(from: branches, subtitles: subtitles) { owner(self, .tracksChanged) }
    }

    // MARK: Other files

    /// Lists subtitles from elsewhere.
    ///
    /// - Returns: the id of the track.
    func addSubtitles(_ uri: String) -> UInt32 {
        if let known = tracks.external.firstIndex(where: { $0.uri == uri }) {
            if tracks.external[known].state == .broken { tracks.external[known].state = .closed }
            return tracks.external[known].id
        }
        return list(uri, MediaProbe.subtitles(uri: uri))
    }

    @discardableResult
    private func list(_ uri: String, _ sidecar: SubtitleSidecar?) -> UInt32 {
        let id = ExternalSubtitles.firstID + UInt32(tracks.external.count)
        tracks.external.append(ExternalSubtitles(id: id, sidecar: sidecar, uri: uri))
        return id
    }

    private func open(_ index: Int) {
        let external = tracks.external[index]
        guard external.state == .closed, branches[.video] != nil else { return }
        tracks.external[index].state = .opening
        if phase == .opening {
            // Rather the first lines than a slow disk's film.
            subtitlesTimer = LoopSource.timer(on: MediaActor.loop, at: MonotonicClock.microseconds + 400_000) {
                [weak self] in
                MediaActor.assumeIsolated { self?.letStreamsGo() }
            }
        }
        if let sidecar = external.sidecar, let file = LocalFile(uri: sidecar.uri) {
            door.read(sidecar, file) { [weak self] answer in
                guard let self, self.phase != .failed else { return }
                switch answer {
                case .success(let text): self.show(text, external.id)
                case .failure(let fault): self.lose(external.id, fault.message)
                }
            }
        } else {
            door.look(at: external.uri) { [weak self] fault in
                guard let self, self.phase != .failed else { return }
                if let fault { return self.lose(external.id, fault.message) }
                do throws(GstFailure) {
                    try self.openUnknown(external)
                } catch {
                    self.lose(external.id, error.message)
                }
            }
        }
    }

    private func show(_ text: [UInt8], _ id: UInt32) {
        do throws(GstFailure) {
            let memory = try MemoryFile(text)
            let file = try DecodeSource.subtitleFile(at: memory.path, name: "subtitles-\(id)")
            guard let subtitles = try subtitleBranch() else {
                throw GstFailure(message: "there is no picture to show them on")
            }
            pipeline.add(file.element)
            subtitleElements.append((id, file.element))
            try subtitles.add(file.stream, id: id)
            start(file.element) { [weak self] in
                // It was opened by now.
                withExtendedLifetime(memory) {}
                self?.opened(id)
            }
        } catch {
            lose(id, error.message)
        }
    }

    /// What is on a server, or may be in a container: GStreamer finds out.
    private func openUnknown(_ external: ExternalSubtitles) throws(GstFailure) {
        let box = WeakItem()
        box.item = self
        let (number, id) = (extraSources.count, external.id)
        let extra = try DecodeSource(
            uri: external.uri, options: networkOptions, isNetwork: false,
            streamsFound: { box.item?.extraStreamsFound(number, id) })
        pipeline.add(extra.element)
        extraSources.append(extra)
        subtitleElements.append((id, extra.element))
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

    private func extraStreamsFound(_ number: Int, _ id: UInt32) {
        guard phase != .failed, extraSources.indices.contains(number) else { return }
        for stream in extraSources[number].takeStreams() {
            do throws(GstFailure) {
                // One file is one track.
                let isFirst = subtitles?.inputs.contains { $0.id == id } != true
                try adopt(stream, id: isFirst ? id : nil, isElsewhere: true)
            } catch {
                log(.warning, "subtitles: \(error.message)")
            }
            stream.release()
        }
        if subtitles?.inputs.contains(where: { $0.id == id }) == true { opened(id) } else { lose(id, "it holds none") }
    }

    private func opened(_ id: UInt32) {
        setState(.open, id)
        let isChosen = tracks.tracks.selectedSubtitles == id
        if isChosen { subtitles?.select(id) }
        letStreamsGo()
        owner(self, isChosen ? .subtitlesAdded : .tracksChanged)
    }

    /// There is nothing to show in a file: it is not listed any more.
    func lose(_ id: UInt32, _ reason: String) {
        guard let external = tracks.external.first(where: { $0.id == id }), external.state != .broken else { return }
        log(.warning, "\(external.uri): the subtitles cannot be read, \(reason)")
        setState(.broken, id)
        _ = tracks.refresh(from: branches, subtitles: subtitles)
        if tracks.tracks.selectedSubtitles == id {
            // What was shown before is still at hand.
            selectSubtitles(subtitlesBefore == id ? nil : subtitlesBefore)
            if phase == .opening, choice == nil {
                decidedWith = -1
                if let next = takePreference() { selectSubtitles(next.subtitles) }
            }
        }
        if !isOpeningSubtitles { letStreamsGo() }
        owner(self, .tracksChanged)
    }

    private func setState(_ state: ExternalSubtitles.State, _ id: UInt32) {
        guard let index = tracks.external.firstIndex(where: { $0.id == id }) else { return }
        tracks.external[index].state = state
    }
}
