internal import PlayerCore

/// The selected tracks of an item, by their ids.
struct TrackChoice: Hashable, Sendable {
    /// Nil if there is no audio.
    var audio: UInt32?
    /// Nil: no subtitles.
    var subtitles: UInt32?
}

/// What decides which tracks of an item are played.
struct TrackDecision {
    /// The tracks to play instead of those that the container proposes.
    var choice: TrackChoice?
    /// The wishes that select tracks without an explicit choice.
    var wishes = TrackWishes() { didSet { reconsider() } }
    /// Whether tracks were chosen explicitly during playback.
    var isAudioChosen = false
    var isSubtitlesChosen = false
    /// Whether other tracks were selected during playback.
    var hasChosen = false
    /// The number of tracks with known languages at the last decision; negative if there was none.
    private var decidedWith = -1

    /// Decides again, whatever is known.
    mutating func reconsider() { decidedWith = -1 }

    /// Begins anew, with other streams.
    ///
    /// - Parameter keepingSubtitles: whether the selected subtitles are not among these streams.
    mutating func begin(keepingSubtitles: Bool) {
        choice = nil
        (isAudioChosen, isSubtitlesChosen) = (false, keepingSubtitles)
        reconsider()
    }

    /// Whether to decide now: a decision is kept until more is known.
    mutating func isDue(knowing languages: Int) -> Bool {
        guard languages > decidedWith else { return false }
        decidedWith = languages
        return true
    }

    /// For another pipeline of the item.
    var again: TrackDecision {
        var copy = self
        (copy.choice, copy.hasChosen) = (nil, false)
        return copy
    }
}
