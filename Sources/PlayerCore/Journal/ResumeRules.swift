/// Decides whether an item resumes where it was left, and whether it counts as played.
///
/// The numbers are the consensus of other players: Clapper resumes items longer than 180 s, after 60 s and with 60 s
/// left; Kodi and Jellyfin exclude the last 5 to 8 % and count 90 % as played; known closing credits count as the end
/// (Jellyfin).
enum ResumeRules {
    /// Shorter items start at their beginning.
    static let leastDuration = MediaTime(nanoseconds: 180_000_000_000)
    /// Up to this position nothing is lost by starting again.
    static let leastPosition = MediaTime(nanoseconds: 60_000_000_000)
    /// With this much left, or 5 % if that is more, resuming is not worthwhile.
    static let leastRest = MediaTime(nanoseconds: 60_000_000_000)

    /// - Parameter credits: the start of the closing credits; nil if unknown.
    static func goesOn(at position: MediaTime, of duration: MediaTime?, credits: MediaTime?) -> Bool {
        guard let duration, duration > leastDuration, position > leastPosition else { return false }
        if let credits, position >= credits { return false }
        return (duration - position).seconds > max(leastRest.seconds, duration.seconds * 0.05)
    }

    /// Whether a position is close enough to the end to count as played.
    static func isPlayed(at position: MediaTime, of duration: MediaTime?, credits: MediaTime?) -> Bool {
        guard let duration, duration > .zero else { return false }
        if let credits, position >= credits { return true }
        return position.seconds >= duration.seconds * 0.9
    }
}
