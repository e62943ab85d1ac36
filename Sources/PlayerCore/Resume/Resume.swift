/// Resumes items that were left in the middle, with their style of subtitles, and repeats spoken word after a pause.
struct Resume: ListeningFeature {
    /// When playback was paused; nil if resuming is not a return after an absence.
    private var pausedAt: MonotonicTime?

    /// A shorter pause is not an absence: the last words are still remembered.
    private static let noticeablePause = MediaTime(nanoseconds: 60_000_000_000)

    mutating func hear(_ event: PlaybackEvent, _ scene: Scene, _ requests: inout Requests) {
        switch event {
        case .opened(let generation, let item):
            guard scene.settings.hasJournal, scene.settings.keepsHistory else { return }
            let description = item.description
            requests.perform(
                .library(.recall(generation, uri: description.uri, name: LastingName(description))))
        case .paused: pausedAt = scene.now
        case .resumed: rewindAfterPause(scene, &requests)
        case .jumped, .entered: pausedAt = nil
        default: break
        }
    }

    mutating func hear(_ event: PlayerEvent, _ scene: Scene, _ requests: inout Requests) {
        switch event {
        case .library(.recalled(let generation, let recollection?)): requests.startWhereLeft(generation, recollection)
        case .library(.subtitlesRecalled(let generation, let style)): requests.recallSubtitles(generation, style)
        default: break
        }
    }

    func describe(into published: inout Published) {}

    /// Resumes spoken word a little before the pause, if the pause was long enough.
    private mutating func rewindAfterPause(_ scene: Scene, _ requests: inout Requests) {
        defer { pausedAt = nil }
        guard let pausedAt, scene.now - pausedAt >= Self.noticeablePause, scene.facts.canSeek, scene.seekTarget == nil,
            scene.contentKind == .speech
        else { return }
        let here = scene.position
        let point = ResumePoint(position: here, chapterStart: min(scene.chapterStart(at: here), here), isSpeech: true)
        let target = scene.settings.rewindSteps.start(from: point, absence: scene.now - pausedAt)
        if target < here { requests.seek(to: target, .rule) }
    }
}
