extension PlayerCommand {
    /// Commands for the tracks of the current item.
    public enum Tracks: Hashable, Sendable {
        case selectAudio(UInt32)
        /// Nil turns subtitles off.
        case selectSubtitles(UInt32?)
        case addSubtitles(String)
        case setSubtitleDelay(MediaTime)
        case setSubtitleScale(Double)
        /// See ``AudioDelay``.
        case setAudioDelay(MediaTime)
    }
}
