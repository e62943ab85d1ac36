/// How much later than the picture the sound is heard; negative: earlier.
public enum AudioDelay {
    /// The range of delays that can be kept up: the earlier of the two has to wait in memory.
    public static let range = MediaTime(nanoseconds: -10_000_000_000)...MediaTime(nanoseconds: 10_000_000_000)

    /// The delay, or nil if it is out of range, as one written by another program may be.
    public static func checked(_ delay: MediaTime) -> MediaTime? { range.contains(delay) ? delay : nil }
}
