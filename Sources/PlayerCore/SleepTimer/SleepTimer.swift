/// When playback pauses for a person who falls asleep.
public struct SleepTimer: Hashable, Sendable {
    /// In the contract's words.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case none, duration, chapter, item
    }

    public var kind: Kind
    /// When a ``Kind/duration`` elapses; nil for the other kinds.
    public var deadline: MonotonicTime?

    public init(_ kind: Kind = .none, deadline: MonotonicTime? = nil) {
        self.kind = kind
        self.deadline = deadline
    }

    /// How long the sound fades before it stops.
    static let fade = MediaTime(nanoseconds: 5_000_000_000)
    /// How often the volume is lowered meanwhile.
    static let step = MediaTime(nanoseconds: 200_000_000)

    /// Returns the factor of the volume for the time left.
    static func loudness(_ left: MediaTime) -> Double { max(0, min(1, left.seconds / fade.seconds)) }
}
