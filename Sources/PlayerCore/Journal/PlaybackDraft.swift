/// What is known of a playback while it lasts, so that it can be recorded when it is over.
struct PlaybackDraft: Sendable {
    var generation: Generation
    var record: PlaybackRecord
    /// Where playback of the item begins and ends.
    var start: MediaTime
    var end: MediaTime?
    var credits: MediaTime?
    var kind: ContentKind
    var chapterStart: MediaTime
    var isLive: Bool
    /// Whether the item's file is still being written: it goes on wherever playback is.
    var isGrowing: Bool
    /// Whether it is a ``FileTrack``, which the history does not hold: it knows items by their files.
    var isTrackOfFile = false

    /// Returns the record for a position.
    func record(at position: MediaTime, isFinished: Bool = false) -> PlaybackRecord {
        var record = record
        record.position = position
        let (heard, length) = (position - start, end.map { $0 - start })
        let credits = credits.map { $0 - start }
        record.isPlayed = isFinished || ResumeRules.isPlayed(at: heard, of: length, credits: credits)
        let goesOn =
            !isFinished && kind != .music && !isLive
            && (isGrowing
                ? heard > ResumeRules.leastPosition
                : ResumeRules.goesOn(at: heard, of: length, credits: credits))
        record.resume = goesOn ? point(at: position) : nil
        return record
    }

    /// Returns the resume point for a position.
    func point(at position: MediaTime) -> ResumePoint {
        ResumePoint(position: position, chapterStart: min(chapterStart, position), isSpeech: kind == .speech)
    }
}
