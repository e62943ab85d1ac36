internal import GLibLoop
internal import Gst
internal import MediaProbe
internal import PlayerCore

/// The subtitles in an item itself, and what all its subtitles need.
@MediaActor
struct ItemSubtitles {
    /// Nil before the first track, and without video.
    var branch: SubtitleBranch?
    /// What another pipeline of the same item has collected.
    fileprivate var collectedBefore = SubtitleBranch.Collected()
    /// What was collected of all tracks.
    var collected: SubtitleBranch.Collected { branch?.collected ?? collectedBefore }
    /// The track that was shown before the selected one, while that is being read.
    fileprivate var before: UInt32?
    /// The fonts that are attached to the item.
    fileprivate var fonts: FontFiles?
    var style = SubtitleStyle() { didSet { branch?.apply(style) } }
}

/// The selection of the item's tracks, and subtitles from other files.
extension ItemPipeline {
    // MARK: Selection

    /// Plays the given tracks.
    func choose(_ choice: TrackChoice) {
        if let audio = choice.audio { selectAudio(audio) }
        selectSubtitles(choice.subtitles)
    }

    /// Selects tracks by the known languages, which arrive gradually with the tags, unless tracks were chosen
    /// explicitly.
    ///
    /// - Returns: nil if these tracks already play.
    func takePreference() -> TrackChoice? {
        guard tracks.decision.isDue(knowing: tracks.knownLanguages) else { return nil }
        let decision = tracks.decision
        let selection = TrackSelection(of: tracks.tracks, decision.wishes)
        var choice = currentChoice
        if !decision.isAudioChosen { choice.audio = selection.audio }
        if !decision.isSubtitlesChosen { choice.subtitles = selection.subtitles }
        tracks.setReasons(
            audio: decision.isAudioChosen ? .chosen : selection.audioReason,
            subtitles: decision.isSubtitlesChosen ? .chosen : selection.subtitlesReason)
        return choice == currentChoice ? nil : choice
    }

    /// Records an explicit choice of the sound during playback. The subtitles stay as they are; the reason for them
    /// may have been the sound before.
    func noteChosenAudio(_ track: UInt32) {
        tracks.decision.isAudioChosen = true
        let now = tracks.tracks
        var reason = now.subtitlesReason
        if !tracks.decision.isSubtitlesChosen, reason != .unreadable {
            let selection = TrackSelection(of: now, tracks.decision.wishes, sound: track)
            reason = selection.subtitles == now.selectedSubtitles ? selection.subtitlesReason : .kept
        }
        tracks.setReasons(audio: .chosen, subtitles: reason)
    }

    /// Records an explicit choice of subtitles during playback.
    func noteChosenSubtitles() {
        tracks.decision.isSubtitlesChosen = true
        tracks.setReasons(audio: tracks.tracks.audioReason, subtitles: .chosen)
    }

    /// The present tracks, for a pipeline that continues with them.
    var currentChoice: TrackChoice {
        TrackChoice(audio: tracks.tracks.selectedAudio, subtitles: tracks.tracks.selectedSubtitles)
    }

    /// Copies everything that determines tracks from another pipeline of the same item.
    func takeTracks(from item: ItemPipeline) {
        tracks.decision = item.tracks.decision.again
        subtitles.style = item.subtitles.style
        tracks.described = item.tracks.described
        tracks.renditions = item.tracks.renditions
        tracks.external = item.tracks.external.map(\.copy)
        subtitles.fonts = item.subtitles.fonts
        subtitles.collectedBefore = item.subtitles.collected
        tracks.setReasons(audio: item.tracks.tracks.audioReason, subtitles: item.tracks.tracks.subtitlesReason)
    }

    /// - Parameter flushing: see ``StreamBranch/select(_:flushingBy:)``.
    /// - Returns: whether the track exists.
    @discardableResult
    func selectAudio(_ track: UInt32, flushing: Bool = false) -> Bool {
        guard let branch = branches[.audio], branch.inputs.indices.contains(Int(track)) else { return false }
        branch.select(Int(track), flushingBy: flushing ? watch.calls : nil)
        tracks.setSelectedAudio(track)
        return true
    }

    /// Shows subtitles. Those of another file are shown after it has been read.
    func selectSubtitles(_ track: UInt32?) {
        if let now = tracks.tracks.selectedSubtitles, now != track, isShown(now) { subtitles.before = now }
        tracks.setSelectedSubtitles(track)
        subtitles.branch?.select(track)
        if let track, let index = tracks.external.firstIndex(where: { $0.id == track }) { open(index) }
        if let lines = track.flatMap({ subtitles.branch?.lines(of: $0) }) { draw(lines) }
        _ = tracks.refresh(from: branches, subtitles: subtitles.branch)
    }

    /// Whether subtitles can be shown: those of another file must have been read.
    private func isShown(_ track: UInt32) -> Bool {
        tracks.external.first { $0.id == track }.map { $0.script != nil } ?? true
    }

    /// The selected subtitles; nil if there are none, they are not ready, or GStreamer draws them.
    var drawnSubtitles: (any DrawnSubtitles)? {
        guard let track = tracks.tracks.selectedSubtitles else { return nil }
        return tracks.external.first { $0.id == track }?.script ?? subtitles.branch?.lines(of: track)?.script
            ?? subtitles.branch?.pictures(of: track)
    }

    /// Whether a track is drawn onto the video before the output, so that another choice requires new frames.
    func isDrawnEarly(_ track: UInt32?) -> Bool { track.map { subtitles.branch?.isDrawnEarly($0) ?? false } ?? false }

    private func draw(_ lines: EmbeddedLines, again: Bool = false) {
        guard lines.script == nil || again else { return }
        surroundings.door.prepare(lines, fonts: subtitles.fonts) { [weak self] fault in
            guard let self, self.phase != .failed else { return }
            if let fault { self.log(.warning, "\(self.uri): subtitles cannot be shown: \(fault.message)") }
            self.owner(self, .subtitlesRead)
        }
    }

    // MARK: Findings

    /// Takes the findings that were read while the item was opened.
    func take(_ findings: ItemFindings) {
        tracks.described = findings.container.tracks
        for sidecar in findings.subtitles where !tracks.external.contains(where: { $0.uri == sidecar.uri }) {
            list(sidecar.uri, sidecar)
        }
        let found = FontFiles(uri: uri, findings.container.fonts)
        if found != subtitles.fonts {
            subtitles.fonts = found
            let drawn = tracks.tracks.selectedSubtitles.flatMap { subtitles.branch?.lines(of: $0) }
            if let drawn { draw(drawn, again: true) }
        }
        reviewTracks()
    }

    /// Takes the tracks that the playlist of an HLS stream describes.
    func take(_ master: HLSMasterPlaylist) {
        tracks.renditions = master.audio
        for subtitles in master.subtitles where !tracks.external.contains(where: { $0.uri == subtitles.uri }) {
            list(subtitles.uri, subtitles)
        }
        reviewTracks()
    }

    /// Handles new descriptions of the tracks.
    private func reviewTracks() {
        guard !branches.isEmpty else { return }
        tracks.decision.reconsider()
        if tracks.refresh(from: branches, subtitles: subtitles.branch) { owner(self, .tracksChanged) }
    }

    // MARK: Other files

    /// Lists subtitles from another file.
    ///
    /// - Returns: the id of the track.
    func addSubtitles(_ uri: String) -> UInt32 {
        if let known = tracks.external.firstIndex(where: { $0.uri == uri }) {
            if tracks.external[known].isBroken { tracks.external[known].state = .closed }
            return tracks.external[known].id
        }
        return list(uri, MediaProbe.subtitles(uri: uri), isAdded: true)
    }

    @discardableResult
    private func list(_ uri: String, _ sidecar: SubtitleSidecar?, isAdded: Bool = false) -> UInt32 {
        let id = ExternalSubtitles.firstID + UInt32(tracks.external.count)
        tracks.external.append(ExternalSubtitles(id: id, sidecar: sidecar, uri: uri, isAdded: isAdded))
        return id
    }

    private func open(_ index: Int) {
        let external = tracks.external[index]
        guard case .closed = external.state else { return }
        tracks.external[index].state = .opening
        let id = external.id
        let origin = external.isAdded ? nil : uri
        let options = surroundings.configuration.networkOptions
        surroundings.door.read(
            external.sidecar, external.uri, namedBy: origin, options, fonts: subtitles.fonts
        ) { [weak self] answer in
            guard let self, self.phase != .failed else { return }
            switch answer {
            case .success(let script):
                self.setState(.open(script), id)
                self.owner(self, .subtitlesRead)
            case .failure(let fault): self.lose(id, fault.message)
            }
        }
    }

    /// Removes subtitles without contents from the list.
    func lose(_ id: UInt32, _ reason: String) {
        guard let external = tracks.external.first(where: { $0.id == id }), !external.isBroken else { return }
        log(.warning, "\(external.uri): the subtitles cannot be read: \(reason)")
        setState(.broken, id)
        _ = tracks.refresh(from: branches, subtitles: subtitles.branch)
        if tracks.tracks.selectedSubtitles == id {
            // The previously shown track is still available.
            selectSubtitles(subtitles.before == id ? nil : subtitles.before)
            tracks.setReasons(audio: tracks.tracks.audioReason, subtitles: .unreadable)
            if phase == .opening, tracks.decision.choice == nil {
                tracks.decision.reconsider()
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
