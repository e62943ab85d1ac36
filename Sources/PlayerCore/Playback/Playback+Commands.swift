extension Playback {
    /// Handles a command about playback, the queue or the tracks.
    mutating func handle(_ command: PlayerCommand, now: MonotonicTime) -> Result<CommandReply, CommandRefusal> {
        switch command {
        case .play, .pause, .playPause:
            guard queue.current != nil else { return .failure(Self.nothingToPlay) }
            let pauses = command == .pause || (command == .playPause && status == .playing)
            if pauses { pause(now: now) } else { play(now: now) }
        case .stop: stop()
        case .quit: quit()
        case .next: return stepForward(now: now)
        case .previous: return stepBackward(now: now)
        case .seek(let offset): return seek(by: offset, now: now)
        case .setPosition(let id, let position): return setPosition(id, position, now: now)
        case .openURI(let uri): return noteAddition(now: now) { $0.openURI(uri, now: now) }

        case .setLoop(let loop): queue.loop = loop
        case .setShuffle(let isShuffled): queue.setShuffled(isShuffled)
        case .setRate(let rate): return setRate(rate, now: now)
        case .setVolume(let volume): return setVolume(volume)
        case .setMuted(let isMuted): output.level.isMuted = isMuted
        case .setProgression(let progression): self.progression = progression

        case .replaceQueue(let items, let play, let start, let index, let fromStart):
            return replaceQueue(
                items, play: play, start: start, index: index,
                mayContinue: play && start == nil && index == 0 && !fromStart)
        case .insert(let items, let index): return noteAddition(now: now) { $0.insert(items, at: index) }
        case .addTrack(let uri, let id, let makeCurrent):
            return noteAddition(now: now) { $0.addTrack(uri, after: id, makeCurrent: makeCurrent, now: now) }
        case .move(let id, let index): return move(id, to: index)
        case .remove(let ids): return remove(ids, now: now)
        case .clear: clear()
        case .goTo(let id): return goTo(id, now: now)
        case .setDescription(let id, let description): return setDescription(id, description)
        case .arranging(.sort(let ids)):
            keepOrder()
            rearrange { $0.arrange(ids) }
        case .arranging(.mix):
            keepOrder()
            rearrange { $0.mix() }
        case .arranging(.bringBack): return bringBack(now: now)
        case .arranging(.recall(let former, let age)): recall(former, age: age, now: now)

        case .restore(let session, let absence, let plays, let fault):
            restore(session, absence: absence, plays: plays, fault: fault)
        case .resume(let uri, let recollection, let queue): return resume(uri, recollection, from: queue, now: now)

        case .tracks(.selectAudio(let track)): return selectAudio(track)
        case .tracks(.selectSubtitles(let track)): return selectSubtitles(track)
        case .tracks(.addSubtitles(let uri)): return addSubtitles(uri)
        case .tracks(.setSubtitleDelay(let delay)): return setSubtitleDelay(delay)
        case .tracks(.setSubtitleScale(let scale)): return setSubtitleScale(scale)
        case .tracks(.setAudioDelay(let delay)): return setAudioDelay(delay)
        case .loudness, .devices, .chapters, .segments, .live, .actions, .proposals, .trimming, .sleepTimer, .window,
            .reading, .exports, .configure, .step, .rotate:
            preconditionFailure("The player hands a feature's commands to the feature.")
        }
        return .success(.done)
    }

    /// Carries out a feature's request.
    mutating func carryOut(_ request: Requests.Request, now: MonotonicTime) {
        switch request {
        case .seek(let target, .person): seekByUser(to: target, now: now)
        case .seek(let target, .skip): skip(to: target, now: now)
        case .seek(let target, .rule): seek(to: target, now: now)
        case .accept(let item, let isUnasked): accept(item, isUnasked: isUnasked, now: now)
        case .stopBefore(let item): stop(before: item)
        case .goOnAfterEnd: goOnAfterEnd()
        case .goBack(let id, let position): goBack(to: id, at: position, now: now)
        case .previewChanged: previewChanged(now: now)
        case .startWhereLeft(let generation, let recollection):
            startWhereLeft(generation, recollection, now: now)
        case .goOn(let continuation): goOn(continuation, now: now)
        case .startAtBeginning: startAtBeginning(now: now)
        case .recallSubtitles(let generation, let style): recallSubtitles(generation, style)
        case .recallAudioDelay(let generation, let delay): recallAudioDelay(generation, delay)
        case .setRate(let rate): self.rate = rate
        case .remember(let id, let item): remember(id, item)
        case .rememberTitle(let id, let title): remember(id, title)
        case .fallAsleep: tell(.fellAsleep)
        case .command, .picture, .effect, .notice, .logLine, .settleAgain:
            preconditionFailure("The player itself does what is not about playback.")
        }
    }

    /// The refusal of what linear playback does not allow.
    static var linear: CommandRefusal {
        .mustBeLinear("This part cannot be skipped; you can pause or go back.")
    }

    // MARK: The snapshot

    /// Publishes playback's part of the snapshot; shares the queue and the item states.
    func describe(into snapshot: inout PlayerSnapshot, _ published: Published) {
        snapshot.status = status
        snapshot.loop = queue.loop
        snapshot.shuffle = queue.isShuffled
        snapshot.rate = effectiveRate
        snapshot.volume = output.level.volume
        snapshot.isMuted = output.level.isMuted
        snapshot.progression = progression
        snapshot.items = queue.items
        snapshot.currentIndex = queue.currentIndex
        snapshot.round = queue.shuffle
        snapshot.current = current.map { item in
            let metadata = published.metadata ?? ItemMetadata(item.description, isLive: facts.isLive)
            var current = CurrentItem(
                id: item.id, description: item.description, metadata: metadata, duration: facts.duration,
                isLive: facts.isLive, hasVideo: facts.hasVideo)
            current.lines = facts.hasVideo ? facts.lines : nil
            current.restsAt = output.isResting ? playableEnd : nil
            if current.identifier == nil { current.identifier = facts.findings?.sidecar?.identifier }
            if current.custom == nil { current.custom = facts.findings?.sidecar?.custom }
            return current
        }
        snapshot.position = reportedPosition
        let hasCurrent = queue.current != nil
        snapshot.canGoNext = canStepForward(published)
        snapshot.canGoPrevious = canStepBackward
        snapshot.canPlay = hasCurrent
        snapshot.canPause = hasCurrent
        // While the item is loaded, seeks are remembered.
        snapshot.canSeek = notSeekable == nil && !isLinear
        snapshot.canChangeRate = generation == nil || !facts.isPrepared || facts.canSeek
        snapshot.error = attempts.error
        snapshot.tracks = facts.tracks
        snapshot.subtitles = styles.current
        snapshot.audioDelay = output.audioDelays.current
        snapshot.playlist = origin.playlist
        snapshot.sinks = output.sinks
        snapshot.bufferingPercent = run.bufferingPercent
        snapshot.isOutputLost = output.fault != nil
        snapshot.itemStates = entries.states
        snapshot.memory = entries.memory
        snapshot.playback = ledger.account
        snapshot.lastEnding = ledger.lastEnding
        snapshot.moment = moment
    }
}
