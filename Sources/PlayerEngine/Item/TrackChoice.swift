/// The selected tracks of an item, by their ids.
struct TrackChoice: Hashable, Sendable {
    /// Nil if there is no audio.
    var audio: UInt32?
    /// Nil: no subtitles.
    var subtitles: UInt32?
}
