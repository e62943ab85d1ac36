/// What the player keeps between two events to know what has to be written down.
struct JournalState: Sendable {
    /// What is written down at once when it changes.
    struct Mark: Hashable, Sendable {
        var queue: UInt64
        var generation: Generation?
        var status: PlayerSnapshot.Status
        var loop: LoopMode
        var volume: Double
        var rate: Double
        var disarmed: [DisarmedSegment]
        /// Nil while it moves.
        var position: MediaTime?
        /// Seeks that arrived.
        var landings: UInt64
        /// The item was heard.
        var hasStarted: Bool
        var duration: MediaTime?
        var metadata: ItemMetadata?
        var pictureInPicture: PictureInPictureLayout
    }

    /// Nil before anything was written down.
    var mark: Mark?
    var savedAt: MonotonicTime?
    var armed: MonotonicTime?
    /// Somebody wants it written down now.
    var isDue = false
    /// Of the playing that is under way, once it was heard.
    var draft: Draft?
    /// Where the current item was left, while nothing of it is heard: where it was stopped, or what was written down in the
    /// last run, and when that was (in seconds since 1970; nil for this run).
    var left: (item: ItemID, point: ResumePoint, savedAt: Double?)?
    /// What was known of the current item when it was written down; shown until the item says it itself.
    var restored: (item: ItemID, metadata: ItemMetadata?)?

    /// What is known of a playing while it lasts, so that it can be recorded when it is over.
    struct Draft: Sendable {
        var generation: Generation
        var record: PlaybackRecord
        /// Where playing the item begins and ends.
        var start: MediaTime
        var end: MediaTime?
        var credits: MediaTime?
        var kind: ContentKind
        var chapterStart: MediaTime
        var isLive: Bool

        /// As of a position.
        func record(at position: MediaTime, isFinished: Bool = false) -> PlaybackRecord {
            var record = record
            record.position = position
            let (heard, length) = (position - start, end.map { $0 - start })
            let credits = credits.map { $0 - start }
            record.isPlayed = isFinished || ResumeRules.isPlayed(at: heard, of: length, credits: credits)
            let goesOn =
                !isFinished && kind != .music && !isLive
                && ResumeRules.goesOn(at: heard, of: length, credits: credits)
            record.resume = goesOn ? point(at: position) : nil
            return record
        }

        func point(at position: MediaTime) -> ResumePoint {
            ResumePoint(position: position, chapterStart: min(chapterStart, position), isSpeech: kind == .speech)
        }
    }
}
