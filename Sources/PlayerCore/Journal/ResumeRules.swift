/// Whether an item goes on where it was left, and whether it counts as played.
///
/// The numbers are the consensus of other players: Clapper resumes from 180 s of length, beyond 60 s and with 60 s left,
/// Kodi and Jellyfin leave out the last 5 to 8 % and call 90 % played; closing credits count as the end where they are
/// known (Jellyfin).
enum ResumeRules {
    /// Shorter items begin anew.
    static let leastDuration = MediaTime(nanoseconds: 180_000_000_000)
    /// Nobody minds to hear so much once more.
    static let leastPosition = MediaTime(nanoseconds: 60_000_000_000)
    /// At the end so much, or 5 % if that is more, is not worth coming back for.
    static let leastRest = MediaTime(nanoseconds: 60_000_000_000)

    /// - Parameter credits: where the closing credits begin; nil where nobody knows.
    static func goesOn(at position: MediaTime, of duration: MediaTime?, credits: MediaTime?) -> Bool {
        guard let duration, duration > leastDuration, position > leastPosition else { return false }
        if let credits, position >= credits { return false }
        return (duration - position).seconds > max(leastRest.seconds, duration.seconds * 0.05)
    }

    /// Whether that is near enough to the end to count as played.
    static func isPlayed(at position: MediaTime, of duration: MediaTime?, credits: MediaTime?) -> Bool {
        guard let duration, duration > .zero else { return false }
        if let credits, position >= credits { return true }
        return position.seconds >= duration.seconds * 0.9
    }
}
