/// Which of an item's tracks play, by their numbers.
struct TrackChoice: Hashable, Sendable {
    /// Nil where there is no sound.
    var audio: UInt32?
    /// Nil: none is shown.
    var subtitles: UInt32?
}
