internal import PlayerCore

extension HistoryEntry {
    /// Returns what remains to be written when both were recorded, this one later: the same rule as in the journal.
    func merged(over earlier: HistoryEntry) -> HistoryEntry {
        var entry = self
        entry.title = title ?? earlier.title
        entry.series = series ?? earlier.series
        entry.season = season ?? earlier.season
        entry.episode = episode ?? earlier.episode
        entry.duration = duration ?? earlier.duration
        entry.subtitles = subtitles ?? earlier.subtitles
        entry.audioDelay = audioDelay ?? earlier.audioDelay
        entry.tracks = tracks ?? earlier.tracks
        entry.kind = kind ?? earlier.kind
        entry.furthest = max(furthest, earlier.furthest)
        entry.isPlayed = isPlayed || earlier.isPlayed
        if isFalseStart, let resume = earlier.resume { (entry.resume, entry.position) = (resume, earlier.position) }
        return entry
    }
}
