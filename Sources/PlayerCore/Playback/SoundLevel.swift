/// How loud the engine plays: the volume, unless the sound is muted.
struct SoundLevel: Hashable, Sendable {
    /// Linear: 1 is the unchanged volume.
    var volume: Double
    var isMuted = false
    /// What the engine was told last.
    private var lastSent = 1.0

    init(volume: Double) { self.volume = volume }

    /// Sets the volume. Whoever makes it louder wants to hear it.
    mutating func set(_ volume: Double) {
        if volume > self.volume { isMuted = false }
        self.volume = volume
    }

    /// What the engine must be told now; nil: nothing.
    ///
    /// - Parameter fade: a factor, such as that of the sleep timer.
    mutating func change(fade: Double) -> Double? {
        let level = isMuted ? 0 : volume * fade
        guard level != lastSent else { return nil }
        lastSent = level
        return level
    }
}
