// What the outside may read.
extension Player {
    /// The state as one value; shares the queue and the item states with the player, so it costs little.
    public func snapshot() -> PlayerSnapshot {
        var snapshot = PlayerSnapshot()
        snapshot.status = status
        snapshot.loop = queue.loop
        snapshot.shuffle = queue.isShuffled
        snapshot.rate = effectiveRate
        snapshot.volume = volume
        snapshot.progression = progression
        snapshot.items = queue.items
        snapshot.currentIndex = queue.currentIndex
        if let item = queue.current {
            snapshot.current = CurrentItem(
                id: item.id, description: item.description,
                metadata: metadata(of: item),
                duration: facts.duration, isLive: facts.isLive, hasVideo: facts.hasVideo)
            if snapshot.current?.custom == nil { snapshot.current?.custom = facts.findings?.sidecar?.custom }
        }
        snapshot.position = reportedPosition
        let hasCurrent = queue.current != nil
        snapshot.canGoNext = canStepForward
        snapshot.canGoPrevious = canStepBackward
        snapshot.canPlay = hasCurrent
        snapshot.canPause = hasCurrent
        // While the item is loaded, seeks are remembered.
        snapshot.canSeek = notSeekable == nil && !requiresLinearPlayback
        snapshot.error = error
        snapshot.tracks = facts.tracks
        snapshot.chapters = chapterSnapshot
        snapshot.segments = segmentSnapshot
        snapshot.window = windowSnapshot
        snapshot.sleepTimer = sleep.timer
        snapshot.trim = trimSnapshot
        snapshot.proposal = proposalSnapshot(now: moment)
        snapshot.sinks = sinks
        snapshot.bufferingPercent = bufferingPercent
        snapshot.isOutputLost = outputFault != nil
        snapshot.itemStates = itemStates
        snapshot.memory = memory
        snapshot.isMetadataHeld = announcement.isHeld
        snapshot.playback = playback
        snapshot.lastEnding = lastEnding
        snapshot.moment = moment
        return snapshot
    }
}
