internal import DBusKit
internal import PlayerCore

/// Writes entries of the history for D-Bus: times `x` in microseconds, `lastPlayed` `x` in seconds since 1970.
/// Unknown values are omitted.
enum HistoryWriter {
    private static let textLimit = 2_000

    static func entry(_ entry: HistoryEntry) -> [String: DBusValue] {
        var values: [String: DBusValue] = [
            "position": .int64(entry.position.microseconds), "furthest": .int64(entry.furthest.microseconds),
            "played": .boolean(entry.isPlayed),
        ]
        // A truncated URI is a different URI, so URIs that clients could not send back are omitted.
        if entry.uri.utf8.count <= DescriptionLimits.address {
            values["uri"] = text(entry.uri.withoutLogin, limit: DescriptionLimits.address)
        }
        values["title"] = entry.title.flatMap { text($0) }
        values["series"] = entry.series.flatMap { text($0) }
        values["season"] = entry.season.map { .int32($0) }
        values["episode"] = entry.episode.map { .int32($0) }
        if let duration = entry.duration, duration > .zero { values["duration"] = .int64(duration.microseconds) }
        values["resume"] = entry.resume.map { .int64($0.position.microseconds) }
        values["kind"] = entry.kind.map { .string($0.rawValue) }
        if let seconds = Int64(exactly: entry.lastPlayed.rounded(.down)), seconds > 0 {
            values["lastPlayed"] = .int64(seconds)
        }
        return values
    }

    private static func text(_ text: String, limit: Int = textLimit) -> DBusValue? {
        let text = BusText.cut(text, limit)
        return text.isEmpty ? nil : .string(text)
    }
}
