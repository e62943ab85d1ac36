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
        tracks.external = item.tracks.external.map(\.copy)
        linesBefore = item.subtitles?.allLines ?? item.linesBefore
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
        if let now = tracks.tracks.selectedSubtitles, now != track, isShown(now) { subtitlesBefore = now }
        tracks.setSelectedSubtitles(track)
        subtitles?.select(track)
        if let track, let index = tracks.external.firstIndex(where: { $0.id == track }) { open(index) }
        if let lines = track.flatMap({ subtitles?.lines(of: $0) }) { draw(lines) }
        _ = tracks.refresh(from: branches, subtitles: subtitles)
    }

    /// Whether lines can be seen: those of another file were read.
    private func isShown(_ track: UInt32) -> Bool {
        tracks.external.first { $0.id == track }.map { $0.script != nil } ?? true
    }

    /// What draws the lines that are chosen; nil where none are, or not yet, and for pictures.
    var script: SubtitleScript? {
        guard let track = tracks.tracks.selectedSubtitles else { return nil }
        return tracks.external.first { $0.id == track }?.script ?? subtitles?.lines(of: track)?.script
    }

    /// Whether a track is drawn onto the video before it is shown, so that another choice takes new pictures.
    func isDrawnEarly(_ track: UInt32?) -> Bool { track.map { subtitles?.isDrawnEarly($0) ?? false } ?? false }

    private func draw(_ lines: EmbeddedLines) {
        guard lines.script == nil else { return }
        door.prepare(lines) { [weak self] fault in
            guard let self, self.phase != .failed else { return }
            if let fault { self.log(.warning, "\(self.request.uri): subtitles cannot be shown: \(fault.message)") }
            self.owner(self, .subtitlesRead)
        }
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
            if tracks.external[known].isBroken { tracks.external[known].state = .closed }
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
        guard case .closed = external.state else { return }
        tracks.external[index].state = .opening
        let id = external.id
        door.read(external.sidecar, external.uri, networkOptions) { [weak self] answer in
            guard let self, self.phase != .failed else { return }
            switch answer {
            case .success(let script):
                self.setState(.open(script), id)
                self.owner(self, .subtitlesRead)
            case .failure(let fault): self.lose(id, fault.message)
            }
        }
    }

    /// There is nothing to show in a file: it is not listed any more.
    func lose(_ id: UInt32, _ reason: String) {
        guard let external = tracks.external.first(where: { $0.id == id }), !external.isBroken else { return }
        log(.warning, "\(external.uri): the subtitles cannot be read: \(reason)")
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
        owner(self, .tracksChanged)
    }

    private func setState(_ state: ExternalSubtitles.State, _ id: UInt32) {
        guard let index = tracks.external.firstIndex(where: { $0.id == id }) else { return }
        tracks.external[index].state = state
    }
}
